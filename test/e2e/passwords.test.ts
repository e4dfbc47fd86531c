import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems } from './support/browser.js'
import { type EmailSite, startEmailSite } from './support/email-site.js'
import { usePages } from './support/pages.js'
import { patience } from './support/suite.js'

/* A sign-up, a sign-in and a forgotten password in Chromium, with Argon2id, SQLite and mails by SMTP. */

const RIGHT = 'a heron eats nine frogs'
const OTHER = 'twelve owls in the attic'

let site: EmailSite
const open = usePages()

beforeAll(async () => {
  site = await startEmailSite({ withPasswords: true })
}, patience)
afterAll(async () => {
  await site?.stop()
}, patience)

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor()

/** The link in the newest mail, which must be for this recipient. */
function linkFor(email: string): string {
  const { recipients, parsed } = site.mails.at(-1) ?? {}
  expect(recipients).toEqual([email])
  return /^http:\S+$/m.exec(parsed?.text ?? '')?.[0] ?? ''
}

async function signUp(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Create an account' }).click()
}

/** Opens a link like a mail scanner, which runs scripts but presses no button. */
async function scan(link: string): Promise<void> {
  const scanner = await open()
  await scanner.goto(link, { waitUntil: 'networkidle' })
  await heading(scanner, 'Choose a password')
  await scanner.reload({ waitUntil: 'networkidle' })
  await scanner.close()
}

