/** The status of responses to requests that failed. */
import { expect, test } from 'vitest'
import { AccessDenied, AuthError, StoreError } from '../../../src/errors.js'
import { createAuth } from '../../../src/index.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

const provider = credentialsWith({ authorize: () => ({ id: 'ada', name: 'Ada' }) })

test.each([
  [new AccessDenied('Not now.'), 403],
  [new Error('A bug of the application.'), 500],
])('a session callback that throws (%s) causes status %i', async (error, status) => {
  let throws = false
  const browser = new Browser(
    app({
      providers: [provider],
      callbacks: {
        session: ({ session }) => {
          if (throws) throw error
          return session
        },
      },
    }).handle,
  )
  await browser.post('/auth/callback/credentials')
  throws = true
  const response = await browser.send('/auth/session')
  expect([response.status, await response.json()]).toEqual([
    status,
    { message: 'The session could not be read.' },
  ])
})

test.each(['application/json', 'text/html'])(
  'a configuration function that fails with a StoreError gets status 503 (%s)',
  async (accept) => {
    const { handler } = createAuth(async () => {
      throw new StoreError('The store of tenants did not respond.')
    }).build()
    const request = new Request('https://app.test/auth/session', { headers: { accept } })
    const response = await handler(request)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  },
)

test.each([
  [403, 'Access is denied.'],
  [429, 'There were too many attempts. Try again later.'],
] as const)('an application error with status %i has a message for scripts', async (status, message) => {
  class Refused extends AuthError {
    static override readonly status = status
    static override readonly response = 'message'
  }
  const { handler } = createAuth(async () => {
    throw new Refused('This tenant is closed.')
  }).build()
  const response = await handler(new Request('https://app.test/auth/session'))
  expect([response.status, await response.json()]).toEqual([status, { message }])
})

test('the redirect to the error page of a failed sign-out has no Retry-After', async () => {
  let isDown = false
  const down = (): never => {
    throw new Error('The store is down.')
  }
  const rows = new Map<string, string>()
  const browser = new Browser(
    app({
      providers: [provider],
      options: {
        secret: SECRET,
        store: {
          get: async (key) => (isDown ? down() : (rows.get(key) ?? null)),
          set: async (key, value) => (isDown ? down() : void rows.set(key, value)),
          consume: async () => (isDown ? down() : null),
          increment: async () => (isDown ? down() : { count: 1, resetsIn: 60 }),
          compareAndSet: async () => (isDown ? down() : true),
        },
      },
    }).handle,
  )
  await browser.post('/auth/callback/credentials')
  isDown = true
  const response = await browser.post('/auth/signout')
  expect([response.status, response.headers.get('retry-after')]).toEqual([302, null])
})

test('a script that exceeds a limit gets Retry-After even if the response is a redirect', async () => {
  const browser = new Browser(
    app({
      providers: [credentialsWith({ authorize: () => null })],
      pages: { signIn: '/login' },
      options: { limits: { account: { max: 1, window: 90 } } },
    }).handle,
  )
  browser.headers = { 'x-auth-return-redirect': '1' }
  const attempt = (): Promise<Response> => browser.post('/auth/callback/credentials', { email: 'ada' })
  await attempt()
  expect((await attempt()).headers.get('retry-after')).toBe('90')
})
