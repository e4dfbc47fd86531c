import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import Credentials from '../../src/compat/providers/credentials.js'
import { Auth, type AuthConfig } from '../../src/compat.js'
import { CredentialsSignin } from '../../src/errors.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import { type MailServer, startMailServer } from '../support/smtp-server.js'
import { authjsClientScript } from './support/authjs-client.js'
import { usePages } from './support/pages.js'
import { type Site, serve } from './support/serve-site.js'
import { patience } from './support/suite.js'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

const document = `<!doctype html><html lang="en"><title>Application</title><div id="root"></div>
<script type="module" src="/page.js"></script>`

let site: Site
let mails: MailServer
const visit = usePages()

beforeAll(async () => {
  mails = await startMailServer()
  const script = await authjsClientScript()
  const config: AuthConfig = {
    providers: [
      Credentials({
        credentials: { name: {}, password: { type: 'password' } },
        authorize({ name, password }) {
          if (name === 'Locked') throw new Locked()
          return password === 'right' ? { id: String(name), name: String(name) } : null
        },
      }),
      nodemailer({ server: mails.url, from: 'sign-in@example.com' }),
    ],
    adapter: memory(),
    session: { strategy: 'jwt' },
    secret: 'a secret that is long enough for this test',
    basePath: '/api/auth',
    logger: { error: () => undefined, warn: () => undefined },
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === 'update') token.name = session.name
        return token
      },
      session({ session, token }) {
        if (session.user) session.user.name = token.name
        return session
      },
    },
  }
  site = await serve(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/api/auth/')) return Auth(request, config)
    const [body, type] = pathname === '/page.js' ? [script, 'text/javascript'] : [document, 'text/html']
    return new Response(body, { headers: { 'content-type': type } })
  })
}, patience)
afterAll(async () => {
  await site?.stop()
  await mails?.stop()
}, patience)

const call = (page: Page, name: string, ...args: unknown[]): Promise<any> =>
  page.evaluate(([name, args]) => (globalThis as any).call[name](...args), [name, args] as const)

const shows = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor()

test('the published `next-auth/react` client signs in, reads and updates the session, and signs out', async () => {
  const page = await visit()
  await page.goto(`${site.url}/`)
  await shows(page, 'unauthenticated')
  expect(await call(page, 'getSession')).toBeNull()
  expect(await call(page, 'getCsrfToken')).toMatch(/^\S{20,}$/)
  expect(await call(page, 'getProviders')).toMatchObject({
    credentials: {
      id: 'credentials',
      type: 'credentials',
      callbackUrl: `${site.url}/api/auth/callback/credentials`,
    },
    nodemailer: { type: 'email', signinUrl: `${site.url}/api/auth/signin/nodemailer` },
  })

  // Refused sign-ins with credentials.
  const enter = { name: 'Ada', password: 'wrong', redirect: false }
  expect(await call(page, 'signIn', 'credentials', enter)).toMatchObject({
    error: 'CredentialsSignin',
    code: 'credentials',
    ok: true,
    url: null,
  })
  expect(await call(page, 'signIn', 'credentials', { ...enter, name: 'Locked' })).toMatchObject({
    error: 'CredentialsSignin',
    code: 'locked',
    url: null,
  })
  await shows(page, 'unauthenticated')

  // A sign-in and a sign-out without a page load, and then with a page load.
  const right = { ...enter, password: 'right', redirectTo: '/inside' }
  expect(await call(page, 'signIn', 'credentials', right)).toMatchObject({
    ok: true,
    status: 200,
    url: `${site.url}/inside`,
  })
  await shows(page, 'Signed in as Ada')
  expect(await call(page, 'getSession')).toMatchObject({ user: { name: 'Ada' }, expires: expect.any(String) })
  expect(await call(page, 'update', { name: 'Grace' })).toMatchObject({ user: { name: 'Grace' } })
  await shows(page, 'Signed in as Grace')
  await page.reload()
  await shows(page, 'Signed in as Grace')
  expect(await call(page, 'signOut', { redirect: false, redirectTo: '/bye' })).toEqual({
    url: `${site.url}/bye`,
  })
  await shows(page, 'unauthenticated')
  await page.evaluate((fields) => void (globalThis as any).call.signIn('credentials', fields), {
    name: 'Ada',
    password: 'right',
    callbackUrl: '/inside',
  })
  await page.waitForURL('**/inside')
  await shows(page, 'Signed in as Ada')
  await page.evaluate(() => void (globalThis as any).call.signOut({ callbackUrl: '/bye' }))
  await page.waitForURL('**/bye')
  await shows(page, 'unauthenticated')

  // By e-mail: a refused e-mail address, a mail, and its link.
  expect(await call(page, 'signIn', 'nodemailer', { email: 'none', redirect: false })).toMatchObject({
    error: expect.any(String),
    url: null,
  })
  const mail = { email: 'ada@example.com', redirect: false, redirectTo: '/inside' }
  expect(await call(page, 'signIn', 'nodemailer', mail)).toMatchObject({ error: undefined, ok: true })
  await page.goto(/^http:\S+$/m.exec(mails.mails.at(-1)?.parsed.text ?? '')?.[0] ?? '')
  await page.waitForURL('**/inside')
  await shows(page, 'Signed in as ada@example.com')

  // signIn() without a provider opens the sign-in page.
  await call(page, 'signOut', { redirect: false })
  await page.evaluate(() => void (globalThis as any).call.signIn())
  await page.waitForURL('**/api/auth/signin?*')
  expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site.url}/inside`)
})
