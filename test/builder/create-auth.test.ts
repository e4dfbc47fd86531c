import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import type { Auth } from '../../src/builder/auth.js'
import type { LazySpec } from '../../src/builder/auth-spec.js'
import type { AuthTypes } from '../../src/builder/auth-types.js'
import type { NextAuth } from '../../src/frameworks/next/next-auth.js'
import type { SolidStartAuth } from '../../src/frameworks/solid-start/solid-start-auth.js'
import type { SvelteKitAuth } from '../../src/frameworks/sveltekit/sveltekit-auth.js'
import { github } from '../../src/providers/github.js'
import { google } from '../../src/providers/google.js'
import { createAuth, resolved, specOf } from './support.js'

const ids = (spec: { providers: readonly { id: string }[] }) => spec.providers.map(({ id }) => id)

test('a chain of steps becomes one configuration', () => {
  const adapter = memory()
  const signIn = () => true
  const created = () => {}
  const spec = specOf(
    createAuth()
      .provider(github())
      .provider(google())
      .adapter(adapter)
      .session({ maxAge: 60 })
      .callbacks({ signIn })
      .events({ createUser: created })
      .pages({ signIn: '/login' })
      .cookies({ sessionToken: { name: 'session' } })
      .options({ secret: '0123456789abcdef0123456789abcdef', basePath: '/auth' }),
  )
  expect(ids(spec)).toEqual(['github', 'google'])
  expect(spec.adapter).toBe(adapter)
  expect(spec.session).toEqual({ strategy: 'database', maxAge: 60 })
  expect(spec.callbacks.signIn).toEqual([signIn])
  expect(spec.events.createUser).toEqual([created])
  expect(spec.pages).toEqual({ signIn: '/login' })
  expect(spec.cookies).toEqual({ sessionToken: { name: 'session' } })
  expect(spec.options).toEqual({ secret: '0123456789abcdef0123456789abcdef', basePath: '/auth' })
})

test('sessions are database rows with an adapter and sealed tokens without one, unless `session.strategy` is set', () => {
  const base = createAuth().provider(github())
  expect(specOf(base).session.strategy).toBe('jwt')
  expect(specOf(base.adapter(memory())).session.strategy).toBe('database')
  expect(specOf(base.adapter(memory()).session({ strategy: 'jwt' })).session.strategy).toBe('jwt')
  expect(specOf(base.session({ strategy: 'jwt' }).adapter(memory())).session.strategy).toBe('jwt')
})

test('a step returns a new builder and does not change the old one', () => {
  const base = createAuth().provider(github())
  const more = base.provider(google())
  base.options({ debug: true })
  expect(ids(specOf(base))).toEqual(['github'])
  expect(ids(specOf(more))).toEqual(['github', 'google'])
  expect(specOf(base).options).toEqual({})
})

test('callbacks and listeners run in the order in which they were added', () => {
  const [first, second] = [({ token }: any) => token, ({ token }: any) => token]
  const [early, late] = [() => {}, () => {}]
  const redirect = ({ baseUrl }: { baseUrl: string }) => baseUrl
  const spec = specOf(
    createAuth()
      .provider(github())
      .callbacks({ jwt: first, redirect: ({ url }) => url })
      .callbacks({ jwt: second, redirect })
      .events({ signIn: early })
      .events({ signIn: late }),
  )
  expect(spec.callbacks.jwt).toEqual([first, second])
  expect(spec.callbacks.redirect).toBe(redirect)
  expect(spec.events.signIn).toEqual([early, late])
})

test('a configuration object has the same effect as the corresponding builder steps', () => {
  const adapter = memory()
  const session = ({ session }: any) => session
  const fromObject = specOf(
    createAuth({
      providers: [github(), google()],
      adapter,
      session: { maxAge: 60 },
      callbacks: { session },
      pages: { error: '/oops' },
      trustHost: true,
    }),
  )
  const fromSteps = specOf(
    createAuth()
      .provider(github())
      .provider(google())
      .adapter(adapter)
      .session({ maxAge: 60 })
      .callbacks({ session })
      .pages({ error: '/oops' })
      .options({ trustHost: true }),
  )
  expect(ids(fromObject)).toEqual(ids(fromSteps))
  const { providers: _, ...object } = fromObject
  const { providers: __, ...steps } = fromSteps
  expect(object).toEqual(steps)
})

