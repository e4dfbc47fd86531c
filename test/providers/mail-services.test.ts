import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { forwardemail } from '../../src/providers/forwardemail.js'
import { customFetch, type Fetch } from '../../src/providers/kinds/custom-fetch.js'
import type { EmailProvider } from '../../src/providers/kinds/email.js'
import { loops } from '../../src/providers/loops.js'
import { mailgun } from '../../src/providers/mailgun.js'
import { postmark } from '../../src/providers/postmark.js'
import { resend } from '../../src/providers/resend.js'
import { sendgrid } from '../../src/providers/sendgrid.js'
import { type App, app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

const FROM = 'Example <sign-in@example.com>'
const KEY = 'the-key-of-the-service'

interface Received {
  method: string
  host: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server that simulates every mail service over HTTP. */
let server: Server
let received: Received[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url = '', headers } = request
    received.push({
      method,
      host: String(headers['x-test-host']),
      path: url,
      headers,
      body: Buffer.concat(parts).toString(),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  received = []
  answer = { status: 200, body: {} }
})

/** Redirects requests for a mail service to the server of this test. */
const here: Fetch = (url, init) => {
  const { host, protocol, pathname, search } = new URL(url)
  expect(protocol).toBe('https:')
  const headers = new Headers(init.headers)
  headers.set('x-test-host', host)
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers })
}

const options = { from: FROM, [customFetch]: here }

function site(provider: EmailProvider<string>, environment: Record<string, string>): App {
  return app({
    providers: [provider as EmailProvider],
    adapter: memory(),
    environment: { NODE_ENV: 'test', ...environment },
  })
}

async function ask(provider: EmailProvider<string>): Promise<{ url: URL; site: App }> {
  const made = site(provider, { [`AUTH_${provider.id.toUpperCase()}_KEY`]: KEY })
  const response = await new Browser(made.handle).post(`/auth/signin/${provider.id}`, {
    email: 'ada@example.com',
  })
  return { url: locationOf(response), site: made }
}

