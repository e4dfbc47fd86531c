/** Mistakes of clients are logged as one warning per request, and never as an error, which would alert an operator. */

import { beforeEach, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { LoggerInstance } from '../../../src/options/auth-options.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { passkey } from '../../../src/providers/passkey.js'
import { resend } from '../../../src/providers/resend.js'
import { type App, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

const providers = [
  acme(),
  acme({ id: 'posting', authorization: { params: { response_mode: 'form_post' } } }),
  credentials({
    input: { email: {}, password: { type: 'password' } },
    authorize: () => null,
    removeCredentials: () => undefined,
  }),
  passkey(),
  resend({ apiKey: 'key', from: 'site@app.test' }),
] as readonly Provider[]

let log: string[]
let auth: App
let idp: IdentityProvider
let browser: Browser

const start = (environment?: Record<string, string>): App => {
  log = []
  const logger: LoggerInstance = {
    error: (error) => void log.push(`error ${error.name}: ${error.message}`),
    warn: (code, message) => void log.push(`${code}: ${message}`),
    debug: () => undefined,
  }
  return app({
    fetch: idp.fetch,
    adapter: memory(),
    providers,
    options: { secret: SECRET, logger },
    ...(environment && { environment }),
  })
}

beforeEach(async () => {
  idp = await IdentityProvider.start()
  auth = start()
  browser = new Browser(auth.handle)
})

/** Each request logs one short line at level warning at most. */
function expectWarned(code: string | undefined, of = log): void {
  expect(of).toEqual(code === undefined ? [] : [expect.stringMatching(`^${code}: `)])
  for (const line of of) expect(line).toMatch(/^[\P{Cc}]{1,500}$/u)
}

const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const json = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})
const long = 'x'.repeat(9_000)

test.each<[what: string, path: string, init: RequestInit, code: string | undefined]>([
  ['an unknown route', '/auth/nothing', {}, undefined],
  ['a route with additional path segments', '/auth/signin/a/b', {}, undefined],
  ['a callback without a provider', '/auth/callback', {}, undefined],
  ['a method that no route has', '/auth/session', { method: 'DELETE' }, undefined],
  ['a method that another route has', '/auth/csrf', { method: 'POST' }, undefined],
  ['an unknown provider', '/auth/callback/nobody', {}, 'InvalidProvider'],
  ['a provider with a long name', `/auth/callback/${long}`, {}, 'InvalidProvider'],
  ['a provider with line breaks', '/auth/callback/x%0A%0D[auth][error]', {}, 'InvalidProvider'],
  ['the page of an unknown provider', '/auth/signin/nobody', {}, undefined],
  ['passkey options of an unknown provider', '/auth/webauthn-options/nobody', {}, 'InvalidProvider'],
  ['passkey options of an OAuth provider', '/auth/webauthn-options/acme', {}, 'InvalidProvider'],
  ['a callback with GET instead of POST', '/auth/callback/credentials', {}, 'UnknownAction'],
  ['a repeated parameter', '/auth/session?a=1&a=2', {}, 'InvalidRequest'],
  ['too many parameters', `/auth/session?${many()}`, {}, 'InvalidRequest'],
  ['an invalid percent-encoding', '/auth/session?%E0%A4%A', {}, undefined],
  ['a body that is not JSON', '/auth/signin/acme', json('{'), 'InvalidRequest'],
  ['a body that is a list', '/auth/signin/acme', json('[]'), 'InvalidRequest'],
  ['a body that is too large', '/auth/signin/acme', form(`a=${'x'.repeat(300_000)}`), 'InvalidRequest'],
  ['a body of another type', '/auth/signin/acme', { method: 'POST', body: 'x' }, 'MissingCSRF'],
  ['no CSRF token', '/auth/signin/acme', form(''), 'MissingCSRF'],
  ['a wrong CSRF token', '/auth/signout', form('csrfToken=wrong'), 'MissingCSRF'],
  ['a form of another site', '/auth/signin/acme', foreignForm(), 'MissingCSRF'],
  ['unknown cookies', '/auth/session', withCookies('session-token=x; session-token.0=y'), undefined],
  [
    'a made-up cookie of a failed form',
    '/auth/signin',
    withCookies('failed-form=x; known-browser=y'),
    undefined,
  ],
  ['a wrong CSRF cookie', '/auth/csrf', withCookies('csrf-token=a|b|c'), undefined],
  [
    'a made-up cookie of a flow',
    '/auth/callback/acme?code=x&state=abc',
    withCookies('flow.abc=x'),
    'InvalidCheck',
  ],
  ['a callback without a flow', '/auth/callback/acme?code=x&state=y', {}, 'InvalidCheck'],
  ['a response that was not posted', '/auth/callback/posting?code=x&state=y', {}, 'InvalidCheck'],
  ['a response with a made-up form', '/auth/callback/posting?form=x', {}, 'InvalidCheck'],
  ['a link without a token', '/auth/callback/resend', {}, 'Verification'],
  ['an error page with a made-up error', '/auth/error?error=%3Cscript%3E', {}, undefined],
])('a mistake of a client logs a warning, not an error: %s', async (_, path, init, code) => {
  await browser.send(path, init)
  expectWarned(code)
})

