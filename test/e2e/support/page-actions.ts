import type { Page } from 'playwright-core'

/** Opens the application and goes to its sign-in page. */
export async function openSignIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/auth/signin?*')
}

/** Goes to the identity provider and chooses an account there; its consent page comes next. */
export async function chooseAccount(page: Page, url: string, person: string): Promise<void> {
  await openSignIn(page, url)
  await page.getByRole('button', { name: 'Demo ID' }).click()
  await page.getByRole('button', { name: person }).click()
  await page.getByRole('heading', { name: 'Allow access to your account?' }).waitFor()
}

/** Signs in through the identity provider. */
export async function signInWithDemoId(page: Page, url: string, person: string): Promise<void> {
  await chooseAccount(page, url, person)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('heading', { name: `Signed in as ${person}` }).waitFor()
}

/** Fills in the e-mail address, and the password on the page after it, and sends them. */
export async function sendPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('link', { name: 'Not you?' }).waitFor()
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs out through the built-in page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor()
}

/** The session as the browser fetches it. */
export async function sessionOf(page: Page, url: string): Promise<unknown> {
  const response = await page.request.get(`${url}/auth/session`)
  return response.json()
}
