import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { launchBrowser } from './support/browser.js'
import { newPlace, root, startDemo } from './support/demo.js'
import { openSignIn, sendPassword, sessionOf, signInWithDemoId, signOut } from './support/page-actions.js'
import { patience } from './support/suite.js'

const endings: (() => unknown)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
}, patience)

test('a new user signs in by provider and by password, and is still signed in after a restart', {
  timeout: patience,
}, async () => {
  // Without the build output, the demo builds the example first, as in a fresh clone.
  rmSync(join(root, 'examples/node/build'), { recursive: true, force: true })
  const place = await newPlace()
  endings.push(place.clear)
  const first = await startDemo(place)
  endings.push(first.stop)
  expect(first.output()).toContain('Building the demo')
  expect(first.output()).toContain(`Open ${first.url}`)

  const browser = await launchBrowser()
  endings.push(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(45_000)

  await signInWithDemoId(page, first.url, 'Alice')
  expect(page.url()).toBe(`${first.url}/`)
  const shown = JSON.parse((await page.locator('pre').textContent()) ?? '')
  expect(shown).toEqual({
    user: { id: expect.any(String), name: 'Alice', email: 'alice@example.com', image: null, plan: 'free' },
    expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  expect(await sessionOf(page, first.url)).toEqual(shown)

  await signOut(page)
  expect(await sessionOf(page, first.url)).toBeNull()

  await openSignIn(page, first.url)
  await sendPassword(page, 'demo@example.com', 'open-sesame')
  await page.getByRole('heading', { name: 'Signed in as Demo' }).waitFor()
  expect(page.url()).toBe(`${first.url}/`)
  await page.getByText('pro plan').waitFor()
  const before = await sessionOf(page, first.url)

  await first.stop()
  const second = await startDemo(place)
  endings.push(second.stop)
  expect(second.output()).not.toContain('Building')

  await page.goto(second.url)
  await page.getByRole('heading', { name: 'Signed in as Demo' }).waitFor()
  expect(await sessionOf(page, second.url)).toMatchObject({ user: (before as { user: object }).user })

  await signOut(page)
  await signInWithDemoId(page, second.url, 'Alice')
  expect(await sessionOf(page, second.url)).toMatchObject({ user: { id: shown.user.id } })
})
