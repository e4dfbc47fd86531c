/**
 * The example of Next.js with a database adapter and a middleware on the edge, which cannot reach the
 * database. The tests run on Next.js 16, and all of them on Next.js 15.
 */
import { renameSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { enterPassword, signInAsAda, signInAtProvider } from '../support/ada.js'
import { edit } from '../support/edit.js'
import { useNext } from '../support/next-suite.js'

/** Guards paths by `middleware.ts`, which runs on the edge with the same configuration as everything else. */
function onTheEdge(folder: string): void {
  renameSync(path.join(folder, 'proxy.ts'), path.join(folder, 'middleware.ts'))
  edit(folder, 'middleware.ts', ['auth as proxy', 'auth as middleware'])
  edit(folder, 'auth.ts', ['import * as v', "import { pg } from 'authwright/adapters/pg'\nimport * as v"])
  edit(folder, 'auth.ts', [
    '.session({',
    ".adapter(pg('postgres://root@127.0.0.1:5432/postgres'))\n  .session({ strategy: 'jwt',",
  ])
}

describe.each([15, 16] as const)('Next.js %i with a middleware on the edge', (major) => {
  const suite = useNext({}, { major, change: onTheEdge })

  test('the application is built without warnings about the edge runtime', () => {
    expect(suite.build.output).not.toMatch(/not supported in the Edge Runtime|Module not found/i)
    expect(suite.build.output).not.toContain('node_modules/pg')
  })

  test('an application of Next.js protects a page from signed-out users, and signs in with a password', async () => {
    const { site } = suite
    const page = await suite.visit()
    await page.goto(`${site}/guarded?tab=2`)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site}/guarded?tab=2`)
    await enterPassword(page, 'wrong')
    await page.getByRole('alert').filter({ hasText: 'CredentialsSignin' }).waitFor()
    await page.goto(`${site}/guarded?tab=2`)
    await enterPassword(page)
    await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
    expect(page.url()).toBe(`${site}/guarded?tab=2`)
  })

  test('an application of Next.js shows an update at once in server and client components', async () => {
    const page = await suite.visit()
    await signInAsAda(page, suite.site)
    await page.getByLabel('Nickname').fill('Countess')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#nickname', { hasText: 'Countess' }).waitFor()
    await page.locator('#who', { hasText: 'Ada (Countess)' }).waitFor()
  })

  test('an application of Next.js reads the session in route handlers, API routes and getServerSideProps, and signs out', async () => {
    const { site } = suite
    const page = await suite.visit()
    await signInAsAda(page, site)
    for (const route of ['/api/me', '/api/wrapped', '/api/who']) {
      expect(await (await page.request.get(site + route)).json()).toEqual({ name: 'Ada' })
    }
    await page.goto(`${site}/older`)
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    await page.goto(`${site}/guarded`)
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})

describe('Next.js 15', () => {
  const suite = useNext(
    {},
    {
      major: 15,
      change(folder) {
        renameSync(path.join(folder, 'proxy.ts'), path.join(folder, 'middleware.ts'))
        edit(folder, 'middleware.ts', ['auth as proxy', 'auth as middleware'])
      },
    },
  )

  test('an application of Next.js signs in by a server action, through the provider', async () => {
    const { site, provider } = suite
    const page = await suite.visit()
    await page.goto(site)
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await signInAtProvider(page, provider.issuer)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(page.url()).toBe(`${site}/inside`)
  })
})
