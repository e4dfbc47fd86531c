import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { type Browser, locationOf } from '../../support/browser.js'
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

/* The password on `/auth/account`, without a script. */

const SECRET_TYPED = 'never shown again, not anywhere'

async function start(options: PasswordAppOptions = {}) {
  const site = passwordApp({ provider: { hash: countedHash() }, ...options })
  const ada = await storeUser(site.adapter, `plain:${RIGHT}`)
  const owner = site.browser()
  await signIn(owner)
  const signsInWith = async (password: string): Promise<boolean> =>
    locationOf(await signIn(site.browser(), password)).pathname === '/inside'
  return { ...site, ada, owner, signsInWith }
}

const pageOf = async (browser: Browser, query = ''): Promise<string> =>
  (await browser.send(`/auth/account${query}`, { headers: { accept: 'text/html' } })).text()

/** The password forms of a page by their `action` field, each with its attributes and inputs. */
function formsOf(html: string): Map<string, { target: string; inner: string }> {
  const all = [...html.matchAll(/<form action="([^"]*)" method="post">([\s\S]*?)<\/form>/g)]
  return new Map(
    all
      .filter(([, target = '']) => target.endsWith('/auth/password'))
      .map(([, target = '', inner = '']) => [
        /name="action" value="(\w+)"/.exec(inner)?.[1] ?? '',
        { target, inner },
      ]),
  )
}

/** Fills in a form and presses its button, and returns the page that it leads to. */
async function fillIn(browser: Browser, name: string, typed: Record<string, string>): Promise<string> {
  const form = formsOf(await pageOf(browser)).get(name)
  if (!form) throw new Error(`There is no form '${name}'.`)
  const hidden = [...form.inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, key = '', value = '']) => [key, value] as const,
  )
  const response = await browser.send(new URL(form.target).pathname, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(hidden), ...typed }),
    headers: { origin: 'https://app.test', 'sec-fetch-site': 'same-origin', accept: 'text/html' },
  })
  const { pathname, search } = locationOf(response)
  expect(pathname).toBe('/auth/account')
  return pageOf(browser, search)
}

