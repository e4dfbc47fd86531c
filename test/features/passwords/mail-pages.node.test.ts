import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { password } from '../../../src/providers/password.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { Browser } from '../../support/browser.js'
import { ADA, countedHash, OTHER, RIGHT } from '../../support/passwords.js'

const ORIGIN = 'https://app.test'

function start() {
  const adapter = memory()
  const mails: { purpose: string; url: string }[] = []
  const auth = createAuth()
    .provider(password({ hash: countedHash(), send: (mail) => void mails.push(mail) }))
    .adapter(adapter)
    .pages({ finishSignUp: '/welcome', resetPassword: '/new-password?from=mail' })
    .options({
      secret: 'a secret of more than thirty-two characters',
      trustHost: true,
      store: memoryStore(),
    })
    .build()
  const browser = new Browser(auth.handler, ORIGIN)
  const link = (): URL => new URL(mails.at(-1)?.url ?? '')
  const token = (): string => link().searchParams.get('token') ?? ''
  const signUp = () =>
    browser.post('/auth/signup', { email: ADA, newPassword: RIGHT, callbackUrl: '/inside' })
  return { adapter, auth, browser, link, mails, signUp, token }
}

test('the mail of a sign-up leads a new user to the page of the application', async () => {
  const { auth, browser, link, signUp, token } = start()
  await signUp()
  expect(link().pathname).toBe('/welcome')
  expect(link().searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
  const request = new Request(`${ORIGIN}/welcome`, {
    method: 'POST',
    headers: { cookie: browser.jar.header, origin: ORIGIN },
  })
  expect(await auth.passwords.finishSignUp({ token: token() }, { request })).toMatchObject({ ok: true })
})

test('the mail about a forgotten password leads to the page of the application', async () => {
  const { auth, browser, link, mails, signUp, token } = start()
  await signUp()
  const request = () => new Request(`${ORIGIN}/`, { method: 'POST', headers: { origin: ORIGIN } })
  await auth.passwords.finishSignUp({ token: token(), password: RIGHT }, { request: request() })
  await browser.post('/auth/password', { action: 'forgot', email: ADA })
  await expect.poll(() => mails.at(-1)?.purpose).toBe('resetPassword')
  expect(link().pathname).toBe('/new-password')
  expect(link().searchParams.get('from')).toBe('mail')
  expect(
    await auth.passwords.reset({ token: token(), password: OTHER }, { request: request() }),
  ).toMatchObject({ ok: true })
})

test('the page to request a link links back to the sign-in page, which keeps the callback URL', async () => {
  const { browser } = start()
  const response = await browser.send('/auth/password?callbackUrl=%2Finside', {
    headers: { accept: 'text/html' },
  })
  const back = /<a class="button" href="([^"]*)">Sign in<[/]a>/.exec(await response.text())?.[1] ?? ''
  expect(back).toBe(`${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/inside`)}`)
})

test('the built-in page lists the logins of a stored user that a sign-up removes', async () => {
  const { adapter, browser, link, signUp } = start()
  await adapter.createUser({ id: 'eve', email: ADA, emailVerified: null })
  await signUp()
  expect(link().pathname).toBe('/auth/signup')
  expect((await browser.send(link().href)).status).toBe(200)
})
