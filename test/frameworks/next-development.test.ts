/** The example of Next.js under `next dev`, as its developers see it. */
import { expect, test } from 'vitest'
import { enterPassword, signInAtProvider } from './support/ada.js'
import { useNext } from './support/next-suite.js'

const patience = 240_000

const suite = useNext({}, { command: 'dev' })

test(
  'an application of Next.js signs in by a server action, through the provider',
  async () => {
    const { site, provider } = suite
    const page = await suite.visit()
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await signInAtProvider(page, provider.issuer)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(page.url()).toBe(`${site}/inside`)
    await page.locator('#who', { hasText: 'Ada Lovelace' }).waitFor()
  },
  patience,
)

test(
  'in an application of Next.js with a proxy, a user signs in with a password and signs out',
  async () => {
    const { site } = suite
    const page = await suite.visit()
    await page.goto(`${site}/guarded?tab=2`)
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site}/guarded?tab=2`)
    await enterPassword(page)
    await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
  },
  patience,
)
