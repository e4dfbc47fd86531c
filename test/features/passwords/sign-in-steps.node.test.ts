import { afterEach, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { faults } from '../../../src/testing.js'
import { Browser, locationOf } from '../../support/browser.js'
import { fillCookies } from '../../support/full-cookies.js'
import {
  ADA,
  countedHash,
  OTHER,
  type PasswordAppOptions,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'

afterEach(() => void vi.useRealTimers())

const CALLBACK = '?callbackUrl=https%3A%2F%2Fapp.test%2Finside'

function start(options: PasswordAppOptions = {}) {
  const { calls, target } = faults(memory())
  return { calls, ...passwordApp({ adapter: target, provider: { hash: countedHash() }, ...options }) }
}

const goOn = (browser: Browser, email: string): Promise<Response> =>
  browser.post('/auth/signin/continue', { email, callbackUrl: '/inside' })
const show = async (browser: Browser, path = `/auth/signin/continue${CALLBACK}`): Promise<string> =>
  (await browser.send(path, { headers: { accept: 'text/html' } })).text()
const formsOf = (page: string): string[] =>
  [...page.matchAll(/<form action="([^"]+)"/g)].map(([, action = '']) => new URL(action).pathname)

test('the first page of a sign-in has only the e-mail field', async () => {
  const page = await show(start().browser(), `/auth/signin${CALLBACK}`)
  expect(formsOf(page)).toEqual(['/auth/signin/continue'])
  expect(page).toMatch(/<input[^>]*name="email"[^>]*autocomplete="username webauthn"/)
  expect(page).not.toContain('type="password"')
  expect(page).toContain('>Continue</button>')
  expect(page.match(/Create an account/g)).toHaveLength(1)
})

test.each([true, false])(
  'the sign-in page fills in the e-mail address of `login_hint` (with sign-in by mail: %s)',
  async (withMail) => {
    const site = start({ withMail, provider: { hash: countedHash(), send: () => undefined } })
    const page = await show(site.browser(), `/auth/signin?login_hint=${ADA}`)
    expect(page).toMatch(/<input[^>]*name="email"[^>]*value="ada@example.com"/)
  },
)

test('the first sign-in page links to the built-in sign-up page, or to that of the application', async () => {
  const end = (page: string): string => page.slice(page.lastIndexOf('</form>'))
  const ours = `<a href="https://app.test/auth/signup${CALLBACK}">Create an account</a>`
  const theirs = '<a href="/join">Create an account</a>'
  for (const withMail of [true, false]) {
    const options = { withMail, provider: { hash: countedHash(), send: () => undefined } }
    const page = await show(start(options).browser(), `/auth/signin${CALLBACK}`)
    expect(withMail ? end(page) : page).toContain(ours)
    const own = await show(start({ ...options, signUpPage: '/join' }).browser(), `/auth/signin${CALLBACK}`)
    expect(end(own)).toContain(theirs)
    expect(own.match(/Create an account/g)).toHaveLength(1)
  }
})

test('the second sign-in page shows the e-mail address, a password form, a link by mail and a way back', async () => {
  const { browser } = start()
  const ours = browser()
  const response = await goOn(ours, ' ADA@Example.com')
  const location = locationOf(response)
  expect(location.href).toBe(`https://app.test/auth/signin/continue${CALLBACK}`)
  expect(response.headers.getSetCookie().join()).toMatch(/__Host-[^;]*; Max-Age=900;/)
  const page = await show(ours)
  expect(formsOf(page)).toEqual(['/auth/callback/password', '/auth/password', '/auth/signin/mail'])
  expect(page).toMatch(
    /<input[^>]*name="email" type="email"[^>]*autocomplete="username"[^>]*readonly value="ada@example.com"/,
  )
  expect(page).toMatch(/<input[^>]*name="password"[^>]*autocomplete="current-password"/)
  expect(page).toContain(`<a href="https://app.test/auth/signin${CALLBACK}">Not you?</a>`)
})

test('a correct password signs in, and a wrong password redirects to the form with the same e-mail address', async () => {
  const site = start()
  await storeUser(site.adapter, `plain:${RIGHT}`)
  const ours = site.browser()
  await goOn(ours, ADA)
  const refused = await signIn(ours, OTHER)
  for (const _ of ['shown', 'reloaded']) {
    const page = await show(ours, locationOf(refused).pathname + locationOf(refused).search)
    expect(page).toContain('Those details are not right')
    expect(page).toMatch(/readonly value="ada@example.com"/)
    expect(formsOf(page)).toContain('/auth/callback/password')
  }
  expect(locationOf(await signIn(ours)).pathname).toBe('/inside')
})

test('the forms of the second page send a sign-in link, and a password reset link', async () => {
  const site = start()
  await storeUser(site.adapter, `plain:${RIGHT}`)
  const ours = site.browser()
  await goOn(ours, ADA)
  const page = await show(ours)
  for (const path of ['/auth/password', '/auth/signin/mail']) {
    const form =
      page.split('<form ').find((each) => each.startsWith(`action="https://app.test${path}"`)) ?? ''
    const fields = [...form.matchAll(/name="(\w+)"(?: type="\w+")?[^>]* value="([^"]*)"/g)]
    await ours.post(path, Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])))
  }
  expect(site.box.mails.map(({ to, purpose }) => [to, purpose])).toEqual([
    [ADA, 'resetPassword'],
    [ADA, 'signIn'],
  ])
})

