import { expect, test } from 'vitest'
import { renderer } from './solid/renderer.js'
import { clientSuite } from './support/client-suite.js'

const { open, shows, call, enter } = clientSuite(renderer)

test('protected content in Solid shows the signed-in user, and is hidden after the sign-out', async () => {
  const page = await open()
  await page.getByText('For members alone').waitFor()
  await enter(page)
  // After signIn has resolved, the page shows the session.
  expect(await page.locator('#members').textContent()).toBe('Welcome, Ada')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await shows(page, 'Signed in as Countess')
  expect(await page.locator('#members').textContent()).toBe('Welcome, Countess')
  await call(page, 'signOut', { redirect: false })
  await page.getByText('For members alone').waitFor()
})
