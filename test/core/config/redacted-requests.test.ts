/** Functions of the application that receive a request may repeat it in an error, which is logged. */
import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'
import { email } from '../../../src/providers/email.js'
import { password } from '../../../src/providers/password.js'
import { redacted, secretsIn } from '../../../src/runtime/core/config/redaction.js'
import { SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { countedHash } from '../../support/passwords.js'

const SENT = {
  cookie: 'shop=a-long-session-token; pin=1234; theme=dark',
  authorization: 'Bearer the-access-token',
  'x-api-key': 'key-of-ada',
}
const SECRETS = ['a-long-session-token', '1234', 'the-access-token', 'key-of-ada']

/** Repeats a request in the message, in a property and as the cause. */
const quote = (request: unknown): never => {
  const { headers } = request as Request
  const message = `quoted: ${headers.get('cookie')} ${headers.get('authorization')} ${headers.get('x-api-key')}`
  throw Object.assign(new Error(message, { cause: request }), { request, headers })
}

type Failing =
  | 'authorize'
  | 'clientAddress'
  | 'language'
  | 'password mail'
  | 'sign-in mail'
  | 'tenant'
  | 'the function'

function start(failing: Failing) {
  const logged: unknown[] = []
  const fail = (name: Failing, request: unknown): void => {
    if (name === failing) quote(request)
  }
  const logger = { error: (error: Error) => void logged.push(error) }
  const configured = createAuth()
    .provider(
      credentials({
        input: { name: {}, word: { type: 'password' } },
        authorize: (_, request) => {
          fail('authorize', request)
          return null
        },
        removeCredentials: false,
      }),
    )
    .provider(email({ sendVerificationRequest: ({ request }) => fail('sign-in mail', request) }))
    .provider(password({ hash: countedHash(), send: ({ request }) => fail('password mail', request) }))
    .adapter(memory())
    .session({ strategy: 'jwt' })
    .options({
      secret: SECRET,
      trustHost: true,
      logger,
      clientAddress: (request) => {
        fail('clientAddress', request)
        return '203.0.113.7'
      },
      language: (request) => {
        fail('language', request)
        return undefined as never
      },
    })
  const lazy = createAuth((request) => {
    fail('the function', request)
    return configured
  })
  const auth = (
    failing === 'the function'
      ? lazy.build()
      : failing === 'tenant'
        ? configured
            .tenant((request) => {
              fail('tenant', request)
              return 'acme'
            })
            .build()
        : configured.build()
  ) as { handler(request: Request): Promise<Response> }
  const browser = new Browser((request) => auth.handler(request))
  return { browser, logged }
}

/** A request that calls the function. */
const calls: Readonly<Record<Failing, (browser: Browser) => Promise<unknown>>> = {
  authorize: (browser) => browser.post('/auth/callback/credentials', { name: 'ada', word: 'word' }),
  clientAddress: (browser) => browser.post('/auth/callback/credentials', { name: 'ada', word: 'word' }),
  language: (browser) => browser.send('/auth/signin'),
  'password mail': (browser) =>
    browser.post('/auth/signup', {
      page: '1',
      email: 'ada@example.com',
      newPassword: 'nineteen moths by the lamp',
    }),
  'sign-in mail': (browser) => browser.post('/auth/signin/email', { email: 'ada@example.com' }),
  tenant: (browser) => browser.send('/auth/session'),
  'the function': (browser) => browser.send('/auth/session'),
}

test.each(Object.keys(calls) as Failing[])(
  'a secret of a request is not logged if %s repeats it',
  async (failing) => {
    const onConsole = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { browser, logged } = start(failing)
    browser.headers = { ...SENT, accept: 'text/html' }
    const { handle } = browser
    const withCookies = new Browser((request) => {
      const headers = new Headers(request.headers)
      const own = headers.get('cookie')
      headers.set('cookie', own && own !== SENT.cookie ? `${SENT.cookie}; ${own}` : SENT.cookie)
      return handle(new Request(request, { headers }))
    })
    withCookies.headers = {
      authorization: SENT.authorization,
      'x-api-key': SENT['x-api-key'],
      accept: 'text/html',
    }
    await calls[failing](withCookies)
    const log = (): string => inspect([...logged, ...onConsole.mock.calls], { depth: 12 })
    await expect.poll(log).toContain('quoted: ')
    expect(log()).toContain('[redacted]')
    for (const secret of SECRETS) expect(log()).not.toContain(secret)
    expect(log()).not.toContain('csrf-token=')
    onConsole.mockRestore()
  },
)

test('secrets in headers, maps, sets, forms and URLs of an error are redacted', () => {
  const form = new FormData()
  form.set('password', 'hunter2')
  const error = Object.assign(new Error('refused'), {
    headers: new Headers({ cookie: 'session=hunter2' }),
    response: new Response(null, { headers: { 'set-cookie': 'session=hunter2' } }),
    query: new URLSearchParams({ token: 'hunter2' }),
    url: new URL('https://app.test/?token=hunter2'),
    map: new Map([['token', 'hunter2']]),
    set: new Set(['hunter2']),
    form,
  })
  const log = inspect(redacted(error, ['hunter2']), { depth: 12 })
  expect(log).toContain('refused')
  expect(log).not.toContain('hunter2')
})

test('a token in the URL of a request is redacted in its encoded and its decoded form', () => {
  const request = new Request('https://app.test/auth/callback/acme?code=4%2Fa+b&state=shown&user_code=shown')
  const secrets = secretsIn([request])
  const error = new Error(`4/a b, 4%2Fa%20b, ${request.url}`)
  expect(redacted(error, secrets).message).toBe(
    '[redacted], [redacted], https://app.test/auth/callback/acme?code=[redacted]&state=shown&user_code=shown',
  )
})

test('a short cookie is not redacted, unless it has a name such as pin', () => {
  const request = new Request('https://app.test', {
    headers: { cookie: 'theme=dark; pin=1234; id=12345678' },
  })
  const secrets = secretsIn([request])
  expect(secrets).toContain('1234')
  expect(secrets).toContain('12345678')
  expect(secrets).not.toContain('dark')
})
