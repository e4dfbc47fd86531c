import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { createAuth } from '../../../src/solid-start.js'
import { SECRET } from '../../support/app.js'
import { runs } from '../../support/fuzz.js'
import { anyTarget, hostileBelowPrefix, hostileTargets } from '../../support/targets.js'
import { addressesOf, below } from '../support/redirected.js'
import { ORIGIN, UserAgent } from './support.js'

/** An application below a base, and the URLs to which SolidStart redirects. */
function start(base: string) {
  const auth = createAuth()
    .provider(
      credentials({
        input: { password: {} },
        authorize: ({ password }) => (password === 'right' ? { id: 'ada', name: 'Ada' } : null),
      }),
    )
    .pages({ signIn: '/login' })
    .options({ secret: SECRET, appBasePath: base, logger: { error: () => {}, warn: () => {} } })
    .build()
  const location = async (
    code: () => unknown,
    rendering: boolean,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const { thrown } = await new UserAgent().run(code, { path: `${base}/page`, rendering, headers })
    const to = thrown?.headers.get('location')
    if (!to) throw new Error('There is no redirect.')
    return to
  }
  const form = (fields: Record<string, string>): FormData => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }
  const right = { password: 'right' }
  return {
    'a sign-in': (redirectTo: string, rendering: boolean) =>
      location(() => auth.signIn('credentials', form({ redirectTo, ...right })), rendering),
    'a sign-in without a provider': (redirectTo: string, rendering: boolean) =>
      location(() => auth.signIn<never>(undefined, { redirectTo }), rendering),
    'a sign-in that is refused': (redirectTo: string, rendering: boolean) =>
      location(() => auth.signIn('credentials', form({ redirectTo, password: 'wrong' })), rendering),
    'a sign-out': (redirectTo: string, rendering: boolean) =>
      location(() => auth.signOut({ redirectTo }), rendering),
    'a guard': (redirectTo: string, rendering: boolean) =>
      location(() => auth.protect({ redirectTo: redirectTo as `/${string}` }), rendering),
  }
}

type Channel = keyof ReturnType<typeof start>
const channels = Object.keys(start('')) as Channel[]
const cases = ['', '/app'].flatMap((base) => channels.map((channel) => [channel, base] as const))

describe.each(cases)('%s of SolidStart with the base %j', (channel, base) => {
  const follow = start(base)[channel]

  test.each([...hostileTargets, ...hostileBelowPrefix])('%s: %j stays on the site', async (_, target) => {
    for (const rendering of [true, false]) {
      for (const address of addressesOf(await follow(target, rendering), ORIGIN)) {
        const { origin, pathname } = new URL(address, ORIGIN)
        expect(origin).toBe(ORIGIN)
        expect(below(base, pathname)).not.toMatch(/^\/(?:\/|%2f|%5c)/i)
      }
    }
  })

  test('no random redirect target leads to another site', async () => {
    const target = fc.oneof(
      anyTarget,
      anyTarget.map((text) => base + text),
      anyTarget.map((text) => `${base}/${text}`),
    )
    const property = fc.asyncProperty(target, fc.boolean(), async (text, rendering) => {
      for (const address of addressesOf(await follow(text, rendering), ORIGIN)) {
        const { origin, pathname } = new URL(address, 'https://evil.test')
        expect(origin).toBe(ORIGIN)
        expect(new URL(below(base, pathname), ORIGIN).origin).toBe(ORIGIN)
      }
    })
    await fc.assert(property, runs)
  })
})
