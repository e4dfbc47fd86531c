import './async-storage.js'
import { NextRequest } from 'next/server.js'
import { expect, test } from 'vitest'
import { createNextAuth } from '../../../src/frameworks/next/create-next-auth.js'
import { credentials } from '../../../src/providers/credentials.js'
import { specOf } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { nextApp, runInNext } from './request.js'

const SITE = 'https://app.test'

test('sessions.current() returns the session of the current server action, or of the request that is passed', async () => {
  const { handlers, sessions } = nextApp({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    environment: { AUTH_URL: SITE },
  })
  const browser = new Browser(
    (request) => handlers[request.method as 'GET' | 'POST'](new NextRequest(request)),
    SITE,
    undefined,
    '/api/auth',
  )
  await browser.post('/api/auth/callback/credentials')
  const headers = { host: 'app.test', cookie: browser.jar.header }

  const current = await runInNext(headers, () => sessions.current())
  expect(current).toMatchObject({ userId: 'ada', createdAt: expect.any(Date) })
  expect(await sessions.current(new Request(SITE, { headers }))).toEqual(current)
  expect(await runInNext({ host: 'app.test' }, () => sessions.current())).toBeNull()
  // A request that is passed takes precedence.
  expect(await runInNext(headers, () => sessions.current(new Request(SITE)))).toBeNull()
})

test('a module can destructure `sessions` before the first request', async () => {
  const providers = [credentials({ input: {}, authorize: () => ({ id: 'ada' }) })]
  const { spec } = specOf({ providers }, 'next')
  const { handlers, sessions } = createNextAuth(spec, { environment: { AUTH_URL: SITE } })
  expect(sessions).toBeDefined()
  const request = new NextRequest(`${SITE}/docs/api/auth/providers`, { nextConfig: { basePath: '/docs' } })
  const response = await handlers.GET(request)
  expect((await response.json()).credentials.callbackUrl).toBe(`${SITE}/docs/api/auth/callback/credentials`)
})

test.each(['none', 'cross-site', 'same-site'])(
  'a route handler for GET does not sign a user in if a link on a page has sent the request (sec-fetch-site: %s)',
  async (site) => {
    const { signIn } = nextApp({
      providers: [credentials({ input: {}, authorize: () => ({ id: 'eve', name: 'Eve' }) })],
      environment: { AUTH_URL: SITE },
    })
    const headers = { host: 'app.test', 'content-type': '', 'sec-fetch-site': site }
    const called = runInNext(headers, () => signIn('credentials', { redirect: false }))
    await expect(called).rejects.toMatchObject({ type: 'MissingCSRF' })
  },
)
