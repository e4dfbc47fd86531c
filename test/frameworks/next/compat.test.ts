import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { NextAuth, type NextAuthConfig } from '../../../src/compat/next.js'
import Credentials from '../../../src/compat/providers/credentials.js'
import { EmailSignInError } from '../../../src/errors.js'
import { nodemailer } from '../../../src/providers/nodemailer.js'
import { nextApp, runInNext } from './request.js'

const headers = { host: 'app.test', accept: 'text/html' }
const logger = { error: () => undefined, warn: () => undefined }
const failing = {
  ...nodemailer({ server: 'smtp://localhost', from: 'sign-in@example.com' }),
  sendVerificationRequest() {
    throw new Error('The mail server does not respond.')
  },
}
const config = (): NextAuthConfig => ({
  providers: [failing],
  adapter: memory(),
  secret: 'a secret of at least thirty-two characters',
  logger,
})

beforeEach(() => vi.stubEnv('AUTH_URL', 'https://app.test'))
afterEach(() => vi.unstubAllEnvs())

describe.each([
  ['an object', () => NextAuth(config())],
  ['a function', () => NextAuth(async () => config())],
])('NextAuth with %s', (_, create) => {
  test('signIn of NextAuth returns the URL of the sign-in page if an e-mail could not be sent', async () => {
    const { signIn } = create()
    const fields = { email: 'ada@example.com', redirect: false } as const
    const url = await runInNext(headers, () => signIn('nodemailer', fields))
    const { pathname, searchParams } = new URL(url)
    expect([pathname, searchParams.get('error')]).toEqual(['/api/auth/signin', 'EmailSignInError'])
  })

  test('NextAuth serves its routes below /api/auth', async () => {
    const { handlers } = create()
    const { NextRequest } = await import('next/server.js')
    const response = await handlers.GET(new NextRequest('https://app.test/api/auth/providers'))
    expect(Object.keys((await response.json()) as object)).toEqual(['nodemailer'])
  })
})

test('signIn of NextAuth throws and logs the reason if an e-mail could not be sent', async () => {
  const { signIn, logged } = nextApp({
    providers: [failing],
    adapter: memory(),
    environment: { AUTH_URL: 'https://app.test' },
  })
  const call = () => signIn('nodemailer', { email: 'ada@example.com', redirect: false })
  await expect(runInNext(headers, call)).rejects.toBeInstanceOf(EmailSignInError)
  expect(logged).toMatchObject([{ type: 'EmailSignInError' }])
})

test('NextAuth warns about a credentials provider without removeCredentials if users can sign in by e-mail', async () => {
  const warned: string[] = []
  const { handlers } = NextAuth({
    ...config(),
    session: { strategy: 'jwt' },
    providers: [failing, Credentials({ credentials: { password: {} }, authorize: () => null })],
    logger: { ...logger, warn: (code: string) => void warned.push(code) },
  })
  const { NextRequest } = await import('next/server.js')
  await handlers.GET(new NextRequest('https://app.test/api/auth/session'))
  expect(warned).toContain('credentials-not-removable')
})

test('signIn of NextAuth accepts `callbackUrl` instead of `redirectTo`', async () => {
  const { signIn } = NextAuth(config())
  const url = await runInNext(headers, () => signIn(undefined, { callbackUrl: '/inside', redirect: false }))
  expect(new URL(url, 'https://app.test').searchParams.get('callbackUrl')).toContain('/inside')
})

describe.each([
  ['an object', (config: NextAuthConfig) => NextAuth(config)],
  ['a function', (config: NextAuthConfig) => NextAuth(async () => config)],
])('`authorized` of Auth.js in %s', (_, create) => {
  const visit = async (decision: unknown): Promise<Response> => {
    const authorized = () => decision as boolean
    const { auth } = create({ ...config(), callbacks: { authorized } })
    const { NextRequest } = await import('next/server.js')
    const request = new NextRequest('https://app.test/inside', { headers })
    return auth(() => new Response('What only some may see.'))(request, {} as never) as Promise<Response>
  }

  test.each([true, 1, 'admin', {}])(
    '`authorized` of Auth.js lets a request through if it returns %j',
    async (decision) => {
      expect(await (await visit(decision)).text()).toBe('What only some may see.')
    },
  )

  test.each([false, undefined, null, 0, ''])(
    '`authorized` of Auth.js redirects to the sign-in page if it returns %j',
    async (decision) => {
      const response = await visit(decision)
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toMatch(/\/api\/auth\/signin\?/)
    },
  )

  test('`authorized` of Auth.js can return a response', async () => {
    expect((await visit(new Response(null, { status: 403 }))).status).toBe(403)
  })
})
