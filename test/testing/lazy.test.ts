/** Configurations that are functions of the request, or of the event of SvelteKit. */
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test, vi } from 'vitest'
import { createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { credentials } from '../../src/providers/credentials.js'
import { createAuth as createSolidStartAuth } from '../../src/solid-start.js'
import {
  authMatchers,
  inNextRequest,
  inSolidStartRequest,
  inSvelteKitRequest,
  svelteKitEvent,
} from '../../src/testing/vitest.js'
import { clock, testAuth } from '../../src/testing.js'

expect.extend(authMatchers)

vi.mock('$app/paths', () => ({ resolve: (path: string) => path }))
vi.mock('$env/dynamic/private', () => ({ env: {} }))
const { createAuth: createKitAuth } = await import('../../src/sveltekit.js')

type Role = 'admin' | 'member'

const form = credentials({ input: {}, authorize: () => ({ id: '1', name: 'Ada', role: 'member' as Role }) })
const logger = { error: () => {}, warn: () => {} }
const secret = 'a secret of more than thirty-two characters'

/** A secret for each host, so that the cookie of one host is not a session of another host. */
const secretOf = (host: string) => `the secret of ${host}, of more than thirty-two characters`

/** Configurations that are functions of the request, which may be `undefined` in Next.js and SolidStart. */
const ofRequest = {
  web: () =>
    createAuth((request: Request | undefined) => ({
      providers: [form],
      secret: secretOf(new URL(request?.url ?? '').host),
      logger,
    })).build(),
  'Next.js': () =>
    createNextAuth((request: Request | undefined) => ({
      providers: [form],
      secret: secretOf(new URL(request?.url ?? '').host),
      logger,
    })).build(),
  SolidStart: () =>
    createSolidStartAuth((request: Request | undefined) => ({
      providers: [form],
      secret: secretOf(new URL(request?.url ?? '').host),
      logger,
    })).build(),
}

test.each(Object.keys(ofRequest) as (keyof typeof ofRequest)[])(
  'testAuth signs in with the configuration for a request to its `url`: %s',
  async (name) => {
    const auth = ofRequest[name]()
    const ada = await testAuth(auth, { url: 'http://a.example' })({ user: { name: 'Ada', role: 'admin' } })
    expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
    await expect(ada.request('/account')).toBeSignedIn(auth)
    await expect(ada.request('http://b.example/account')).not.toBeSignedIn(auth)
    clock(auth).advance({ days: 31 })
    expect(await ada.session()).toBeNull()
  },
)

test('inNextRequest calls a server component of Next.js with a configuration per request', async () => {
  const auth = createNextAuth((request: Request | undefined) => ({
    providers: [form],
    secret: request ? secret : secret,
  })).build()
  const ada = await testAuth(auth)({ user: { name: 'Ada' } })
  const { result } = await inNextRequest(ada.request('/account'), () => auth.auth())
  expect(result).toMatchObject({ user: { name: 'Ada' } })
})

test('a test can call a server function of SolidStart with a configuration per request', async () => {
  const auth = ofRequest.SolidStart()
  const ada = await testAuth(auth)({ user: { name: 'Ada' } })
  const { result } = await inSolidStartRequest(ada.request('/account'), () => auth.getSession())
  expect(result).toMatchObject({ user: { name: 'Ada' } })
})

test('testAuth signs in with the configuration of an event of SvelteKit', async () => {
  const kit = createKitAuth((event) => ({
    providers: [form],
    secret: secretOf(event.url.host),
    logger,
  })).build()
  for (const auth of [kit, kit.auth]) {
    const ada = await testAuth(auth)({ user: { name: 'Ada', role: 'admin' } })
    expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
    await expect(ada.request('/account')).toBeSignedIn(auth)
    expect(await kit.auth(svelteKitEvent(ada.request('/account')))).toMatchObject({ user: { name: 'Ada' } })
    await expect(ada.request('http://b.example/account')).not.toBeSignedIn(auth)
  }
})

test('testAuth signs in with a configuration that reads its secret from the platform of the event', async () => {
  const auth = createKitAuth(({ platform }) => ({
    providers: [form],
    secret: (platform as unknown as { env: { SECRET: string } }).env.SECRET,
  })).build()
  const event = (request: Request) => svelteKitEvent(request, { platform: { env: { SECRET: secret } } })
  const ada = await testAuth(auth, { event })({ user: { name: 'Ada' } })
  expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
  const page = event(ada.request('/account'))
  const resolve = async ({ locals }: RequestEvent) => Response.json(await (locals as any).auth())
  const response = await inSvelteKitRequest(page, () => auth.handle({ event: page as never, resolve }))
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})
