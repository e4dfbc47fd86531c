import { expect, test } from 'vitest'
import { createAuth } from '../../../src/index.js'
import { github } from '../../../src/providers/github.js'
import { cookiePolicy } from '../../../src/runtime/core/http/cookie-policy.js'
import { SECRET } from '../../support/app.js'

test('over HTTPS every cookie is bound to the host', () => {
  const { sessionToken, csrfToken, flow } = cookiePolicy({ secure: true, cookies: {} })
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: true }
  expect(sessionToken).toEqual({ name: '__Host-authwright.session-token', options })
  expect(csrfToken).toEqual({ name: '__Host-authwright.csrf-token', options })
  expect(flow).toEqual({ name: '__Host-authwright.flow', options })
})

test('over HTTP, cookie names have no prefix, because browsers would refuse the cookies', () => {
  const { sessionToken, csrfToken, flow } = cookiePolicy({ secure: false, cookies: {} })
  expect([sessionToken, csrfToken, flow].map(({ name }) => name)).toEqual([
    'authwright.session-token',
    'authwright.csrf-token',
    'authwright.flow',
  ])
  expect(sessionToken.options).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: false })
})

test.each(['__Host-mine', '__Secure-mine', '__host-mine', 'mine'])(
  'without `Secure`, the prefix of a configured cookie name is left out: %s',
  (name) => {
    const named = { sessionToken: { name }, failedForm: { name } }
    const { sessionToken, typedAddress } = cookiePolicy({ secure: false, cookies: named })
    expect(sessionToken).toMatchObject({ name: 'mine', options: { secure: false } })
    expect(typedAddress.name).toBe('mine-address')
    const overHttps = cookiePolicy({ secure: true, cookies: named })
    expect(overHttps.sessionToken.name).toBe(name)
    const own = { sessionToken: { name, options: { secure: true } } }
    expect(cookiePolicy({ secure: false, cookies: own }).sessionToken.name).toBe(name)
  },
)

test('a cookie option replaces only its own default', () => {
  const cookies = { sessionToken: { name: 'mine', options: { sameSite: 'strict' } } } as const
  const { sessionToken, csrfToken } = cookiePolicy({ secure: true, cookies })
  expect(sessionToken).toEqual({
    name: 'mine',
    options: { httpOnly: true, sameSite: 'strict', path: '/', secure: true },
  })
  expect(csrfToken.name).toBe('__Host-authwright.csrf-token')
})

test('a cookie attribute that is `undefined` keeps its default', async () => {
  const attributes = { secure: undefined, httpOnly: undefined, sameSite: undefined, path: undefined }
  const { handler } = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .options({ secret: SECRET, trustHost: true })
    .cookies({ csrfToken: { options: attributes as object } })
    .build()
  const response = await handler(new Request('https://app.test/auth/csrf'))
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-authwright\.csrf-token=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('cookies of a sign-in in progress can be renamed, with and without `compat`', () => {
  const cookies = {
    failedForm: { name: 'form' },
    pendingMail: { name: 'mail', options: { sameSite: 'strict' } },
    knownBrowser: { options: { domain: 'app.test' } },
  } as const
  for (const compat of ['authjs', undefined] as const) {
    const { failedForm, pendingMail, knownBrowser } = cookiePolicy({ secure: true, cookies, compat })
    expect(failedForm).toMatchObject({ name: 'form', options: { secure: true, httpOnly: true } })
    expect(pendingMail).toMatchObject({ name: 'mail', options: { sameSite: 'strict', httpOnly: true } })
    expect(knownBrowser).toMatchObject({
      name: '__Secure-authwright.browser',
      options: { domain: 'app.test', httpOnly: true },
    })
  }
})

test.each([
  [{ domain: 'app.test' }, '__Secure-authwright.session-token'],
  [{ path: '/app' }, '__Secure-authwright.session-token'],
  [{ secure: false }, 'authwright.session-token'],
  [{ partitioned: true }, '__Host-authwright.session-token'],
] as const)('with %j the default name has a prefix that browsers accept', (options, name) => {
  expect(cookiePolicy({ secure: true, cookies: { sessionToken: { options } } }).sessionToken.name).toBe(name)
})

test('cookiePolicy() does not change the configuration object', () => {
  const cookies = Object.freeze({ flow: Object.freeze({ options: Object.freeze({ domain: 'app.test' }) }) })
  cookiePolicy({ secure: true, cookies })
  expect(cookies).toEqual({ flow: { options: { domain: 'app.test' } } })
})
