import { expect, test } from 'vitest'
import { renderer } from './solid/renderer.js'
import { clientTabs } from './support/client-tabs.js'
import { VirtualAuthenticator } from './support/virtual-authenticator.js'

const { application, open, newPage, shows, seen, reads, call, enter, clearCookies } = clientTabs(renderer)

test('a page that was rendered with a session shows it at once, and asks for nothing', async () => {
  await enter(await open())
  const before = reads()
  const page = await open()
  await shows(page, 'Signed in as Ada')
  await page.getByText('Welcome, Ada').waitFor()
  // What comes of an answer is shown before what is asked for afterwards.
  await call(page, 'getProviders')
  expect(await seen(page)).toEqual(['Signed in as Ada'])
  expect(reads()).toBe(before)
})

test('a page without a session from the server loads it, and never shows that nobody is signed in', async () => {
  await enter(await open())
  const page = await open('/late')
  await shows(page, 'Signed in as Ada')
  expect(await seen(page)).toEqual(['loading', 'Signed in as Ada'])
})

test('once signIn has resolved, the page shows who is signed in, and so do other tabs', async () => {
  const other = await open()
  const page = await open()
  await page.getByText('For members alone').waitFor()
  expect(await enter(page)).toMatchObject({ ok: true, status: 200 })
  expect(await seen(page)).toEqual(['unauthenticated', 'Signed in as Ada'])
  expect(await page.locator('#members').textContent()).toBe('Welcome, Ada')
  await shows(other, 'Signed in as Ada')
  expect(await call(page, 'signOut', { redirect: false })).toMatchObject({ ok: true })
  await shows(page, 'unauthenticated')
  await page.getByText('For members alone').waitFor()
  await shows(other, 'unauthenticated')
})

test('a wrong password is a result, and the page stays', async () => {
  const page = await open('/login')
  expect(await enter(page, 'Ada', 'wrong')).toMatchObject({ ok: false, error: 'CredentialsSignin' })
  expect(page.url()).toBe(`${application().url}/login`)
  await shows(page, 'unauthenticated')
})

test('what update changes shows at once, here and in other tabs', async () => {
  const page = await open()
  await enter(page)
  const other = await open()
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await shows(page, 'Signed in as Countess')
  await shows(other, 'Signed in as Countess')
  expect(await page.locator('#members').textContent()).toBe('Welcome, Countess')
})

test('an update that the server refuses changes nothing, and says why', async () => {
  const page = await open()
  await enter(page)
  await page.getByRole('button', { name: 'Rename wrongly' }).click()
  await page.getByText('The data does not match the schema').waitFor()
  await shows(page, 'Signed in as Ada')
})

test('what an action on the server did is taken at once, and seen in other tabs', async () => {
  const other = await open()
  const page = await open()
  const before = reads()
  await page.getByRole('button', { name: 'Enter by action' }).click()
  await shows(page, 'Signed in as Actor')
  await page.getByText('Welcome, Actor').waitFor()
  await shows(other, 'Signed in as Actor')
  // Only the other tab had to ask.
  expect(reads() - before).toBe(1)
  await page.getByRole('button', { name: 'Leave by action' }).click()
  await shows(page, 'unauthenticated')
  await shows(other, 'unauthenticated')
})

test('a page for members leads to sign-in and back', async () => {
  const page = await newPage()
  await page.goto(`${application().url}/members`)
  await page.waitForURL('**/api/auth/signin?*')
  expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${application().url}/members`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('right')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/members')
  await page.getByText('Welcome, Ada').waitFor()
})

test('who signs out on a page for members goes where the application said, not to sign-in', async () => {
  await enter(await open())
  const page = await open('/members')
  await call(page, 'signOut', { redirectTo: '/bye' })
  await page.waitForURL('**/bye')
  await shows(page, 'unauthenticated')
})

test('a page that asks again by an interval notices by itself', async () => {
  await enter(await open())
  const page = await open('/poll')
  await shows(page, 'Signed in as Ada')
  await clearCookies()
  await shows(page, 'unauthenticated')
})

test('a server that is down signs nobody out', async () => {
  const page = await open()
  await enter(page)
  application().health = '503'
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByText('Out of reach: 503').waitFor()
  await shows(page, 'Signed in as Ada')
  application().health = 'up'
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByText('Out of reach').waitFor({ state: 'detached' })
  await shows(page, 'Signed in as Ada')
})

test('a passkey is made and used on a page, which shows who is signed in', async () => {
  const page = await open()
  await VirtualAuthenticator.attach(page)
  const made = { action: 'register', email: 'ada@example.com', name: 'Ada', redirect: false }
  expect(await call(page, 'signInWithPasskey', 'passkey', made)).toMatchObject({ ok: true })
  await shows(page, 'Signed in as Ada')
  await call(page, 'signOut', { redirect: false })
  await shows(page, 'unauthenticated')
  expect(await call(page, 'signInWithPasskey', 'passkey', { redirect: false })).toMatchObject({ ok: true })
  await shows(page, 'Signed in as Ada')
})
