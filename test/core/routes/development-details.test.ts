import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { oidc } from '../../../src/providers/oidc.js'
import { incomingRequest } from '../../../src/runtime/core/http/incoming.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'

// The client id is missing.
const broken: Provider = oidc({ id: 'acme', name: 'Acme', issuer: 'https://idp.test' })

const LOCAL = 'http://localhost:3000'
const page = { headers: { accept: 'text/html' } }

interface Started {
  readonly browser: Browser
  readonly logged: Error[]
}

function start(NODE_ENV: string | undefined, origin = LOCAL): Started {
  const made = app({
    providers: [broken],
    environment: { ...(NODE_ENV && { NODE_ENV }), ...(origin !== LOCAL && { AUTH_URL: origin }) },
  })
  return { browser: new Browser(made.handle, origin), logged: made.logged }
}

/** Returns the page after a sign-in that fails because of the configuration. */
async function failedPage({ browser }: Started, headers: Record<string, string> = {}): Promise<string> {
  const to = locationOf(await browser.post('/auth/signin/acme'))
  const shown = await browser.send(to.pathname + to.search, { headers: { accept: 'text/html', ...headers } })
  return shown.text()
}

const secretOfLog = /clientId|AUTH_ACME_ID/

test('in development, the error page shows the log message, with the provider and the variable', async () => {
  const started = start('development')
  const html = await failedPage(started)
  expect(started.logged.at(-1)?.message).toContain('AUTH_ACME_ID')
  expect(html).toContain('Shown in development only')
  expect(html).toContain('AUTH_ACME_ID')
  expect(html).toMatch(/acme/)
})

test.each(['production', 'test', undefined])(
  'with NODE_ENV %s, the error page shows only a reference, and the log has the same reference',
  async (mode) => {
    const started = start(mode)
    const html = await failedPage(started)
    const { reference } = started.logged.at(-1) as { reference?: string }
    expect(reference).toMatch(/^[\w-]{8}$/)
    expect(html).toContain(`Reference: ${reference}`)
    expect(html).not.toMatch(secretOfLog)
  },
)

test.each([
  { host: 'attacker.example' },
  { host: 'attacker.example:3000' },
  { 'x-forwarded-host': 'attacker.example' },
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { host: 'localhost.attacker.example' },
  { host: '127.0.0.1.attacker.example' },
])('in development, the error page shows no details to a request with %o', async (headers) => {
  expect(await failedPage(start('development'), headers)).not.toMatch(secretOfLog)
})

test.each([
  { 'x-forwarded-for': '::1' },
  { 'x-forwarded-for': '::ffff:127.0.0.1', 'x-forwarded-host': 'localhost:3000' },
])('a development server behind a local proxy, with %o, shows the log message', async (headers) => {
  expect(await failedPage(start('development'), headers)).toMatch(secretOfLog)
})

test('an application on another host never shows the log message, even with the Host header `localhost`', async () => {
  const html = await failedPage(start('development', 'https://app.test'), { host: 'localhost:3000' })
  expect(html).not.toMatch(secretOfLog)
})

test.each(['call-us-now', 'aaaaaaaaa', '<b>', 'a b c d e', '', 'aaaaaaa'])(
  'a link cannot make the error page show the reference %s',
  async (reference) => {
    const { browser } = start('production')
    const query = new URLSearchParams({ error: 'Configuration', reference })
    expect(await (await browser.send(`/auth/error?${query}`, page)).text()).not.toContain('Reference:')
  },
)

test('the log message is not shown for a guessed reference', async () => {
  const { browser } = start('development')
  const shown = await browser.send('/auth/error?error=Configuration&reference=AAAAAAAA', page)
  expect(await shown.text()).not.toContain('Shown in development')
})

test('in development, the page says that the secret is missing, and shows the command that sets a secret', async () => {
  const missing = (NODE_ENV: string) =>
    new Browser(
      app({ providers: [broken], options: { secret: undefined as never }, environment: { NODE_ENV } }).handle,
      LOCAL,
    )
  const shown = await (await missing('development').send('/auth/signin', page)).text()
  expect(shown).toContain('npx authwright secret --write')
  // The most likely cause comes first: Node.js does not load .env files by default.
  expect(shown).toMatch(/node --env-file=\.env.*secret --write.*\.env\.local in Next\.js/)
  const hidden = await (await missing('production').send('/auth/signin', page)).text()
  expect(hidden).not.toContain('authwright')
  expect(hidden).toMatch(/Reference: [\w-]{8}</)
})

