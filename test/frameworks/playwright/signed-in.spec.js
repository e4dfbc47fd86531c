import process from 'node:process'
import { test as base, expect } from '@playwright/test'
import { testAuth } from 'authwright/testing'
import { signedIn, storageStateOf, VirtualAuthenticator } from 'authwright/testing/playwright'
import { auth } from './auth.js'

const url = process.env.SITE_URL
const test = base.extend(signedIn(auth, { url }))
const ada = { email: 'ada@example.com', role: 'admin' }

test('without signedInAs, a page starts signed out', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Signed out')
})

test.describe('with signedInAs', () => {
  test.use({ signedInAs: ada })

  test('with signedInAs, a page starts signed in', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading')).toHaveText('ada@example.com is admin')
  })

  test('a user set by signedInAs can sign out', async ({ page }) => {
    await page.goto('/auth/signout?callbackUrl=/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading')).toHaveText('Signed out')
  })

  test('signedInAs signs the user in again after a test that signed out', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading')).toHaveText('ada@example.com is admin')
  })
})

test('each context of a browser has a separate user', async ({ browser }) => {
  const as = testAuth(auth, { url })
  for (const [email, role] of [
    ['grace@example.com', 'admin'],
    ['joan@example.com', 'member'],
  ]) {
    const storageState = storageStateOf(await as({ user: { email, role } }))
    const context = await browser.newContext({ storageState })
    const page = await context.newPage()
    await page.goto(url)
    await expect(page.getByRole('heading')).toHaveText(`${email} is ${role}`)
    await context.close()
  }
})

test('a page creates a passkey and signs in with it', async ({ page }) => {
  const authenticator = await VirtualAuthenticator.attach(page)
  await page.goto('/auth/signin?callbackUrl=/')
  await page.getByLabel('Email').fill('mary@example.com')
  await page.getByRole('button', { name: 'Create an account with a passkey' }).click()
  await expect(page.getByRole('heading')).toHaveText('mary@example.com is member')
  expect(await authenticator.passkeys()).toHaveLength(1)

  await page.context().clearCookies()
  // The sign-in page requests a passkey by itself.
  await page.goto('/auth/signin?callbackUrl=/')
  await expect(page.getByRole('heading')).toHaveText('mary@example.com is member')
})