/** Types the e-mail address on the first page of a sign-in. */
async function continueAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Not you?' }).waitFor()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
  await continueAs(page, email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('passwords in a browser %s', (_, javaScriptEnabled) => {
  const email = `ada-${String(javaScriptEnabled)}@example.com`

  test(
    'a user signs up, signs in, forgets the password, and signs in with a new password',
    async () => {
      const page = await open({ javaScriptEnabled })
      await signUp(page, email, 'passwordpassword')
      await page.getByRole('alert').getByText('This password is too common').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      await page.getByLabel('New password').fill(RIGHT)
      await page.getByRole('button', { name: 'Create an account' }).click()
      await heading(page, 'Check your email')
      await scan(linkFor(email))
      await page.goto(linkFor(email))
      await heading(page, 'Create your account?')
      await page.getByRole('button', { name: 'Create an account' }).click()
      await heading(page, `Signed in as ${email}`)

      const phone = await open({ javaScriptEnabled })
      await signIn(phone, email, OTHER)
      await phone.getByRole('alert').waitFor()
      expect(await phone.getByLabel('Email').inputValue()).toBe(email)
      await phone.locator('input[type=password]').fill(RIGHT)
      await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
      await heading(phone, `Signed in as ${email}`)

      const other = await open({ javaScriptEnabled })
      await other.goto(`${site.url}/auth/signin?callbackUrl=/`)
      await continueAs(other, email)
      await other.getByRole('button', { name: 'Forgot your password?' }).click()
      await heading(other, 'Check your email')
      await scan(linkFor(email))
      await other.goto(linkFor(email))
      await heading(other, 'Choose a password')
      await other.getByLabel('New password').fill(OTHER)
      await other.getByRole('button', { name: 'Save the password' }).click()
      await other.getByText('Your password is changed').waitFor()
      await other.getByRole('link', { name: 'Sign in' }).click()
      await continueAs(other, email)
      await other.locator('input[type=password]').fill(OTHER)
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      await heading(other, `Signed in as ${email}`)
      for (const ended of [page, phone]) {
        await ended.goto(site.url)
        await heading(ended, 'Nobody is signed in')
      }
    },
    patience,
  )

  test(
    'a sign-up with a registered e-mail address looks the same, but the mail says that an account exists',
    async () => {
      const page = await open({ javaScriptEnabled })
      await signUp(page, email, RIGHT)
      await heading(page, 'Check your email')
      expect(site.mails.at(-1)?.parsed?.subject).toContain('You have an account at')
      expect(new URL(linkFor(email)).pathname).toBe('/auth/signin')
    },
    patience,
  )
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('two tenants on one adapter, in a browser %s', (_, javaScriptEnabled) => {
  let tenants: EmailSite
  beforeAll(async () => {
    tenants = await startEmailSite({ withPasswords: true, withTenants: true })
  }, patience)
  afterAll(() => tenants?.stop(), patience)

  const urlOf = (tenant: string): string => tenants.url.replace('localhost', `${tenant}.localhost`)
  const newestLink = (): string => /^http:\S+$/m.exec(tenants.mails.at(-1)?.parsed?.text ?? '')?.[0] ?? ''

  async function send(page: Page, tenant: string, email: string, password: string): Promise<void> {
    await page.goto(`${urlOf(tenant)}/auth/signin?callbackUrl=/`)
    await continueAs(page, email)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async function isAccepted(tenant: string, email: string, password: string): Promise<void> {
    const page = await open({ javaScriptEnabled })
    await send(page, tenant, email, password)
    await heading(page, `Signed in as ${email}`)
    expect(page.url()).toBe(`${urlOf(tenant)}/`)
  }

  async function isRefused(tenant: string, email: string, password: string): Promise<void> {
    const page = await open({ javaScriptEnabled })
    await send(page, tenant, email, password)
    await page.getByRole('alert').getByText('Those details are not right').waitFor()
    await page.goto(urlOf(tenant))
    await heading(page, 'Nobody is signed in')
  }

  async function forget(tenant: string, email: string): Promise<Page> {
    const page = await open({ javaScriptEnabled })
    await page.goto(`${urlOf(tenant)}/auth/signin?callbackUrl=/`)
    await continueAs(page, email)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await heading(page, 'Check your email')
    return page
  }

  test(
    'a password and a reset link of one tenant are refused at the other tenant',
    async () => {
      for (const [tenant, other, email, password] of [
        ['red', 'blue', 'ada@example.com', RIGHT],
        ['blue', 'red', 'eve@example.com', OTHER],
      ] as const) {
        const page = await open({ javaScriptEnabled })
        await page.goto(`${urlOf(tenant)}/auth/signup?callbackUrl=/`)
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('New password').fill(password)
        await page.getByRole('button', { name: 'Create an account' }).click()
        await heading(page, 'Check your email')
        await page.goto(newestLink())
        await page.getByRole('button', { name: 'Create an account' }).click()
        await heading(page, `Signed in as ${email}`)
        expect(page.url()).toBe(`${urlOf(tenant)}/`)
        await isRefused(other, email, password)
        await isAccepted(tenant, email, password)
      }

      // The same user has a different password at each tenant.
      const email = 'ada@example.com'
      const chooses = await forget('blue', email)
      await chooses.goto(newestLink())
      await chooses.getByLabel('New password').fill(OTHER)
      await chooses.getByRole('button', { name: 'Save the password' }).click()
      await heading(chooses, `Signed in as ${email}`)
      await isAccepted('blue', email, OTHER)
      await isRefused('red', email, OTHER)
      await isAccepted('red', email, RIGHT)

      const resets = await forget('red', email)
      const link = newestLink()
      await resets.goto(link.replace('red.localhost', 'blue.localhost'))
      await resets.getByText('This link no longer works').waitFor()
      await resets.goto(link)
      await resets.getByLabel('New password').fill('seven tall ships go by')
      await resets.getByRole('button', { name: 'Save the password' }).click()
      await resets.getByText('Your password is changed').waitFor()
      await isAccepted('red', email, 'seven tall ships go by')
      await isRefused('blue', email, 'seven tall ships go by')
      await isAccepted('blue', email, OTHER)
    },
    2 * patience,
  )
})

test(
  'the password pages have no accessibility problems',
  async () => {
    const page = await open({ bypassCSP: true })
    const email = 'eve@example.com'
    const problems: string[] = []
    const look = async (): Promise<void> => void problems.push(...(await accessibilityProblems(page)))
    await page.goto(`${site.url}/auth/signup`)
    await look()
    await page.getByLabel('New password').fill('seen while it is typed')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await page.locator('input[name=newPassword]').getAttribute('type')).toBe('text')
    await look()
    await signUp(page, email, 'passwordpassword')
    await page.getByRole('alert').waitFor()
    await look()
    await page.getByLabel('New password').fill(RIGHT)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await heading(page, 'Check your email')
    await look()
    await page.goto(linkFor(email))
    await heading(page, 'Create your account?')
    await look()
    await page.getByRole('link', { name: 'Choose another password' }).click()
    await heading(page, 'Choose a password')
    await look()
    await page.goto(`${site.url}/auth/password`)
    await look()
    expect(problems).toEqual([])
  },
  patience,
)

describe.each([
  ['with JavaScript', true, 1],
  ['without JavaScript', false, 2],
])('"Stay signed in" %s', (_, javaScriptEnabled, checkboxes) => {
  const email = `eve-${String(javaScriptEnabled)}@example.com`

  test(
    `a page with two sign-in methods has ${checkboxes} "Stay signed in" checkboxes, which set the lifetime of the cookie`,
    async () => {
      const page = await open({ javaScriptEnabled })
      await signUp(page, email, RIGHT)
      await heading(page, 'Check your email')
      await page.goto(linkFor(email))
      await page.getByRole('button', { name: 'Create an account' }).click()
      await heading(page, `Signed in as ${email}`)

      for (const isChecked of [true, false]) {
        const other = await open({ javaScriptEnabled })
        await other.goto(`${site.url}/auth/signin?callbackUrl=/`)
        await continueAs(other, email)
        const shown = other.getByRole('checkbox', { name: 'Stay signed in' })
        expect(await shown.count()).toBe(checkboxes)
        if (isChecked) await shown.first().check()
        await other.locator('input[type=password]').fill(RIGHT)
        await other.getByRole('button', { name: 'Sign in', exact: true }).click()
        await heading(other, `Signed in as ${email}`)
        const cookies = await other.context().cookies(site.url)
        const { expires } = cookies.find(({ name }) => name.includes('session-token')) ?? {}
        if (isChecked) expect(expires).toBeGreaterThan(Date.now() / 1000 + 86_400)
        else expect(expires).toBe(-1)
      }
    },
    patience,
  )
})
