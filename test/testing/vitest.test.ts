// Applications load this module of Next.js before the test kit, too.
import 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { runInNewContext } from 'node:vm'
import type { RequestEvent } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { cookies as nextCookies } from 'next/headers.js'
import { RequestContext } from 'solid-js/web'
import { describe, expect, test, vi } from 'vitest'
import { createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { github } from '../../src/providers/github.js'
import { createAuth as createSolidStartAuth } from '../../src/solid-start.js'
import {
  authMatchers,
  inNextRequest,
  inSolidStartRequest,
  inSvelteKitRequest,
  svelteKitEvent,
} from '../../src/testing/vitest.js'
import { identityProvider, testAuth } from '../../src/testing.js'

expect.extend(authMatchers)

vi.mock('$app/paths', () => ({ resolve: (path: string) => path }))
vi.mock('$env/dynamic/private', () => ({ env: {} }))

const secret = 'a secret of more than thirty-two characters'
const options = { secret, logger: { error: () => {}, warn: () => {} } }
const signedOut = new Request('http://localhost/account')

describe('matchers', () => {
  const auth = createAuth().provider(github()).options(options).build()

  test('toBeSignedIn passes for a signed-in user only', async () => {
    const ada = await testAuth(auth)()
    await expect(ada.request()).toBeSignedIn(auth)
    await expect(signedOut).not.toBeSignedIn(auth)
    await expect(expect(signedOut).toBeSignedIn(auth)).rejects.toThrow('the request has a session')
  })

  test('toRedirectToSignIn passes for a redirect to the sign-in page only', () => {
    const to = (location: string) => new Response(null, { status: 302, headers: { location } })
    expect(to('/auth/signin?callbackUrl=%2Faccount')).toRedirectToSignIn({ callbackUrl: '/account' })
    expect(to('/login')).toRedirectToSignIn({ page: '/login' })
    expect(to('/login')).not.toRedirectToSignIn()
    expect(to('/auth/signin')).not.toRedirectToSignIn({ callbackUrl: '/account' })
    expect({ status: 303, location: '/auth/signin' }).toRedirectToSignIn()
    expect({ digest: 'NEXT_REDIRECT;replace;/api/auth/signin;307;' }).toRedirectToSignIn()
    expect(new Response()).not.toRedirectToSignIn()
    expect(new Response(null, { headers: { location: '/auth/signin' } })).not.toRedirectToSignIn()
    // A middleware that lets the request pass may return nothing.
    expect(undefined).not.toRedirectToSignIn()
    expect(() => expect(undefined).toRedirectToSignIn()).toThrow('redirect to the sign-in page')
    expect(() => expect(to('/')).toRedirectToSignIn()).toThrow('Received: "/"')
    expect(() => expect(to('/login')).toRedirectToSignIn()).toThrow('`page`')
  })

  test('toSetSessionCookie passes for a response with a session cookie only', () => {
    const setting = (cookie: string) => new Response(null, { headers: { 'set-cookie': cookie } })
    expect(setting('__Host-authwright.session-token=x; Path=/')).toSetSessionCookie()
    expect(setting('authwright.session-token.0=x')).toSetSessionCookie()
    expect(setting('authwright.session-token=; Max-Age=0')).not.toSetSessionCookie()
    expect(setting('authwright.csrf-token=x')).not.toSetSessionCookie()
    expect(setting('last=session-token=x')).not.toSetSessionCookie()
    expect(() => expect(undefined).toSetSessionCookie()).toThrow('takes a `Response`')
  })
})

test('an identity provider signs tokens even if Uint8Array is not that of Node.js, as in jsdom', async () => {
  const idp = await identityProvider()
  vi.stubGlobal('Uint8Array', runInNewContext('Uint8Array'))
  try {
    expect(await idp.sign({ sub: '1' })).toMatch(/^[\w-]+[.][\w-]+[.][\w-]+$/)
  } finally {
    vi.unstubAllGlobals()
  }
})

describe('inNextRequest', () => {
  const { auth, signOut } = createNextAuth().provider(github()).options(options).build()

  test('inNextRequest calls a server component as a signed-in user', async () => {
    const ada = await testAuth(auth)({ user: { name: 'Ada' } })
    const { result, cookies } = await inNextRequest(ada.request('/account'), () => auth.protect())
    expect(result.user.name).toBe('Ada')
    expect(cookies).toEqual([])
  })

  test('inNextRequest redirects a user who is signed out', async () => {
    const page = inNextRequest(new Request(signedOut, { headers: { accept: 'text/html' } }), async () => {
      if (await auth()) return 'page'
      return auth.protect()
    })
    await expect(page).rejects.toMatchObject({ digest: expect.stringMatching(/^NEXT_/) })
  })

  test('inNextRequest collects the cookies that a server action sets', async () => {
    const ada = await testAuth(auth)()
    const request = ada.request('/account', { method: 'POST', headers: { 'next-action': '1' } })
    const { cookies } = await inNextRequest(request, () => signOut({ redirect: false }))
    expect(cookies).toContainEqual({ name: 'authwright.session-token', value: '' })
  })

  test('inNextRequest sets and deletes the cookies that code passes as objects', async () => {
    const request = new Request('http://localhost/', { headers: { cookie: 'theme=dark; size=1; b=2' } })
    const { result, cookies } = await inNextRequest(request, async () => {
      const jar = await nextCookies()
      jar.set({ name: 'theme', value: 'light', httpOnly: true })
      jar.delete({ name: 'size', path: '/' })
      jar.set('b', '3', { path: '/' })
      const shown = jar.getAll().map(({ name, value }) => `${name}=${value}`)
      jar.delete('b')
      return [shown, jar.has('b')]
    })
    expect(result).toEqual([['theme=light', 'b=3'], false])
    expect(cookies).toEqual([
      { name: 'theme', value: 'light' },
      { name: 'size', value: '' },
      { name: 'b', value: '3' },
      { name: 'b', value: '' },
    ])
  })

  test('inNextRequest gives each request separate headers', async () => {
    const as = testAuth(auth)
    const users = await Promise.all(['Ada', 'Grace'].map((name) => as({ user: { name } })))
    const sessions = await Promise.all(users.map((user) => inNextRequest(user.request(), () => auth())))
    expect(sessions.map(({ result }) => result?.user.name)).toEqual(['Ada', 'Grace'])
  })
})

describe('svelteKitEvent', () => {
  test('svelteKitEvent calls a hook and a load function as a signed-in user', async () => {
    const { createAuth: createKitAuth } = await import('../../src/sveltekit.js')
    const auth = createKitAuth().provider(github()).options(options).build()
    const ada = await testAuth(auth)({ user: { name: 'Ada' } })
    const event = svelteKitEvent(ada.request('/account'), { params: { id: '1' } })
    await auth.handle({ event: event as never, resolve: () => new Response() })
    const read = event.locals['auth'] as () => Promise<unknown>
    expect(await read()).toMatchObject({ user: { name: 'Ada' } })
    expect(await auth.auth(event as never)).toMatchObject({ user: { name: 'Ada' } })
    await expect(
      auth.auth.protect(
        svelteKitEvent(new Request(signedOut, { headers: { accept: 'text/html' } })) as never,
      ),
    ).rejects.toRedirectToSignIn({ callbackUrl: 'http://localhost/account' })
  })

  test('svelteKitEvent works with hooks in a sequence', async () => {
    const { createAuth: createKitAuth } = await import('../../src/sveltekit.js')
    const auth = createKitAuth().provider(github()).options(options).build()
    const ada = await testAuth(auth)({ user: { name: 'Ada' } })
    const event = svelteKitEvent(ada.request('/account'))
    const handle = sequence(auth.handle, ({ event, resolve }) => resolve(event))
    const resolve = async ({ locals }: RequestEvent) => Response.json(await (locals as any).auth())
    const response = await inSvelteKitRequest(event, () => handle({ event, resolve }))
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('svelteKitEvent has the same cookies as an event in a request', () => {
    const event = svelteKitEvent(new Request('http://localhost/', { headers: { cookie: 'a=1; b=2' } }))
    event.cookies.set('c', '3', { path: '/' })
    event.cookies.delete('a', { path: '/' })
    expect(event.cookies.getAll()).toEqual([
      { name: 'b', value: '2' },
      { name: 'c', value: '3' },
    ])
    expect(event.responseHeaders.getSetCookie()).toEqual(['c=3; Path=/', 'a=; Max-Age=0; Path=/'])
  })

  test('svelteKitEvent keeps an empty cookie, and removes a cookie without a lifetime', () => {
    const event = svelteKitEvent(new Request('http://localhost/', { headers: { cookie: 'a=1; b=2' } }))
    event.cookies.set('a', '', { path: '/' })
    event.cookies.set('b', '3', { path: '/', maxAge: 0 })
    expect(event.cookies.get('a')).toBe('')
    expect(event.cookies.getAll()).toEqual([{ name: 'a', value: '' }])
  })
})

describe('inSolidStartRequest', () => {
  const auth = createSolidStartAuth().provider(github()).options(options).build()

  test('inSolidStartRequest calls a server function as a signed-in user', async () => {
    const ada = await testAuth(auth)({ user: { name: 'Ada' } })
    const { result } = await inSolidStartRequest(ada.request(), () => auth.getSession())
    expect(result?.user.name).toBe('Ada')
    expect(
      (globalThis as { [RequestContext]?: { getStore(): unknown } })[RequestContext]?.getStore(),
    ).toBeUndefined()
  })

  test('inSolidStartRequest redirects a user who is signed out', async () => {
    const request = new Request(signedOut, { headers: { accept: 'text/html' } })
    await expect(inSolidStartRequest(request, () => auth.protect())).rejects.toRedirectToSignIn()
  })

  test('inSolidStartRequest adds the cookies that code has set to the redirect that it throws', async () => {
    const ada = await testAuth(auth)()
    const request = ada.request('/', { method: 'POST' })
    const redirect = inSolidStartRequest(request, () => auth.signOut({ redirectTo: '/' })).catch(
      (error) => error,
    )
    const { headers } = await redirect
    expect(headers.getSetCookie().join()).toContain('authwright.session-token=; ')
    expect(headers.get('location')).toBe('http://localhost/')
  })
})
