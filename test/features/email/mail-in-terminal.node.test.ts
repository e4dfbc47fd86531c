import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { EmailProvider } from '../../../src/providers/kinds/email.js'
import { loops } from '../../../src/providers/loops.js'
import { nodemailer } from '../../../src/providers/nodemailer.js'
import { password } from '../../../src/providers/password.js'
import { resend } from '../../../src/providers/resend.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { countedHash, RIGHT } from '../../support/passwords.js'
import { acme } from '../../support/providers.js'

const from = 'Shop <shop@example.com>'

const incomplete: [
  lack: string,
  EmailProvider<string>,
  variables: Record<string, string>,
  problem: string,
][] = [
  ['an API key', resend({ from }), {}, 'set AUTH_RESEND_KEY'],
  ['an API key of loops()', loops({ transactionalId: '1' }), {}, 'set AUTH_LOOPS_KEY'],
  ['a mail server', nodemailer({ server: '', from }), {}, 'nodemailer() has an empty `server`'],
  ['a sender', resend({ from: '' }), { AUTH_RESEND_KEY: 'key' }, 'resend() has an empty `from`'],
  [
    'a mail server and a sender',
    nodemailer({ server: '', from: '' }),
    {},
    'nodemailer() has an empty `server`: set the environment variable for it. nodemailer() has an empty `from`: set the environment variable for it.',
  ],
]

afterEach(() => void vi.restoreAllMocks())

describe.each(incomplete)('a mail provider that lacks %s', (_, provider, variables, problem) => {
  const site = (mode?: string) =>
    app({
      providers: [acme(), provider],
      adapter: memory(),
      environment: { ...variables, ...(mode && { NODE_ENV: mode }), AUTH_URL: 'http://localhost:3000' },
    })

  test('a mail provider that lacks a setting prints its mails in the terminal in development, with one warning', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const { handle, warned, logged } = site('development')
    for (const email of ['ada@example.com', 'bob@example.com']) {
      const browser = new Browser(handle, 'http://localhost:3000')
      const response = await browser.post(`/auth/signin/${provider.id}`, { email })
      const sent = await browser.send(response.headers.get('location') ?? '')
      expect(response.headers.get('location')).toContain('/auth/verify-request')
      expect(await sent.text()).toContain('If this email address gets an email, it is in the terminal')
    }
    expect(printed).toHaveBeenCalledTimes(2)
    expect(printed.mock.calls[0]?.[0]).toContain('Mail to ada@example.com:')
    expect(printed.mock.calls[0]?.[0]).toContain(`http://localhost:3000/auth/callback/${provider.id}?`)
    expect(warned).toHaveLength(1)
    expect(warned[0]).toMatch(/^mail-in-terminal: .* Until then, mails are printed here\.$/)
    expect(warned[0]).toContain(problem)
    expect(logged).toEqual([])
  })

  test('a mail provider that lacks a setting is not on the sign-in page in production, and the first request logs why', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const { handle, warned } = site('production')
    const browser = new Browser(handle, 'http://localhost:3000')
    expect(await browser.session()).toBeNull()
    expect(warned).toHaveLength(1)
    expect(warned[0]).toContain(problem)
    expect(warned[0]).toContain(`The built-in pages do not show ${provider.id}.`)
    const response = await browser.send('/auth/signin', { headers: { accept: 'text/html' } })
    expect(await response.text()).not.toContain(`/auth/signin/${provider.id}`)
    expect(printed).not.toHaveBeenCalled()
  })

  test.each([
    ['without NODE_ENV', undefined, true],
    ['in production', 'production', false],
  ])(
    'the warning about a missing setting suggests NODE_ENV=development only if NODE_ENV is not set: %s',
    async (_, mode, names) => {
      const { handle, warned } = site(mode)
      await new Browser(handle, 'http://localhost:3000').session()
      expect(warned.join().includes('With NODE_ENV=development, mails are printed in the terminal.')).toBe(
        names,
      )
    },
  )
})

