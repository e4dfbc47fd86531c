import { describe, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { defineFeature, json } from '../../src/feature.js'
import { AuthConfigurationError, createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { github } from '../../src/providers/github.js'
import type { ApiCall, Feature } from '../../src/runtime/core/feature.js'
import { createAuth as createSolidStartAuth } from '../../src/solid-start.js'
import { createAuth as createSvelteKitAuth } from '../../src/sveltekit.js'

vi.mock('../../src/frameworks/sveltekit/kit.js', () => ({ kitBase: () => '', kitEnvironment: () => ({}) }))

const SECRET = 'a secret of more than thirty-two characters'

const places = {
  name: 'places',
  version: 1,
  api: {
    async basePathAnd(call: ApiCall, suffix: string): Promise<string> {
      return (await call.app()).basePath + suffix
    },
  },
} satisfies Feature

const provider = github({ clientId: 'id', clientSecret: 'secret' })
const options = { secret: SECRET, trustHost: true }

test('the methods of a feature are on the result of .build() for each framework', async () => {
  const web = createAuth({ providers: [provider], ...options })
    .use(places)
    .build()
  const next = createNextAuth({ providers: [provider], ...options })
    .use(places)
    .build()
  const kit = createSvelteKitAuth({ providers: [provider], ...options })
    .use(places)
    .build()
  const solid = createSolidStartAuth({ providers: [provider], ...options })
    .use(places)
    .build()
  expect(await web.basePathAnd('/x')).toBe('/auth/x')
  expect(await next.basePathAnd('/x')).toBe('/api/auth/x')
  expect(await kit.basePathAnd('/x')).toBe('/auth/x')
  expect(await solid.basePathAnd('/x')).toBe('/api/auth/x')
})

test('a feature adds its methods to a configuration that is created for each request', async () => {
  const auth = createAuth(() => createAuth({ providers: [provider], ...options }))
    .use(places)
    .build()
  expect(await auth.basePathAnd('/x')).toBe('/auth/x')
})

test('a configuration function cannot add a feature with methods', async () => {
  const auth = createAuth(() => createAuth({ providers: [provider], ...options }).use(places)).build()
  await expect(auth.auth(new Request('https://app.test/'))).rejects.toThrow(
    "Call .use() with the feature 'places' on the result of createAuth(), not inside its function",
  )
})

test('a feature method with the name of an existing method is refused', () => {
  const taking = (name: string): object => ({
    name: `takes-${name}`,
    version: 1,
    api: { [name]: () => null },
  })
  const base = createAuth({ providers: [provider], ...options })
  for (const build of [
    () => base.use(taking('signIn') as {}).build(),
    () =>
      base
        .use(places)
        .use(taking('basePathAnd') as {})
        .build(),
    () =>
      createNextAuth({ providers: [provider], ...options })
        .use(taking('unstable_update') as {})
        .build(),
  ])
    expect(build).toThrow(AuthConfigurationError)
  expect(() => base.use(taking('signIn') as {}).build()).toThrow('the method `signIn`, which exists already')
})

test('a feature method named `then` is refused, because the instance would be a promise', () => {
  const base = createAuth({ providers: [provider], ...options })
  const api = Object.fromEntries([['then', () => null]])
  expect(() => base.use({ name: 'thenable', version: 1, api } as {}).build()).toThrow('the method `then`')
})

test('two features with the same name are refused, even if one is built in', () => {
  const base = createAuth({ providers: [provider], ...options })
  const route = async () => json(null)
  const one = defineFeature({
    name: 'audit',
    version: 1,
    routes: { audit: { provider: 'none', GET: route } },
  })
  const other = defineFeature({
    name: 'audit',
    version: 1,
    routes: { log: { provider: 'none', GET: route } },
  })
  expect(() => base.use(one).use(other).build()).toThrow("Two features are named 'audit'.")
  for (const name of ['oauth', 'pages', 'database']) {
    expect(() => base.use({ ...one, name }).build()).toThrow(`Two features are named '${name}'.`)
  }
})

test('two features with the same name but different functions are refused', () => {
  const base = createAuth({ providers: [provider], ...options })
  const network = (isAllowed: boolean) =>
    defineFeature({
      name: 'network',
      version: 1,
      sessions: () => ({ name: 'network', phase: 'find', admit: async () => (isAllowed ? 'keep' : 'end') }),
    })
  expect(() => base.use(network(true)).use(network(false)).build()).toThrow(
    "Two features are named 'network'.",
  )
})

test('the same feature used twice counts once', () => {
  const base = createAuth({ providers: [provider], ...options })
  const audit = defineFeature({ name: 'audit', version: 1, routes: { audit: { provider: 'none' } } })
  expect(() => base.use(audit).use(audit).build()).not.toThrow()
})

describe('providers of two copies of the package', async () => {
  const providers = async () => {
    vi.resetModules()
    const { dev } = await import('../../src/dev.js')
    const { credentials } = await import('../../src/providers/credentials.js')
    const { github } = await import('../../src/providers/github.js')
    const { google } = await import('../../src/providers/google.js')
    const { resend } = await import('../../src/providers/resend.js')
    const client = { clientId: 'client', clientSecret: 'secret' }
    return {
      credentials: credentials({ input: { name: {} }, authorize: () => null }),
      dev: dev(),
      github: github(client),
      google: google(client),
      resend: resend({ from: 'a@example.com', apiKey: 'key' }),
    }
  }
  const [ones, others] = [await providers(), await providers()]

  test.each(Object.keys(ones) as (keyof typeof ones)[])(
    'a provider from two copies of the package counts as one feature: %s',
    (name) => {
      const [one, other] = [ones[name], others[name]] as unknown as [
        Record<string, Feature>,
        Record<string, Feature>,
      ]
      expect(one['~feature']).not.toBe(other['~feature'])
      const providers = [one, { ...other, id: 'other' }] as never[]
      expect(() => createAuth({ ...options, adapter: memory(), providers })).not.toThrow()
    },
  )
})

test('a feature route with an existing path is refused', () => {
  const base = createAuth({ providers: [provider], ...options })
  for (const path of ['session', 'signin', 'callback']) {
    const taking = defineFeature({ name: 'taking', version: 1, routes: { [path]: { provider: 'none' } } })
    expect(() => base.use(taking).build()).toThrow(`The feature 'taking' has the route '/${path}'`)
  }
})

test('a feature for another version of the package is refused', () => {
  const later = { name: 'later', version: 2 } as unknown as {}
  expect(() =>
    createAuth({ providers: [provider] })
      .use(later)
      .build(),
  ).toThrow("The feature 'later' must be one for this version of Authwright.")
})
