import { expect, test, vi } from 'vitest'
import type { SessionContext } from '../../src/builder/auth-spec.js'
import { definePlugin } from '../../src/builder/plugin.js'
import { github } from '../../src/providers/github.js'
import { google } from '../../src/providers/google.js'
import { createAuth, sentencesOf, specOf } from './support.js'

const untyped = createAuth as (configuration?: unknown) => any

test('a plugin adds to the claims and fields of earlier callbacks', async () => {
  const plugin = definePlugin({
    jwt: ({ user }) => (user ? { team: 7 } : {}),
    session: ({ token }) => ({ team: token?.team ?? 0 }),
  })
  const { callbacks } = specOf(createAuth().provider(github()).use(plugin))
  const [jwt] = callbacks.jwt
  const [session] = callbacks.session
  const signedIn = { trigger: 'signIn', token: { sub: '1' }, user: { id: '1' } } as never
  expect(await jwt?.(signedIn)).toEqual({ sub: '1', team: 7 })
  expect(await jwt?.({ trigger: undefined, token: { sub: '1', team: 7 } })).toEqual({ sub: '1', team: 7 })
  const read: SessionContext = { session: { expires: 'x', name: 'Ada' }, token: { team: 7 } }
  expect(await session?.(read)).toEqual({ expires: 'x', name: 'Ada', team: 7 })
})

test('a plugin ends the session if its `jwt` returns `null`', async () => {
  const plugin = definePlugin({ jwt: () => null })
  const [jwt] = specOf(createAuth().provider(github()).use(plugin)).callbacks.jwt
  expect(await jwt?.({ trigger: undefined, token: { sub: '1' } })).toBeNull()
})

test('a plugin can add `signIn` and events, and `.provider()` can be called after `.use()`', () => {
  const signOut = vi.fn()
  const plugin = definePlugin({ signIn: () => false, events: { signOut } })
  const spec = specOf(createAuth().provider(github()).use(plugin).use(definePlugin({})).provider(google()))
  expect(spec.providers.map(({ id }) => id)).toEqual(['github', 'google'])
  expect(spec.events.signOut).toEqual([signOut])
  expect(spec.callbacks.signIn).toHaveLength(1)
  expect(spec.callbacks.jwt).toEqual([])
})

test('problems of a plugin are reported at run time in plain JavaScript', () => {
  const base = untyped().provider(github())
  for (const invalid of [5, null, false])
    expect(sentencesOf(base.use({ jwt: invalid }))).toEqual(['`callbacks.jwt` must be a function.'])
  expect(sentencesOf(base.use({ sesion: () => ({}) }))).toEqual([
    'There is no plugin option `sesion`: did you mean `session`?',
  ])
  expect(sentencesOf(base.use({ name: 'teams', jwt: () => ({}) }))).toEqual([
    'There is no plugin option `name`: did you mean `signIn`, `jwt`, `session` or `events`?',
  ])
  expect(sentencesOf(base.use(undefined))).toEqual(['`use` must be an object.'])
  expect(sentencesOf(base.use({ events: { signout: () => {} } }))).toEqual([
    'There is no event `signout`: did you mean `signOut`?',
  ])
})
