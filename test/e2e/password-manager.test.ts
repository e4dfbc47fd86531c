import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailSite, startEmailSite } from './support/email-site.js'
import { newProfile, type Profile } from './support/password-manager.js'
import { patience } from './support/suite.js'

/* The password manager of Chromium stores what the forms send, and fills them after the next start. */

const ADA = 'ada@example.com'
const FIRST = 'a heron eats nine frogs'
const SECOND = 'twelve owls in the attic'
const THIRD = 'seven tall ships go by'

let site: EmailSite
let profile: Profile

beforeAll(async () => {
  site = await startEmailSite({ withPasswords: true })
}, patience)
afterAll(async () => {
  await site?.stop()
}, patience)
beforeEach(() => {
  profile = newProfile()
})
afterEach(() => profile.clear(), patience)

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor()
const link = (): string => /^http:\S+$/m.exec(site.mails.at(-1)?.parsed?.text ?? '')?.[0] ?? ''
const stores = (password: string): Promise<void> =>
  expect.poll(() => profile.logins(), { timeout: 15_000 }).toEqual([{ username: ADA, password }])

/** Waits until Chromium has filled a field. Chromium passes the value to the page only after a click. */
async function isFilled(page: Page, field: string, value: string): Promise<void> {
  await page.locator(`${field}:autofill`).waitFor()
  await page.getByRole('heading').first().click()
  expect(await page.locator(field).inputValue()).toBe(value)
}

// On other systems, Chromium encrypts passwords with a key of the operating system.
test.skipIf(process.platform !== 'linux')(
  'Chromium stores the password of a sign-up, fills in the next sign-in, and stores password changes',
  async () => {
    let page = await profile.start()
    await page.goto(`${site.url}/auth/signup?callbackUrl=/`)
    await page.getByLabel('Email').fill(ADA)
    await page.getByLabel('New password').fill(FIRST)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await heading(page, 'Check your email')
    await profile.accept()
    await stores(FIRST)
    await page.goto(link())
    await page.getByRole('button', { name: 'Create an account' }).click()
    await heading(page, `Signed in as ${ADA}`)

    page = await profile.start()
    await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
    await page.getByLabel('Email').fill(ADA)
    await page.getByRole('button', { name: 'Continue' }).click()
    await isFilled(page, 'input[type=password]', FIRST)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, `Signed in as ${ADA}`)

    await page.goto(`${site.url}/auth/account`)
    await page.locator('summary', { hasText: 'Change the password' }).click()
    const form = page.locator('form', { has: page.locator('input[name=action][value=change]') })
    await isFilled(page, 'form:has([value=change]) [name=currentPassword]', FIRST)
    await form.getByLabel('New password').fill(SECOND)
    await form.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your password is saved.').waitFor()
    await profile.accept()
    await stores(SECOND)

    page = await profile.start()
    await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
    await page.getByLabel('Email').fill(ADA)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await heading(page, 'Check your email')
    await page.goto(link())
    await page.getByLabel('New password').fill(THIRD)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('Your password is changed').waitFor()
    await profile.accept()
    await stores(THIRD)
  },
  2 * patience,
)
