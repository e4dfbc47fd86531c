/**
 * The example of Next.js with sessions in a database. On the edge, the database cannot be reached, which an
 * error reports at the start. On Node.js, sessions are read, also in the middleware.
 */
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'
import { signInAtProvider } from '../support/ada.js'
import type { NextMajor } from '../support/next-install.js'
import { type NextSuite, useNext } from '../support/next-suite.js'

const AUTH = `
import { pg } from 'authwright/adapters/pg'
import { createAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import * as v from 'valibot'

const adapter = pg(process.env.DATABASE_URL ?? 'postgres://localhost')

export const { handlers, auth, signIn, signOut, unstable_update } = createAuth()
  .provider(oidc({ id: 'company', name: 'Company', issuer: undefined, idToken: false }))
  .provider(
    credentials({
      input: v.object({ username: v.string(), password: v.string() }),
      authorize: ({ username }) => adapter.getUserByEmail(username),
    }),
  )
  .adapter(adapter)
  .session({ update: v.object({ nickname: v.string() }) })
  .callbacks({
    session: ({ session }) => ({ ...session, nickname: 'nobody yet' }),
    authorized: ({ auth, request }) => auth !== null || !request.nextUrl.pathname.startsWith('/guarded'),
  })
  .pages({ signIn: '/login' })
  .build()

declare module 'authwright' {
  interface Register {
    auth: typeof auth
  }
}
`

/** Adds passkeys. Their packages are installed only with Next.js 16. */
const withPasskeys = AUTH.replace(
  '  .adapter(adapter)',
  '  .provider(passkey())\n  .adapter(adapter)',
).replace('import * as v', "import { passkey } from 'authwright/providers/passkey'\nimport * as v")

const MATCHER = `matcher: ['/((?!_next|api|favicon.ico).*)']`

/**
 * Serves everything, including the guard of paths, with one configuration that has sessions in a database.
 */
function withGuard(name: 'middleware' | 'proxy', config: string, auth = AUTH): (folder: string) => void {
  return (folder) => {
    writeFileSync(path.join(folder, 'auth.ts'), auth)
    renameSync(path.join(folder, 'proxy.ts'), path.join(folder, `${name}.ts`))
    writeFileSync(
      path.join(folder, `${name}.ts`),
      `export { auth as ${name} } from './auth'\n\nexport const config = { ${config} }\n`,
    )
  }
}

describe.each([15, 16] as const)(
  'Next.js %i with sessions in a database and a middleware on the edge',
  (major) => {
    const suite = useNext({}, { major, change: withGuard('middleware', MATCHER) })

    test('a middleware on the edge with database sessions refuses requests and logs the runtime to use', async () => {
      const response = await fetch(`${suite.site}/guarded`, { redirect: 'manual' })
      expect(response.status).toBe(500)
      expect(suite.server.output()).toContain(
        "Strategy 'database' does not work with pg() in the edge runtime. " +
          "Run this code on Node.js, as proxy.ts or with `runtime: 'nodejs'`, or choose strategy 'jwt'.",
      )
    })

    test('routes on Node.js work although the middleware on the edge cannot read sessions', async () => {
      const response = await fetch(`${suite.site}/api/auth/providers`)
      expect(await response.json()).toHaveProperty('company.type', 'oidc')
    })
  },
)

/** An application with a guard on Node.js and a separate database. */
function useDatabase(major: NextMajor, change: (folder: string) => void): NextSuite {
  let database: Database
  beforeAll(async () => {
    database = await postgresDatabase()
  })
  // Hooks that are registered later run earlier, so the application has ended by then.
  afterAll(() => database?.drop())
  return useNext({}, { major, change, variables: () => ({ DATABASE_URL: database.url }) })
}

/** Signs in, passes the guard, signs out, and is rejected by the guard. */
async function comesAndGoes({ site, provider, visit }: NextSuite): Promise<void> {
  const page = await visit()
  await page.goto(`${site}/guarded`)
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goto(site)
  await page.getByRole('button', { name: 'Sign in with Company' }).click()
  await signInAtProvider(page, provider.issuer)
  await page.getByRole('heading', { name: 'Inside' }).waitFor()
  await page.goto(`${site}/guarded`)
  await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
  await page.goto(site)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
  await page.goto(`${site}/guarded`)
  expect(new URL(page.url()).pathname).toBe('/login')
}

const whoComes = 'a guard redirects signed-out users to the sign-in page, and lets signed-in users pass'

describe.skipIf(!postgres.available)(
  `Next.js 15 with sessions in a database and a middleware on Node.js${postgres.note}`,
  () => {
    const suite = useDatabase(15, withGuard('middleware', `runtime: 'nodejs', ${MATCHER}`))
    test(whoComes, () => comesAndGoes(suite))
  },
)

describe.skipIf(!postgres.available)(
  `Next.js 16 with sessions and passkeys in a database and a proxy${postgres.note}`,
  () => {
    const suite = useDatabase(16, withGuard('proxy', MATCHER, withPasskeys))
    test(whoComes, () => comesAndGoes(suite))

    test('CS-1: a passkey form without a CSRF token is refused', async () => {
      const { site } = suite
      const page = await suite.visit()
      await page.goto(site)
      const before = await page.context().cookies()
      const target = `${site}/api/auth/callback/passkey`
      const form = { action: 'authenticate', data: '{}' }
      for (const options of [{}, { form }, { form: { ...form, csrfToken: 'x' } }, { data: form }]) {
        const headers = { origin: new URL(site).origin }
        const response = await page.request.post(target, { ...options, headers, maxRedirects: 0 })
        expect(response.status()).toBe(403)
        expect(response.headersArray().filter(({ name }) => /^set-cookie$/i.test(name))).toEqual([])
      }
      expect(await page.context().cookies()).toEqual(before)
      await page.reload()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    })
  },
)
