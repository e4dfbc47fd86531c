import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import type { AuthError } from '../../src/errors.js'
import { type NodemailerOptions, nodemailer } from '../../src/providers/nodemailer.js'
import { type App, app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { type MailServer, startMailServer } from '../support/smtp-server.js'

const FROM = 'Example <sign-in@example.com>'

const servers: MailServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

async function smtp(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options)
  servers.push(server)
  return server
}

function site(server: string | object, options: Partial<NodemailerOptions> = {}): App {
  return app({ providers: [nodemailer({ server, from: FROM, ...options })], adapter: memory() })
}

function linkIn(text: string): string {
  const [, link] = /(https:\/\/\S+)/.exec(text) ?? []
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

test('nodemailer() delivers an e-mail with a link and a code, and the link signs in the requesting browser', async () => {
  const server = await smtp()
  const { handle } = site(server.url)
  const browser = new Browser(handle)
  const sent = await browser.post('/auth/signin/nodemailer', { email: 'Ada@Example.com', callbackUrl: '/in' })
  expect(locationOf(sent).href).toBe('https://app.test/auth/verify-request?provider=nodemailer&type=email')

  const [mail] = server.mails
  expect(server.mails).toHaveLength(1)
  expect(mail?.recipients).toEqual(['ada@example.com'])
  expect(mail?.sender).toBe('sign-in@example.com')
  expect(mail?.parsed.from?.text).toBe('"Example" <sign-in@example.com>')
  expect(mail?.parsed.subject).toBe('Sign in to app.test')
  const { text = '', html } = mail?.parsed ?? {}
  expect(text).toMatch(/\n\d{8}\n/)
  const { protocol, host } = new URL(linkIn(text), 'https://app.test')
  expect(protocol + host).toBe('https:app.test')
  expect(html).toContain(`href="https://app.test${linkIn(text).replaceAll('&', '&amp;')}"`)

  const opened = await browser.send(linkIn(text))
  expect(locationOf(opened).href).toBe('https://app.test/in')
  expect((await browser.session()).user.email).toBe('ada@example.com')
})

describe('a failing mail server causes one error, and nothing is stored', () => {
  const refuses = (code: number): Parameters<typeof startMailServer>[0] => ({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such mailbox'), { responseCode: code })),
  })

  test.each([
    ['a mail server that is not reachable causes one error', async () => 'smtp://127.0.0.1:1'],
    ['a mail server that refuses the recipient causes one error', async () => (await smtp(refuses(550))).url],
    [
      'a mail server that refuses the recipient temporarily causes one error',
      async () => (await smtp(refuses(451))).url,
    ],
    [
      'a mail server that closes the connection causes one error',
      async () => (await smtp({ onConnect: (_session, done) => done(new Error('go away')) })).url,
    ],
    ['an invalid port of the mail server causes one error', async () => 'smtp://127.0.0.1:99999'],
    [
      'a wrong password for the mail server causes one error',
      async () => {
        const server = await smtp({
          disabledCommands: ['STARTTLS'],
          onAuth: (_auth, _session, done) => done(new Error('no')),
        })
        return { host: '127.0.0.1', port: server.port, auth: { user: 'u', pass: 'the-smtp-password' } }
      },
    ],
  ])('%s', async (_, address) => {
    const adapter = memory()
    const tokens: string[] = []
    const { createVerificationToken } = adapter
    adapter.createVerificationToken = (token) => {
      tokens.push(token.token)
      return createVerificationToken(token)
    }
    const { handle, logged } = app({
      providers: [nodemailer({ server: await address(), from: FROM })],
      adapter,
    })
    const browser = new Browser(handle)
    const answer = await browser.post('/auth/signin/nodemailer', { email: 'ada@example.com' })
    const { pathname, searchParams } = locationOf(answer)
    expect([pathname, searchParams.get('error')]).toEqual(['/auth/signin', 'EmailSignInError'])
    expect(logged.map(({ name }) => name)).toEqual(['EmailSignInError'])
    expect(JSON.stringify(logged.map(({ cause }) => String((cause as any)?.err)))).not.toContain(
      'the-smtp-password',
    )
    expect(tokens).toHaveLength(1)
    for (const token of tokens) {
      expect(await adapter.useVerificationToken({ identifier: 'ada@example.com', token })).toBeNull()
    }
    const page = await (
      await browser.send(`${pathname}${locationOf(answer).search}`, { headers: { accept: 'text/html' } })
    ).text()
    expect(page).toContain('The email could not be sent')
    expect(page).toContain('value="ada@example.com"')
  })
})

test('nodemailer() passes a configured transport on unchanged', async () => {
  const sent: { to: unknown; subject: unknown }[] = []
  const transport = {
    name: 'own',
    version: '1',
    send(mail: { data: { to: unknown; subject: unknown } }, done: (error: null, info: object) => void) {
      sent.push(mail.data)
      done(null, { envelope: {}, messageId: '1' })
    },
  }
  const { handle } = site(transport)
  await new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
  expect(sent.map(({ subject }) => subject)).toEqual(['Sign in to app.test'])
})

test.each([
  ['server', { server: '', from: FROM }],
  ['server', { server: undefined, from: FROM }],
  ['from', { server: 'smtp://localhost', from: undefined }],
])(
  'with an empty `%s`, as in a build without variables, nodemailer() fails only when it sends a mail',
  async (name, options) => {
    const { handle, logged } = app({ providers: [nodemailer(options)], adapter: memory() })
    const browser = new Browser(handle)
    const page = await browser.post('/auth/signin/nodemailer', { email: 'ada@example.com' })
    expect(locationOf(page).searchParams.get('error')).toBe('EmailSignInError')
    expect(logged[0]?.message).toContain(`cannot send mails: nodemailer() has an empty \`${name}\``)
  },
)

test.each(['smtp.example.com:587', 'localhost', 'https://mail.test', '//user:the-password@mail.test'])(
  'the error of nodemailer() about an invalid SMTP URL does not contain its value: %j',
  async (server) => {
    const { handle, logged } = site(server)
    const page = await new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
    expect(locationOf(page).searchParams.get('error')).toBe('EmailSignInError')
    expect(logged[0]?.message).toContain('nodemailer() needs a URL as `server`: smtp://smtp.example.com:587')
    expect(String(logged[0])).not.toContain('the-password')
  },
)

test('nodemailer() rejects the result of `createTransport` as `server`', () => {
  const transporter = createTransport({ host: 'mail.test' })
  expect(() => nodemailer({ server: transporter, from: FROM })).toThrow('argument of `createTransport`')
})

test('nodemailer() treats `server: null` as missing when it sends an e-mail', async () => {
  const { handle, logged } = site(null as never)
  await new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
  expect(logged[0]?.message).toContain('nodemailer() has an empty `server`')
})

test('nodemailer() treats an e-mail as sent if the transport returns no result', async () => {
  const transport = {
    name: 'own',
    version: '1',
    send: (_mail: unknown, done: (error: null) => void) => done(null),
  }
  const { handle } = site(transport)
  const page = await new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
  expect(locationOf(page).pathname).toBe('/auth/verify-request')
})

test('nodemailer() throws if `server` or `from` is missing', () => {
  expect(() => nodemailer({ from: FROM } as never)).toThrow('`server`')
  expect(() => nodemailer({ server: 'smtp://localhost' } as never)).toThrow('`from`')
})

test.each([
  ['a URL', 'smtp://user:the%40password@mail.test', 'the@password'],
  ['a URL whose password has a single percent sign', 'smtp://user:100%password@mail.test', '100%password'],
  ['options', { host: 'mail.test', auth: { user: 'user', pass: 'the@password' } }, 'the@password'],
  [
    'OAuth2',
    { host: 'mail.test', auth: { type: 'OAuth2', user: 'user', accessToken: 'the@token' } },
    'the@token',
  ],
])(
  'sendVerificationRequest receives the server, and no password is logged: %s',
  async (_, server, password) => {
    const received: unknown[] = []
    const { handle, logged } = site(server, {
      sendVerificationRequest({ provider }) {
        received.push({ server: provider.server, from: provider.from })
        throw new Error(`no connection with ${password} to ${JSON.stringify(provider.server)}`)
      },
    })
    const page = await new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
    expect(locationOf(page).searchParams.get('error')).toBe('EmailSignInError')
    expect(received).toEqual([{ server, from: FROM }])
    const cause = String((logged[0] as AuthError).cause?.err)
    expect(cause).toContain('no connection with')
    expect(cause).not.toContain('password@')
    expect(cause).not.toContain(password)
  },
)

test.each([
  ['smtp://user:an+odd%40password@mail.test', 'an+odd@password'],
  ['smtp://user:an+odd%2Bpassword@mail.test', 'an+odd+password'],
  ['smtp://user:50%+more$@mail.test', '50%+more$'],
  ['smtp://user:two words"&+%3d@mail.test', 'two words"&+='],
  ['smtp://user:the%40password+1@mail.test:99999', 'the@password+1'],
  [{ url: 'smtp://user:an+odd%40password@mail.test' }, 'an+odd@password'],
])('no encoded form of the password in the URL %j is logged', async (server, password) => {
  const text = typeof server === 'string' ? server : server.url
  const spellings = [
    password,
    encodeURIComponent(password),
    text.slice('smtp://user:'.length, text.lastIndexOf('@')),
    URL.canParse(text) ? new URL(text).password : password,
  ]
  const { handle, logged } = site(server, {
    sendVerificationRequest() {
      throw new Error(`no connection: ${spellings.map((each) => `(${each})`).join(' ')}`)
    },
  })
  await new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
  const cause = String((logged[0] as AuthError).cause?.err)
  expect(cause).toBe(`Error: no connection: ${spellings.map(() => '([redacted])').join(' ')}`)
})

test.each([
  ['a URL', (port: number) => `smtp://127.0.0.1:${port}`],
  ['options with a URL', (port: number) => ({ url: `smtp://127.0.0.1:${port}` })],
  ['options', (port: number) => ({ host: '127.0.0.1', port })],
])('nodemailer() stops after ten seconds if a server never responds: %s', async (_, serverAt) => {
  const silent = createServer()
  const connected = once(silent, 'connection')
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { handle, logged } = site(serverAt((silent.address() as AddressInfo).port))
    const response = new Browser(handle).post('/auth/signin/nodemailer', { email: 'ada@example.com' })
    await connected
    await vi.advanceTimersByTimeAsync(11_000)
    expect(locationOf(await response).searchParams.get('error')).toBe('EmailSignInError')
    expect(String((logged[0] as AuthError).cause?.err)).toContain('Greeting never received')
  } finally {
    vi.useRealTimers()
    silent.close()
  }
})