test.each<[what: string, path: string, fields: Record<string, string>, code: string | undefined]>([
  ['a sign-in with an unknown provider', '/auth/signin/nobody', {}, 'InvalidProvider'],
  ['a callback of an unknown provider', '/auth/callback/nobody', {}, 'InvalidProvider'],
  [
    'a callback URL that is not a web page',
    '/auth/signin/acme',
    { callbackUrl: 'javascript:alert(1)' },
    undefined,
  ],
  ['a wrong password', '/auth/callback/credentials', { email: 'a', password: 'b' }, 'CredentialsSignin'],
  ['an invalid e-mail address', '/auth/signin/resend', { email: 'nobody' }, 'InvalidEmailAddress'],
  ['a code without a mail', '/auth/callback/resend', { code: '123456' }, 'InvalidCheck'],
  ['a passkey without an action', '/auth/callback/passkey', {}, 'InvalidRequest'],
  ['a malformed passkey', '/auth/callback/passkey', { action: 'authenticate', data: '{' }, 'InvalidRequest'],
])('a form with a mistake logs a warning, not an error: %s', async (_, path, fields, code) => {
  await browser.post(path, fields)
  expectWarned(code)
})

test('a request body that ends early logs a warning, not an error', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const init = { ...json(''), body, duplex: 'half' }
  expect((await browser.send('/auth/signin/acme', init)).status).toBe(400)
  expectWarned('InvalidRequest')
})

describe('a user who returns to a sign-in with a wrong response', () => {
  const comingBack = async (params: Record<string, string>): Promise<void> => {
    const begun = locationOf(await browser.post('/auth/signin/acme', { callbackUrl: '/inside' }))
    const answer = { iss: idp.issuer, state: begun.searchParams.get('state') ?? '', ...params }
    const response = await browser.send(`/auth/callback/acme?${new URLSearchParams(answer)}`)
    expect(locationOf(response).pathname).toBe('/auth/signin')
  }

  test.each<[what: string, params: Record<string, string>, says: string]>([
    ['a made-up refusal', { error: 'access_denied' }, 'access_denied'],
    ['a made-up error', { error: 'invalid_client', error_description: `a\n${long}` }, 'invalid_client'],
    ['a made-up code', { code: 'made-up' }, 'invalid_grant'],
    ['no code', {}, '`code`'],
    ['a token', { code: 'x', id_token: 'y' }, 'tokens'],
    ['another issuer', { code: 'x', iss: 'https://evil.test' }, '`iss`'],
  ])('a callback with %s logs a warning, not an error', async (_, params, says) => {
    await comingBack(params)
    expectWarned('OAuthCallbackError')
    expect(log[0]).toContain("'acme'")
    expect(log[0]).toContain(says)
  })

  test('a callback with a code that GitHub does not know logs a warning, not an error', async () => {
    idp.misbehave({
      respond: ({ url }) =>
        url.pathname === '/token' ? Response.json({ error: 'bad_verification_code' }) : undefined,
    })
    await comingBack({ code: 'made-up' })
    expectWarned('OAuthCallbackError')
  })
})

test.each([
  ['x-forwarded-host', 'a b'],
  ['x-forwarded-proto', 'ftp'],
])('a header %s that a proxy forwards logs a warning, not an error', async (name, value) => {
  const site = start({ AUTH_TRUST_HOST: 'true' })
  await site.handle(new Request('https://app.test/auth/session', { headers: { [name]: value } }))
  expectWarned('InvalidRequest')
})

test('a request to a host that is not configured logs nothing', async () => {
  const site = start({ AUTH_URL: 'https://app.test' })
  await site.handle(new Request('https://evil.test/auth/session'))
  expectWarned(undefined)
})

function many(): string {
  return Array.from({ length: 3_000 }, (_, index) => `a${index}=1`).join('&')
}

function foreignForm(): RequestInit {
  const { headers, ...rest } = form('csrfToken=x')
  return { ...rest, headers: { ...headers, origin: 'https://evil.test' } }
}

function withCookies(cookies: string): RequestInit {
  return { headers: { cookie: cookies.replace(/(^|; )/g, '$1__Host-authwright.') } }
}
