import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { VirtualAuthenticator } from '../../src/testing/playwright.js'
import { signOut } from './support/page-actions.js'
import { patience, useDemo } from './support/suite.js'

const suite = useDemo()

/** Opens the link in the newest mail, which must be for this recipient. */
async function openMail(page: Page, email: string): Promise<void> {
  await page.goto(`${suite.demo.url}/mailbox`)
  await page.getByText(`To ${email}`).waitFor()
  await page.locator('pre a').first().click()
}

test('a user signs up, confirms the e-mail, adds a passkey, and signs in with the passkey', {
  timeout: patience,
}, async () => {
  const email = 'ada@example.com'
  const page = await suite.visit()
  await page.goto(suite.demo.url)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('New password').fill('a heron eats nine frogs')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await openMail(page, email)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: `Signed in as ${email}` }).waitFor()

  await VirtualAuthenticator.attach(page)
  await page.getByRole('link', { name: 'Account page' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Rename' }).waitFor()

  await page.goto(suite.demo.url)
  await signOut(page)
  // The browser uses the passkey by autofill, without a click on the sign-in page.
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: `Signed in as ${email}` }).waitFor()
})

test('a user signs in with an e-mail link', { timeout: patience }, async () => {
  const email = 'grace@example.com'
  const page = await suite.visit()
  await page.goto(suite.demo.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: /link/i }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  // The browser that requested the link does not have to confirm the sign-in.
  await openMail(page, email)
  await page.getByRole('heading', { name: `Signed in as ${email}` }).waitFor()
  expect(page.url()).toBe(`${suite.demo.url}/`)
})