test('an application page explains a missing secret like a route, and shows the fix only in development', async () => {
  const failed = async (environment: Record<string, string>, request: Request): Promise<unknown> =>
    app({ providers: [broken], options: { secret: undefined as never }, environment })
      .open(incomingRequest(request))
      .session()
      .catch((error) => error)
  const asked = new Request(`${LOCAL}/account`, page)
  const development = { NODE_ENV: 'development' }

  // Hono responds to an error with the result of its `getResponse()`.
  const error = (await failed(development, asked)) as { getResponse(): Response }
  const shown = error.getResponse()
  expect([shown.status, shown.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
  expect(await shown.text()).toContain('npx authwright secret --write')

  for (const [environment, request] of [
    [{ NODE_ENV: 'production' }, asked],
    [{}, asked],
    [development, new Request('http://app.test/account', page)],
  ] as const) {
    const hidden = ((await failed(environment, request)) as { getResponse(): Response }).getResponse()
    expect([hidden.status, hidden.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    const text = await hidden.text()
    expect(text).not.toContain('authwright')
    expect(text).toMatch(/Reference: [\w-]{8}</)
  }
  const data = await failed(development, new Request(`${LOCAL}/account`))
  expect(data).not.toHaveProperty('getResponse')
})

test('the page about a missing secret uses the logger, theme and base path, even outside the routes', async () => {
  const options = { secret: undefined as never, theme: { brandColor: '#ff00aa' } }
  const environment = { NODE_ENV: 'production' }
  // Only SolidStart has this option.
  const refused = { options: { appBasePath: '/shop' } }
  const parameters = { providers: [broken], options, environment, refused }
  const { shown, logged } = await failureOf(parameters, new Request(`${LOCAL}/shop/account`, page))
  const html = await shown?.text()
  expect(html).toContain('#ff00aa')
  expect(html).toContain('href="/shop"')
  expect(logged).toEqual([expect.stringContaining('AUTH_SECRET')])
})

/** The response of Hono to an error in an application page, and the status that Express sends. */
const failureOf = async (parts: Parameters<typeof app>[0], request: Request) => {
  const running = app(parts)
  const error = await running
    .open(incomingRequest(request))
    .session()
    .catch((thrown) => thrown)
  const { status, getResponse } = error as { status?: number; getResponse?: () => Response }
  return { status, shown: getResponse?.(), logged: running.logged.map(({ message }) => message) }
}

test.each([
  ['an untrusted host', { options: { trustHost: false } }, 421, 'This address does not belong', /AUTH_URL/],
  [
    'a database that is down',
    {
      adapter: { ...memory(), getSessionAndUser: () => Promise.reject(new Error('down')) },
      options: { trustHost: true },
    },
    503,
    'try again',
    /getSessionAndUser/,
  ],
] as const)(
  'an application page shows the same response to %s as a route',
  async (_, parts, status, text, log) => {
    const headers = { accept: 'text/html', cookie: '__Host-authwright.session-token=unknown' }
    const parameters = { providers: [broken], environment: { NODE_ENV: 'production' }, ...parts }
    const failed = await failureOf(parameters, new Request('https://shop.example/account', { headers }))
    expect(failed.status).toBe(status)
    expect(failed.shown?.status).toBe(status)
    expect(failed.shown?.headers.get('content-type')).toContain('text/html')
    expect(await failed.shown?.text()).toContain(text)
    expect(failed.logged.filter((message) => log.test(message))).toHaveLength(1)

    const script = { ...headers, accept: '*/*' }
    const read = await failureOf(parameters, new Request('https://shop.example/account', { headers: script }))
    expect(read.shown?.headers.get('content-type')).toBe('application/json')
  },
)

test('the log on the console contains the reference of the failure', async () => {
  const lines: string[] = []
  const { error } = console
  console.error = (line: string) => void lines.push(line)
  try {
    const { handle } = app({
      providers: [broken],
      options: { logger: {} },
      environment: { NODE_ENV: 'production' },
    })
    const to = locationOf(await new Browser(handle, LOCAL).post('/auth/signin/acme'))
    expect(lines.join('\n')).toContain(`(reference ${to.searchParams.get('reference')})`)
  } finally {
    console.error = error
  }
})
