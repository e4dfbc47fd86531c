import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { handleEvent } from '../../../src/frameworks/sveltekit/hook.js'
import { createEvents } from '../../../src/frameworks/sveltekit/open-event.js'
import { protect } from '../../../src/frameworks/sveltekit/protect.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { github } from '../../../src/providers/github.js'
import { app, lazyApp, SECRET } from '../../support/app.js'

const SITE = 'https://app.test'

/** A request for a page with the cookie of a session. */
function visitOf(path: string): AuthEvent {
  const url = new URL(path, SITE)
  const headers = { accept: 'text/html', cookie: '__Host-authwright.session-token=a-token-of-somebody' }
  const set = (): never => {
    throw new Error('No cookie is changed.')
  }
  const parts = { url, request: new Request(url, { headers }), isDataRequest: false, cookies: { set } }
  return parts as unknown as AuthEvent
}

test('a guard lets no request through and signs no user out while the database does not respond', async () => {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  const application = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    adapter: { ...memory(), getSessionAndUser: down },
    environment: { AUTH_URL: SITE },
  })
  await expect(protect(visitOf('/inside'), {}, createEvents(application.open))).rejects.toMatchObject({
    status: 503,
  })
  expect(application.logged.map(({ name }) => name)).toEqual(['AdapterError'])
})

/** The callback URL of the sign-in page to which a signed-out user is redirected. */
async function callbackUrlOf(path: string, init: RequestInit, parts: Partial<AuthEvent>) {
  const url = new URL(path, SITE)
  const request = new Request(url, { ...init, headers: { accept: 'text/html', ...init.headers } })
  const event = { url, request, isDataRequest: false, cookies: {}, ...parts } as unknown as AuthEvent
  const { open } = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    callbacks: { redirect: ({ url: target }) => target },
    environment: { AUTH_URL: SITE },
  })
  const thrown: unknown = await protect(event, {}, createEvents(open)).catch((error: unknown) => error)
  const { location = '' } = thrown as { location?: string }
  return new URL(location, SITE).searchParams.get('callbackUrl')
}

test('protect() in a remote function redirects back to the page that called it', async () => {
  const target = (referer: string) => {
    const parts = { isRemoteRequest: true }
    return callbackUrlOf('/_app/remote/abc', { headers: { referer } }, parts)
  }
  expect(await target(`${SITE}/inside?tab=2`)).toBe(`${SITE}/inside?tab=2`)
  expect(await target('https://other.test/inside')).toBeNull()
})

test('protect() leads back to a page with its query, but without the name of a form action', async () => {
  expect(await callbackUrlOf('/inside?tab=2', {}, {})).toBe(`${SITE}/inside?tab=2`)
  expect(await callbackUrlOf('/inside?tab=2', { method: 'HEAD' }, {})).toBe(`${SITE}/inside?tab=2`)
  expect(await callbackUrlOf('/inside?/rename', { method: 'POST' }, {})).toBe(`${SITE}/inside`)
})

test('a configuration function receives an event with the trusted host of the request', async () => {
  const events: AuthEvent[] = []
  const application = lazyApp(
    (event) => {
      events.push(event as unknown as AuthEvent)
      return {
        providers: [github({ clientId: 'client', clientSecret: 'secret' })],
        options: { secret: SECRET },
      }
    },
    { environment: { AUTH_TRUSTED_HOSTS: '*.app.test' } },
  )
  const visit = visitOf('/inside?a=b')
  visit.request.headers.set('x-forwarded-host', 'a.app.test')
  const platform = { env: {} }
  await createEvents(application.open).open(Object.assign(visit, { platform })).request.session()
  expect(events).toHaveLength(1)
  const [{ request, url, ...own } = visit] = events
  expect([request.url, url.href]).toEqual(['https://a.app.test/inside?a=b', 'https://a.app.test/inside?a=b'])
  expect(own).toEqual({})
  expect(events[0]).toMatchObject({ platform, cookies: visit.cookies })
  expect(visit.url.host).toBe('app.test')
})

test('in development, an error page explains that the secret is missing', async () => {
  const application = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    options: { secret: undefined as never },
    environment: { NODE_ENV: 'development' },
  })
  const url = new URL('http://localhost:5173/inside')
  const request = new Request(url, { headers: { accept: 'text/html' } })
  const event = { url, request, isDataRequest: false, cookies: {}, locals: {} } as unknown as AuthEvent
  const port = { isRoute: async () => false, respond: application.handle }
  const response = await handleEvent(
    {
      event,
      resolve: async ({ locals }) => {
        const { auth } = locals as { auth: () => Promise<unknown> }
        await auth().catch(() => undefined)
        return new Response('Internal Error', { status: 500 })
      },
    },
    createEvents(application.open),
    port as never,
  )
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('npx authwright secret --write')
})