test.each(incomplete)(
  'in production, the response to a request for a mail says that %s is missing, also for refused e-mail addresses',
  async (_, provider, variables, problem) => {
    const { handle, logged } = app({
      providers: [acme(), provider, password({ hash: countedHash() })],
      adapter: memory(),
      callbacks: { signIn: ({ user }) => user.email !== 'banned@example.com' },
      environment: { ...variables, NODE_ENV: 'production', AUTH_URL: 'http://localhost:3000' },
    })
    const forms = [
      [`/auth/signin/${provider.id}`, {}],
      ['/auth/password', { action: 'forgot' }],
      ['/auth/signup', { newPassword: RIGHT }],
    ] as const
    for (const [path, fields] of forms) {
      for (const email of ['ada@example.com', 'banned@example.com']) {
        logged.length = 0
        const response = await new Browser(handle, 'http://localhost:3000').post(path, { email, ...fields })
        expect(response.headers.get('location'), `${path} ${email}`).toContain('error=EmailSignInError')
        expect(logged.map(({ message }) => message)).toEqual([expect.stringContaining(problem)])
      }
    }
  },
)

test('in development, no mail is printed for a user whom callbacks.signIn refuses, and the log names the provider', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { handle, warned } = app({
    providers: [nodemailer({ server: '', from: '' })],
    adapter: memory(),
    callbacks: { signIn: () => false },
    environment: { NODE_ENV: 'development', AUTH_URL: 'http://localhost:3000' },
  })
  const browser = new Browser(handle, 'http://localhost:3000')
  const response = await browser.post('/auth/signin/nodemailer', { email: 'ada@example.com' })
  const page = await (await browser.send(response.headers.get('location') ?? '')).text()
  expect(page).toContain('Shown in development only')
  expect(page).not.toContain('It is in the terminal')
  expect(printed).not.toHaveBeenCalled()
  expect(warned).toEqual(["AccessDenied: The signIn callback refused a sign-in with 'nodemailer'."])
})

type Send = EmailProvider['sendVerificationRequest']

const withOwnFunction: [where: string, (send: Send) => EmailProvider<string>][] = [
  ['in the options', (sendVerificationRequest) => resend({ from, sendVerificationRequest })],
  ['in a copy', (sendVerificationRequest) => ({ ...resend({ from }), sendVerificationRequest })],
  [
    'in a copy of nodemailer()',
    (sendVerificationRequest) => ({
      ...nodemailer({ server: '', from }),
      id: 'resend',
      sendVerificationRequest,
    }),
  ],
]

test.each(withOwnFunction)(
  'a mail provider with `sendVerificationRequest` %s needs no API key',
  async (_, create) => {
    const sent: string[] = []
    const provider = create(({ identifier }) => void sent.push(identifier))
    const { handle, warned } = app({
      providers: [provider],
      adapter: memory(),
      environment: { NODE_ENV: 'development' },
    })
    const browser = new Browser(handle, 'http://localhost:3000')
    const response = await browser.post('/auth/signin/resend', { email: 'ada@example.com' })
    const page = await (await browser.send(response.headers.get('location') ?? '')).text()
    expect(page).not.toContain('terminal')
    expect(page).toContain('spam')
    expect(sent).toEqual(['ada@example.com'])
    expect(warned).toEqual([])
  },
)

test.each(withOwnFunction)(
  'in production, a mail provider with `sendVerificationRequest` %s and no API key is on the sign-in page',
  async (_, create) => {
    const { handle, warned } = app({
      providers: [acme(), create(() => undefined)],
      adapter: memory(),
      environment: { NODE_ENV: 'production', AUTH_URL: 'http://localhost:3000' },
    })
    const browser = new Browser(handle, 'http://localhost:3000')
    const response = await browser.send('/auth/signin', { headers: { accept: 'text/html' } })
    expect(await response.text()).toContain('/auth/signin/resend')
    expect(warned).toEqual([])
  },
)
