import { describe, expect, test } from 'vitest'
import { skipCSRFCheck } from '../../../src/options/auth-options.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { watching } from '../../support/watched.js'

const watch = watching()

const password: Provider = credentials({
  input: {},
  authorize: () => ({ id: 'u1', name: 'Ada' }),
})

describe('with skipCSRFCheck', () => {
  const start = (): Browser => new Browser(watch(app({ providers: [password], options: { skipCSRFCheck } })))

  test('nothing asks for a token, from wherever the request comes', async () => {
    const browser = start()
    const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    await browser.send('/auth/callback/credentials', { method: 'POST', headers })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    expect(browser.jar.names).toEqual(['__Host-authwright.session-token'])
    await browser.send('/auth/signout', { method: 'POST' })
    expect(await browser.session()).toBeNull()
  })

  test('GET /csrf answers 404 and removes what the browser held', async () => {
    const browser = start()
    browser.jar.put('__Host-authwright.csrf-token', 'old')
    const response = await browser.send('/auth/csrf')
    expect([response.status, await response.text()]).toEqual([404, ''])
    expect(browser.jar.names).toEqual([])
  })
})

describe('CS-10: no request turns the check off', () => {
  const names = [
    'skipCSRFCheck',
    'skipcsrfcheck',
    'skip-csrf-check',
    'csrfTokenVerified',
    'authwright.skipCSRFCheck',
    'raw',
  ]
  const values = ['true', '1', 'Symbol(authwright.skipCSRFCheck)', 'authwright.skipCSRFCheck']

  test.each(names.flatMap((name) => values.map((value) => [name, value] as const)))(
    '%s=%s',
    async (name, value) => {
      const browser = new Browser(watch(app({ providers: [password] })))
      await browser.csrfToken()
      browser.jar.put(name, value)
      const path = `/auth/callback/credentials?${name}=${value}`
      const bodies = [
        [new URLSearchParams({ [name]: value }), {}],
        [
          JSON.stringify({ [name]: value, options: { [name]: value } }),
          { 'content-type': 'application/json' },
        ],
        [`{"__proto__":{"${name}":"${value}"}}`, { 'content-type': 'application/json' }],
      ] as const
      for (const [body, headers] of bodies) {
        const init = { method: 'POST', body, headers: { ...headers, [name.replace('.', '-')]: value } }
        expect((await browser.send(path, init)).status).toBe(403)
      }
      expect(await browser.session()).toBeNull()
    },
  )
})

test('anything but the symbol is not it', async () => {
  for (const other of [true, 'authwright.skipCSRFCheck', Symbol('authwright.skipCSRFCheck')]) {
    const refused = { options: { skipCSRFCheck: other } }
    const browser = new Browser(watch(app({ providers: [password], refused })))
    expect((await browser.send('/auth/callback/credentials', { method: 'POST' })).status).toBe(403)
  }
})