describe.each(['jwt', 'database'] as const)('the password on the account page (%s)', (strategy) => {
  test('the password on the account page is changed, removed and set again by its forms', async () => {
    const { owner, signsInWith } = await start({ strategy })
    const changed = await fillIn(owner, 'change', { currentPassword: RIGHT, newPassword: OTHER })
    expect(changed).toContain('Your password is saved.')
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
    const removed = await fillIn(owner, 'remove', { currentPassword: OTHER })
    expect(removed).toContain('Your password is removed.')
    expect(removed).toContain('You have no password yet.')
    expect([...formsOf(removed).keys()]).toEqual(['set'])
    expect(await signsInWith(OTHER)).toBe(false)
    const set = await fillIn(owner, 'set', { newPassword: RIGHT })
    expect(set).toContain('Your password is saved.')
    expect([...formsOf(set).keys()]).toEqual(['change', 'remove'])
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test('if a password form on the account page is refused, the password stays and the page shows the reason', async () => {
    const { owner, signsInWith, logged } = await start({ strategy })
    const wrong = await fillIn(owner, 'change', { currentPassword: SECRET_TYPED, newPassword: OTHER })
    expect(wrong).toContain('That is not your current password.')
    const short = await fillIn(owner, 'change', { currentPassword: RIGHT, newPassword: 'short' })
    expect(short).toContain('Use at least 15 characters.')
    const common = await fillIn(owner, 'change', { currentPassword: RIGHT, newPassword: 'passwordpassword' })
    expect(common).toContain('This password is too common.')
    const kept = await fillIn(owner, 'remove', { currentPassword: SECRET_TYPED })
    expect(kept).toContain('That is not your current password.')
    for (const page of [wrong, short, common, kept]) {
      for (const typed of [SECRET_TYPED, RIGHT, OTHER]) expect(page).not.toContain(typed)
    }
    expect(inspect(logged, { depth: 10 })).not.toContain(SECRET_TYPED)
    expect(await signsInWith(RIGHT)).toBe(true)
  })
})

test('the account page has no section for connected accounts if there is no provider to connect', async () => {
  const { owner } = await start()
  const html = await pageOf(owner)
  expect(html).toContain('<h2')
  expect(html).not.toContain('Connected accounts')
  expect(html).not.toContain('None yet')
})

test('the account page marks the user name, the current and the new password for password managers', async () => {
  const { owner } = await start({ provider: { hash: countedHash(), minLength: 20 } })
  const { inner = '' } = formsOf(await pageOf(owner)).get('change') ?? {}
  expect(inner).toMatch(
    new RegExp(`<input[^>]*name="username"[^>]*autocomplete="username"[^>]*value="${ADA}"`),
  )
  expect(inner).toMatch(/<input[^>]*name="currentPassword"[^>]*autocomplete="current-password"/)
  expect(inner).toMatch(/<input[^>]*name="newPassword"[^>]*autocomplete="new-password"[^>]*minlength="20"/)
})

test('forms for a new password on the account page show the minimum length', async () => {
  const { owner } = await start({ provider: { hash: countedHash(), minLength: 20 } })
  const hint = 'At least 20 characters.'
  const forms = formsOf(await pageOf(owner))
  expect(forms.get('change')?.inner).toContain(hint)
  expect(forms.get('remove')?.inner).not.toContain(hint)
  await fillIn(owner, 'remove', { currentPassword: RIGHT })
  expect(formsOf(await pageOf(owner)).get('set')?.inner).toContain(hint)
})

test('each input of the account page has a unique id, and each label refers to an input', async () => {
  const { owner } = await start()
  const html = await pageOf(owner)
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const labels = [...html.matchAll(/<label for="([^"]*)"/g)].map(([, id]) => id)
  expect(labels).toHaveLength(3)
  for (const id of labels) expect(ids).toContain(id)
})

test('a password that is the last way to sign in has no form for its removal, and cannot be removed', async () => {
  const { owner, adapter, ada, signsInWith } = await start()
  await adapter.updateUser?.({ id: ada.id, emailVerified: null })
  const html = await pageOf(owner)
  expect([...formsOf(html).keys()]).toEqual(['change'])
  expect(html).toContain('Your only way to sign in')
  const forced = await owner.post('/auth/password', { action: 'remove', currentPassword: RIGHT })
  const page = await pageOf(owner, locationOf(forced).search)
  expect(page).toContain('Add another one first.')
  expect(await signsInWith(RIGHT)).toBe(true)
})

test('the account page does not call the password the last sign-in method if the user can sign in by mail', async () => {
  const { owner } = await start()
  expect(await pageOf(owner)).not.toContain('Your only way to sign in')
})

test('the account page has no password section for a user without an e-mail address', async () => {
  const { owner, adapter, ada } = await start()
  await adapter.updateUser?.({ id: ada.id, email: null } as never)
  expect(formsOf(await pageOf(owner)).size).toBe(0)
})

test('a password at one tenant is not shown at another tenant', async () => {
  const adapter = memory()
  const hash = countedHash()
  const [red, blue] = ['red', 'blue'].map((tenant) => passwordApp({ adapter, tenant, provider: { hash } }))
  await storeUser(adapter, `plain:${RIGHT}`, { tenant: 'red' })
  const [redBrowser, blueBrowser] = [red?.browser(), blue?.browser()]
  if (!redBrowser || !blueBrowser || !blue) throw new Error('There is no browser.')
  await signIn(redBrowser)
  await blueBrowser.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
  await blueBrowser.send(blue.box.link)
  expect([...formsOf(await pageOf(redBrowser)).keys()]).toEqual(['change', 'remove'])
  expect([...formsOf(await pageOf(blueBrowser)).keys()]).toEqual(['set'])
})

test('the account page shows no message for an unknown result in the query', async () => {
  const { owner } = await start()
  const page = await pageOf(owner)
  for (const result of ['<script>', 'constructor', 'toString', 'account.title', '']) {
    const shown = await pageOf(owner, `?passwordResult=${encodeURIComponent(result)}`)
    const banners = (html: string): number => html.split('class="banner').length
    expect(banners(shown)).toBe(banners(page))
    expect(shown).not.toContain('<script>')
  }
})

test('the field for a new password refers to the rule about its length, on the account page and at a sign-up', async () => {
  const { owner, browser } = await start()
  const signUp = await browser().send('/auth/signup', { headers: { accept: 'text/html' } })
  for (const html of [await pageOf(owner), await signUp.text()]) {
    const [input = ''] = /<input[^>]*name="newPassword"[^>]*>/.exec(html) ?? []
    const id = /aria-describedby="([^"]*)"/.exec(input)?.[1]
    expect(html.split(`<p class="hint" id="${id}">At least 15 characters.`)).toHaveLength(2)
  }
})
