import './async-storage.js'
import { cookies as nextCookies, headers as nextHeaders } from 'next/headers.js'
import { NextRequest } from 'next/server.js'
import { expect, test } from 'vitest'
import { setCookies } from '../../../src/frameworks/next/cookies.js'
import { serverIncoming } from '../../../src/frameworks/next/requests.js'
import { credentials } from '../../../src/providers/credentials.js'
import { Browser } from '../../support/browser.js'
import { nextApp, runInNext } from './request.js'

const SITE = 'https://app.test'
const SESSION = '__Host-authwright.session-token'

const cookieOf = async (cookie: string, before: (cookies: any) => void = () => {}): Promise<string | null> =>
  runInNext({ host: 'app.test', cookie }, async () => {
    const cookies = await nextCookies()
    before(cookies)
    return serverIncoming(await nextHeaders(), cookies).headers.get('cookie')
  })

test('two session cookies with the same name are rejected, also in a server component', async () => {
  const { auth, handlers } = nextApp({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    environment: { AUTH_URL: SITE },
  })
  const browser = new Browser(
    (request) => {
      const { method } = request
      return handlers[method as 'GET' | 'POST'](new NextRequest(request))
    },
    SITE,
    undefined,
    '/api/auth',
  )
  await browser.post('/api/auth/callback/credentials')
  const token = browser.jar.get(SESSION)
  const read = (cookie: string): Promise<unknown> =>
    runInNext({ host: 'app.test', cookie }, async () => auth())

  expect(await read(`${SESSION}=${token}`)).toMatchObject({ user: { name: 'Ada' } })
  expect(await read(`${SESSION}=another; ${SESSION}=${token}`)).toBeNull()
  expect(await read(`${SESSION}=${token}; ${SESSION}=another`)).toBeNull()
  expect(await read(`${SESSION}=${token}; ${SESSION} =another`)).toBeNull()
  expect(await read(`${SESSION}=${token}; ${SESSION}=${token}`)).toBeNull()
})

test('the cookie header is read unchanged, including cookies that cannot be decoded', async () => {
  expect(await cookieOf('a=1; a=2; b=%ff; c=x%20y; d')).toBe('a=1; a=2; b=%ff; c=x%20y; d')
})

test('a cookie that was set or deleted during the request replaces the cookie in the header', async () => {
  expect(
    await cookieOf('a=1; a=2; b=3; c=4', (cookies) => {
      setCookies(cookies, [{ name: 'a', value: 'new value', options: {} }])
      cookies.delete('b')
      cookies.set('d', '5')
    }),
  ).toBe('c=4; a=new%20value; d=5')
})