const subject = 'Sign in to app.test'
const text = expect.stringMatching(
  /^Sign in to app\.test\n[\s\S]*https:\/\/app\.test\/auth\/callback\/\w+\?[\s\S]*\n\d{8}\n/,
)
const html = expect.stringMatching(/^<!doctype html>[\s\S]*\d{8}/)
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Each service: its provider, the documented request, and the response to an invalid request. */
const services: readonly {
  name: string
  provider: EmailProvider<string>
  address: string
  headers: Record<string, string>
  body: unknown
  refusal: { status: number; body: unknown; says: string }
}[] = [
  {
    name: 'Resend',
    provider: resend(options),
    address: 'api.resend.com/emails',
    headers: { authorization: `Bearer ${KEY}` },
    body: { from: FROM, to: 'ada@example.com', subject, text, html },
    refusal: {
      status: 403,
      body: { statusCode: 403, name: 'validation_error', message: 'The example.com domain is not verified.' },
      says: 'The example.com domain is not verified.',
    },
  },
  {
    name: 'SendGrid',
    provider: sendgrid(options),
    address: 'api.sendgrid.com/v3/mail/send',
    headers: { authorization: `Bearer ${KEY}` },
    body: {
      personalizations: [{ to: [{ email: 'ada@example.com' }] }],
      from: { email: 'sign-in@example.com', name: 'Example' },
      subject,
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
    refusal: {
      status: 401,
      body: { errors: [{ message: 'The provided authorization grant is invalid', field: null, help: null }] },
      says: 'The provided authorization grant is invalid',
    },
  },
  {
    name: 'Postmark',
    provider: postmark(options),
    address: 'api.postmarkapp.com/email',
    headers: { 'x-postmark-server-token': KEY, accept: 'application/json' },
    body: {
      From: FROM,
      To: 'ada@example.com',
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: 'outbound',
      TrackLinks: 'None',
    },
    refusal: {
      status: 422,
      body: { ErrorCode: 406, Message: 'Inactive recipient' },
      says: 'Inactive recipient',
    },
  },
  {
    name: 'Mailgun',
    provider: mailgun(options),
    address: 'api.mailgun.net/v3/example.com/messages',
    headers: { authorization: basic('api', KEY) },
    body: { from: FROM, to: 'ada@example.com', subject, text, html, 'o:tracking-clicks': 'no' },
    refusal: {
      status: 400,
      body: { message: "'to' parameter is not a valid address" },
      says: 'not a valid address',
    },
  },
  {
    name: 'Loops',
    provider: loops({ transactionalId: 'mail-1', [customFetch]: here }),
    address: 'app.loops.so/api/v1/transactional',
    headers: { authorization: `Bearer ${KEY}` },
    body: {
      transactionalId: 'mail-1',
      email: 'ada@example.com',
      dataVariables: { url: expect.stringContaining('https://app.test/auth/callback/loops?') },
    },
    refusal: {
      status: 404,
      body: { success: false, path: 'transactionalId', message: 'Transactional email not found' },
      says: 'Transactional email not found',
    },
  },
  {
    name: 'Forward Email',
    provider: forwardemail(options),
    address: 'api.forwardemail.net/v1/emails',
    headers: { authorization: basic(KEY, '') },
    body: { from: FROM, to: 'ada@example.com', subject, text, html },
    refusal: {
      status: 401,
      body: { statusCode: 401, error: 'Unauthorized', message: 'Invalid API token.' },
      says: 'Invalid API token.',
    },
  },
]

describe.each(services)('$name', ({ provider, address, headers, body, refusal }) => {
  test('the mail service receives the documented request', async () => {
    const { url } = await ask(provider)
    expect(url.pathname).toBe('/auth/verify-request')
    const [request] = received
    expect(received).toHaveLength(1)
    expect(request?.method).toBe('POST')
    expect(`${request?.host}${request?.path}`).toBe(address)
    expect(request?.headers).toMatchObject(headers)
    expect(await fieldsOf(request)).toEqual(body)
  })

  test('a refused request is logged with the response of the mail service', async () => {
    answer = { status: refusal.status, body: refusal.body }
    const { url, site } = await ask(provider)
    expect([url.pathname, url.searchParams.get('error')]).toEqual(['/auth/signin', 'EmailSignInError'])
    const [error] = site.logged
    expect(site.logged).toHaveLength(1)
    expect(error?.name).toBe('EmailSignInError')
    const told = String((error?.cause as { err?: Error } | undefined)?.err?.message)
    expect(told).toContain(String(refusal.status))
    expect(told).toContain(refusal.says)
  })

  test('the API key of a mail service is not logged if a response contains it', async () => {
    answer = { status: 500, body: { echo: KEY } }
    const made = site(provider, { [`AUTH_${provider.id.toUpperCase()}_KEY`]: KEY })
    await new Browser(made.handle).post(`/auth/signin/${provider.id}`, { email: 'ada@example.com' })
    const told = String((made.logged[0]?.cause as { err?: Error } | undefined)?.err?.message)
    expect(told).toContain('[redacted]')
    expect(told).not.toContain(KEY)
  })

  test('a mail service without an API key gets no request, and the error names the variable to set', async () => {
    const made = site(provider, {})
    await new Browser(made.handle).post(`/auth/signin/${provider.id}`, { email: 'ada@example.com' })
    expect(received).toEqual([])
    expect(made.logged[0]?.message).toContain(`'${provider.id}' cannot send mails: `)
    expect(made.logged[0]?.message).toContain(`AUTH_${provider.id.toUpperCase()}_KEY`)
  })
})

test('mailgun() with the region EU sends to the European host, and can have a custom domain', async () => {
  await ask(mailgun({ ...options, region: 'EU', domain: 'mg.example.com' }))
  expect(`${received[0]?.host}${received[0]?.path}`).toBe('api.eu.mailgun.net/v3/mg.example.com/messages')
})

test('postmark() sends with a configured message stream, and loops() sends the code', async () => {
  await ask(postmark({ ...options, messageStream: 'sign-in' }))
  await ask(loops({ transactionalId: 'mail-1', code: true, [customFetch]: here }))
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ MessageStream: 'sign-in' })
  expect(JSON.parse(received[1]?.body ?? '').dataVariables.code).toMatch(/^\d{8}$/)
})

test("sendgrid() unquotes and unescapes the sender's name", async () => {
  await ask(sendgrid({ ...options, from: '"Example \\"Acme\\", Inc." <sign-in@example.com>' }))
  expect(JSON.parse(received[0]?.body ?? '').from).toEqual({
    email: 'sign-in@example.com',
    name: 'Example "Acme", Inc.',
  })
})

test('an unreachable mail service or one that redirects causes an error', async () => {
  const gone: Fetch = () => Promise.reject(new TypeError('fetch failed'))
  const elsewhere: Fetch = async () =>
    new Response(null, { status: 302, headers: { location: 'https://evil.test' } })
  for (const fetch of [gone, elsewhere]) {
    const { url } = await ask(resend({ from: FROM, [customFetch]: fetch }))
    expect(url.searchParams.get('error')).toBe('EmailSignInError')
  }
})

test('options of mail services replace defaults, and a missing required option throws an error', () => {
  const send = () => {}
  const own = resend({ from: FROM, id: 'newsletter', maxAge: 600, sendVerificationRequest: send })
  expect(own).toMatchObject({ id: 'newsletter', maxAge: 600, sendVerificationRequest: send, code: false })
  for (const make of [resend, sendgrid, postmark, mailgun, forwardemail]) {
    expect(() => make({} as never)).toThrow('`from`')
  }
  expect(() => loops({} as never)).toThrow('`transactionalId`')
})

/** Parses the body of a request as a form or as JSON, depending on its content type. */
async function fieldsOf(request: Received | undefined): Promise<unknown> {
  const type = request?.headers['content-type'] ?? ''
  const response = new Response(request?.body, { headers: { 'content-type': type } })
  if (!type.startsWith('multipart/form-data')) return response.json()
  const form = [...(await response.formData())] as [string, string][]
  // Form bodies contain CRLF line breaks, like mails.
  return Object.fromEntries(form.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}
