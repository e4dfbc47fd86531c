import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'

const password: Provider = credentials({
  id: 'password',
  name: 'Password',
  input: { email: { label: 'Email' }, password: { label: 'Password' } },
  authorize: () => null,
})

function start(options = {}, pages = {}) {
  const box = mailbox()
  const made = app({ providers: [box.provider, password], adapter: memory(), options, pages })
  return { box, browser: new Browser(made.handle) }
}

const shown = async (browser: Browser, path = '/auth/signin') =>
  (await browser.send(path, { headers: { accept: 'text/html' } })).text()

test('the password form and the link form share one field for the e-mail address', async () => {
  const html = await shown(start().browser, '/auth/signin?login_hint=ada@example.com')
  expect(html.match(/<input [^>]*name="email"/g)).toHaveLength(1)
  expect(html.match(/<form /g)).toHaveLength(1)
  expect(html).toContain('value="ada@example.com"')
  expect(html).toContain('formaction="https://app.test/auth/signin/mail" formnovalidate')
})

test('only the button of a sign-up form has a label for signing up', async () => {
  const signUp = { ...password, id: 'sign-up', name: 'Sign-up', signUp: true }
  const box = mailbox()
  const made = app({ providers: [box.provider, password, signUp], adapter: memory(), options: {}, pages: {} })
  const html = await shown(new Browser(made.handle))
  expect([...html.matchAll(/<button type="submit"[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual([
    'Sign in',
    'Email me a sign-in link',
    'Create an account',
  ])
  expect(html.match(/<form /g)).toHaveLength(2)
})

test('the button for the link sends an e-mail and ignores the password', async () => {
  const { box, browser } = start()
  await browser.post('/auth/signin/mail', { email: 'ada@example.com', password: 'never stored' })
  expect(JSON.stringify(box.last)).not.toContain('never stored')
  expect(box.last.to).toBe('ada@example.com')
})

test('an invalid e-mail address is shown again in the shared field', async () => {
  const { browser } = start()
  const csrfToken = await browser.csrfToken()
  const response = await browser.send('/auth/signin/mail', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, email: 'ada' }),
    headers: { origin: browser.origin, accept: 'text/html' },
  })
  const html = await response.text()
  expect(response.status).toBe(400)
  expect(html).toContain('That is not an email address')
  expect(html).toMatch(/name="email"[^>]*value="ada"[^>]*aria-invalid="true"/)
})

test('a password field has a button that shows the password, and the button is hidden without JavaScript', async () => {
  const { browser } = start()
  const response = await browser.send('/auth/signin', { headers: { accept: 'text/html' } })
  const html = await response.text()
  expect(html).toMatch(/<button type="button" class="show" hidden [^>]*aria-label="Show password">/)
  const [, nonce = ''] =
    /script-src 'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
  expect(html).toContain(`<script nonce="${nonce}">`)
})

test('the sign-in page links to the pages of the application for sign-up, terms and privacy', async () => {
  const html = await shown(
    start({}, { signUp: '/join', terms: '/terms', privacy: '/privacy?a=1&b=2' }).browser,
  )
  expect(html).toContain('New here? <a href="/join">Create an account</a>')
  expect(html).toContain('<a href="/terms">Terms</a> · <a href="/privacy?a=1&amp;b=2">Privacy</a>')
  expect(await shown(start().browser)).not.toContain('New here?')
})

test('the name of the application replaces the host, on pages and in mails', async () => {
  const { box, browser } = start({ theme: { name: 'Acme <Notes>' } })
  const html = await shown(browser)
  expect(html).toContain('<title>Sign in – Acme &lt;Notes&gt;</title>')
  expect(html).toContain('to continue to <strong>Acme &lt;Notes&gt;</strong>')
  await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
  expect(box.last.subject).toBe('Sign in to Acme <Notes>')
  expect(box.last.html).toContain('Sign in to Acme &lt;Notes&gt;')
})
