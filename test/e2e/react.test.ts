import { expect, test } from 'vitest'
import { renderer } from './react/renderer.js'
import { clientSuite } from './support/client-suite.js'

const { open, shows, enter, newPage, application } = clientSuite(renderer)

test('React components show the content for a signed-in user before scripts run, and updates in each tab', async () => {
  const other = await open()
  const page = await open()
  expect(await page.locator('.greeting').allTextContents()).toEqual(['Welcome, stranger'])
  expect(await page.locator('details').count()).toBe(0)
  await enter(page)
  await other.getByText('Welcome back, Ada').waitFor()
  expect(await other.locator('.greeting').allTextContents()).toEqual(['Welcome back, Ada'])

  const rendered = await (await page.request.get(application().url)).text()
  expect(rendered).toContain('Welcome back, Ada')
  expect(rendered).not.toContain('Welcome, stranger')
  const late = await (await page.request.get(`${application().url}/late`)).text()
  expect(late).toContain('Please wait')
  expect(late).not.toMatch(/Welcome|<details/)
})

test('the user menu opens by keyboard, closes with Escape, and signs out to the configured page', async () => {
  await enter(await open())
  const page = await newPage()
  await page.goto(application().url)
  await page.waitForSelector('html[data-ready]')
  const trigger = page.locator('summary')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  expect(await trigger.textContent()).toBe('Ada')
  await trigger.press('Enter')
  await signOut.waitFor()
  await page.getByRole('link', { name: 'Settings' }).press('Escape')
  await signOut.waitFor({ state: 'hidden' })
  expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true)

  await trigger.press('Enter')
  await page.getByRole('button', { name: 'Rename', exact: true }).focus()
  await signOut.waitFor({ state: 'hidden' })

  await trigger.click()
  await signOut.click()
  await page.waitForURL('**/late')
  await shows(page, 'unauthenticated')
  expect(await page.locator('details').count()).toBe(0)
})