test('builder steps can follow the configuration object of createAuth()', () => {
  const spec = specOf(createAuth({ providers: [github()] }).provider(google()))
  expect(ids(spec)).toEqual(['github', 'google'])
})

test('the option `prefix` of SolidStart sets the base path', async () => {
  const { createBuilder } = await import('../../src/builder/create-auth.js')
  const builder = createBuilder('solid-start', (spec) => spec)()
    .provider(github())
    .options({ prefix: '/api/auth' })
  expect(specOf(builder).options).toEqual({ basePath: '/api/auth' })
})

test('a configuration function is called for each request, and requests do not share a configuration', async () => {
  const lazy = createAuth(async (request) => {
    const clientId = request?.headers.get('x-client') ?? 'none'
    await new Promise((done) => setTimeout(done, clientId === 'slow' ? 20 : 0))
    return createAuth().provider(github({ clientId }))
  }).options({ trustHost: true })
  const ask = (client: string) =>
    resolved(lazy, new Request('https://acme.example', { headers: { 'x-client': client } }))
  const [slow, fast, none] = await Promise.all([ask('slow'), ask('fast'), resolved(lazy)])
  expect([slow, fast, none].map(({ providers }) => (providers[0] as { clientId: string }).clientId)).toEqual([
    'slow',
    'fast',
    'none',
  ])
  expect(slow.options).toEqual({ trustHost: true })
})

test('a configuration function can return an object, or a builder with a configuration function', async () => {
  expect(ids(await resolved(createAuth(() => ({ providers: [github()] })).provider(google())))).toEqual([
    'github',
    'google',
  ])
  const nested = createAuth(() => createAuth(() => createAuth({ providers: [github()] })).provider(google()))
  expect(ids(await resolved(nested))).toEqual(['github', 'google'])
})

test('an error of the configuration function is thrown to the caller', async () => {
  const lazy = createAuth(() => {
    throw new Error('no environment')
    // biome-ignore lint/correctness/noUnreachable: it says what the function would return
    return createAuth().provider(github())
  })
  await expect(resolved(lazy)).rejects.toThrow('no environment')
})

test('if a function of the request always returns the same builder, it is checked only once', async () => {
  const secret = '0123456789abcdef0123456789abcdef'
  const inner = createAuth().provider(github()).options({ secret })
  const outer = createAuth(() => inner)
  const { resolve } = (outer as unknown as { build(): LazySpec }).build()
  const first = await resolve(undefined)
  expect(await resolve(undefined)).toBe(first)
  expect(ids(await resolved(createAuth(() => inner).provider(google())))).toEqual(['github', 'google'])
  expect(ids(await resolve(undefined))).toEqual(['github'])
})

test('a builder without .build() throws a helpful error when it is used in JavaScript', () => {
  const builder = createAuth().provider(github()) as unknown as Record<string, { GET: unknown }>
  const sentence = 'A builder has no "handlers". Call .build() first, and use the instance that it returns.'
  expect(() => builder['handlers']?.GET).toThrow(sentence)
  expect(() => {
    const { auth } = builder
    return auth
  }).toThrow('A builder has no "auth". Call .build() first')
})

type Instance<Types extends AuthTypes> =
  | keyof Auth<Types>
  | keyof NextAuth<Types>
  | keyof SvelteKitAuth<Types>
  | keyof SolidStartAuth<Types>

/** All member names of the instances of all frameworks. */
const namesOfInstances: Record<Exclude<Instance<AuthTypes>, `~${string}`>, true> = {
  GET: true,
  POST: true,
  accounts: true,
  auth: true,
  close: true,
  fetch: true,
  getSession: true,
  handle: true,
  handler: true,
  handlers: true,
  health: true,
  middleware: true,
  passkeys: true,
  passwords: true,
  protect: true,
  sessions: true,
  signIn: true,
  signOut: true,
  tokens: true,
  unstable_update: true,
  update: true,
}

test.each(Object.keys(namesOfInstances))(
  'reading "%s" of a builder without .build() throws a helpful error',
  (name) => {
    const builder = createAuth().provider(github()) as unknown as Record<string, unknown>
    expect(() => builder[name]).toThrow(`A builder has no "${name}". Call .build() first`)
  },
)