test('every e-mail address gets the same sign-in pages, without a lookup and without the e-mail address in a URL', async () => {
  const site = start()
  await storeUser(site.adapter, `plain:${RIGHT}`)
  const outcomes = []
  for (const email of [ADA, 'nobody@example.com', 'odd', '"odd one"@x', 'x'.repeat(5_000)]) {
    const ours = site.browser()
    await ours.csrfToken()
    const before = site.calls.length
    const response = await goOn(ours, email)
    const page = await show(ours)
    outcomes.push({
      status: response.status,
      location: response.headers.get('location'),
      cookies: response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '')),
      calls: site.calls.slice(before),
      forms: formsOf(page),
      length: page.replace(/value="[^"]*"/g, '').replace(/nonce="[^"]*"/g, '').length,
    })
  }
  expect(outcomes[0]).toMatchObject({ status: 302, calls: [] })
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
})

test('the sign-in page does not show a previous e-mail address if there is no space for the new cookie', async () => {
  const ours = start().browser()
  await goOn(ours, ADA)
  fillCookies(ours)
  await goOn(ours, 'eve@example.com')
  const page = await show(ours)
  expect(page).not.toContain(ADA)
  expect(formsOf(page)).toEqual(['/auth/signin/continue'])
})

test('invalid input instead of an e-mail address is shortened to 254 characters', async () => {
  const ours = start().browser()
  await goOn(ours, 'é'.repeat(300))
  const [, shown] = /readonly value="(é+)"/.exec(await show(ours)) ?? []
  expect(shown).toHaveLength(254)
})

test('without an e-mail address, or with the cookie of another site, the first page is shown', async () => {
  const { browser } = start()
  for (const email of ['', '  ']) {
    const ours = browser()
    await goOn(ours, email)
    expect(formsOf(await show(ours))).toEqual(['/auth/signin/continue'])
  }
  const other = start({ secret: 'another secret of more than thirty-two characters' }).browser()
  await goOn(other, ADA)
  const ours = new Browser(browser().handle, other.origin, other.jar)
  expect(formsOf(await show(ours))).toEqual(['/auth/signin/continue'])
})

test.each([
  [890, true],
  [901, false],
])(
  'a sign-in can be continued for 15 minutes: after %i seconds, the page still shows the e-mail address: %s',
  async (seconds, shown) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { browser } = start()
    const ours = browser()
    await goOn(ours, ADA)
    vi.setSystemTime(Date.now() + seconds * 1000)
    expect((await show(ours)).includes(ADA)).toBe(shown)
  },
)

test('a request from another site cannot set the e-mail address of a sign-in', async () => {
  const ours = start().browser()
  const sent = await ours.send('/auth/signin/continue', {
    method: 'POST',
    body: new URLSearchParams({ email: ADA }),
    headers: { origin: 'https://evil.test' },
  })
  expect(sent.headers.getSetCookie().join()).not.toContain('Max-Age=900')
})

test('the sign-in page lets a signed-in user continue or sign out', async () => {
  const site = start()
  await storeUser(site.adapter, `plain:${RIGHT}`)
  const ours = site.browser()
  await signIn(ours)
  const page = await show(ours, `/auth/signin${CALLBACK}`)
  expect(page).toMatch(/You are signed in as <strong><bdi>Ada<\/bdi><\/strong>/)
  expect(page).toContain('href="https://app.test/inside">Continue</a>')
  // Some changes require a recent sign-in.
  expect(formsOf(page)).toEqual(['/auth/signout', '/auth/signin/continue'])
  expect(page.match(/>Continue</g)).toHaveLength(1)
  const [, form = ''] = /(<form action="https:\/\/app.test\/auth\/signout"[\s\S]*?<\/form>)/.exec(page) ?? []
  expect(form).toContain('Use another account')
  const [, callbackUrl = ''] = /name="callbackUrl" value="([^"]*)"/.exec(form) ?? []
  const out = await ours.post('/auth/signout', { callbackUrl })
  expect(locationOf(out).href).toBe(`https://app.test/auth/signin${CALLBACK}`)
  expect(await ours.session()).toBeNull()
})

test('the second sign-in page begins with the method that this browser used last', async () => {
  const site = start({ lastUsed: true })
  await storeUser(site.adapter, `plain:${RIGHT}`)
  const ours = site.browser()
  await goOn(ours, ADA)
  const usual = formsOf(await show(ours))
  await ours.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
  await ours.send(site.box.link)
  await ours.post('/auth/signout', { callbackUrl: '/' })
  await goOn(ours, ADA)
  const ordered = formsOf(await show(ours))
  expect([usual[0], ordered[0]]).toEqual(['/auth/callback/password', '/auth/signin/mail'])
  expect(new Set(ordered)).toEqual(new Set(usual))
})

test('if a password is the only way to sign in, one page has both fields', async () => {
  const { browser } = start({ withMail: false, provider: { hash: countedHash(), send: () => undefined } })
  const page = await show(browser(), `/auth/signin${CALLBACK}`)
  expect(formsOf(page)).toEqual(['/auth/callback/password'])
  expect(page).toMatch(/name="email"[\s\S]*name="password"/)
})
