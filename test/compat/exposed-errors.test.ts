import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.js'
import Credentials from '../../src/compat/providers/credentials.js'
import { Auth } from '../../src/compat.js'
import { SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

/*
 * An application of `next-auth` 4 whose `authorize` throws. There, the browser was sent to the error page with
 * `?error=<message>`, and `signIn()` of the browser returned the message as `error`.
 */

const provider = Credentials({
  credentials: { password: { type: 'password' } },
  async authorize({ password }) {
    if (password !== 'right') throw new Error('Wrong password')
    return { id: 'u1', name: 'Ada' }
  },
})

function browserOf(more: object, pages: object): Browser {
  const logger = { error: () => {}, warn: () => {}, debug: () => {} }
  const config = { providers: [{ ...provider, ...more }], pages, logger }
  return new Browser((request) =>
    Auth(request, { basePath: '/auth', secret: SECRET, trustHost: true, ...config }),
  )
}

const enter = (browser: Browser, password: string): Promise<Response> =>
  browser.post('/auth/callback/credentials', { password, callbackUrl: '/inside' })

/** The client of a page, whose requests the browser sends. */
function clientOf(browser: Browser) {
  vi.stubGlobal('location', new URL('/login', browser.origin))
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    browser.send(path, { ...init, headers: { ...init.headers, origin: browser.origin } }),
  )
  return createClient()
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an Error that authorize of authwright/compat throws', () => {
  test.each([
    [{ signIn: '/login', error: '/failed' }, '/failed'],
    [{ signIn: '/login' }, '/login'],
    [{}, '/auth/signin'],
  ])(
    'with exposeErrors, the message of an error of authorize is shown, with the pages %j',
    async (pages, path) => {
      const browser = browserOf({ exposeErrors: true }, pages)
      const { pathname, searchParams } = locationOf(await enter(browser, 'wrong'))
      expect(pathname).toBe(path)
      expect(searchParams.get('error')).toBe('Wrong password')
      expect(await browser.session()).toBeNull()
      expect(locationOf(await enter(browser, 'right')).pathname).toBe('/inside')
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    },
  )

  test('without exposeErrors, the message of an error of authorize is not shown', async () => {
    const { pathname, searchParams } = locationOf(await enter(browserOf({}, { signIn: '/login' }), 'wrong'))
    expect([pathname, searchParams.get('error')]).toEqual(['/auth/error', 'Configuration'])
  })

  test.each([
    [{ exposeErrors: true }, {}, 'Wrong password'],
    [{ exposeErrors: true }, { signIn: '/login', error: '/failed' }, 'Wrong password'],
    [{}, {}, 'Configuration'],
    [{}, { signIn: '/login', error: '/failed' }, 'Configuration'],
  ])('with %j and the pages %j, signIn() in the browser returns the error %j', async (more, pages, error) => {
    const browser = browserOf(more, pages)
    const client = clientOf(browser)
    const wrong = { password: 'wrong', redirect: false }
    expect(await client.signIn('credentials', wrong)).toMatchObject({ ok: false, error })
    expect(await browser.session()).toBeNull()
    const right = { password: 'right', redirect: false }
    expect(await client.signIn('credentials', right)).toMatchObject({ ok: true })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })
})
