import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import type { FrameworkServer } from '../../frameworks/support/framework-process.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../support/oidc/real-provider.js'
import { type Application, type Form, makeApplication } from './application.js'
import type { Framework } from './frameworks.js'

/**
 * An application in each of its forms. One form at a time is served, always at the same URL and with the same
 * database.
 */
export interface MigrationSuite {
  readonly site: string
  readonly provider: RealProvider
  application(form: Form): Application
  /** Serves a form instead of the previous one. */
  serve(form: Form): Promise<FrameworkServer>
  /** A page of a new browser. */
  visit(): Promise<Page>
}

/** @param routes - The path of the routes, such as `/auth`. @param variables - Environment variables, if they have other names than in Auth.js 5. */
export function useMigration(
  framework: Framework,
  {
    routes,
    database = false,
    variables,
  }: {
    readonly routes: string
    readonly database?: boolean
    readonly variables?: (form: Form, site: string) => Readonly<Record<string, string>>
  },
): MigrationSuite {
  const applications = new Map<Form, Application>()
  let folder: string
  let url: string
  let browser: Browser
  let port: number
  let provider: RealProvider
  let server: FrameworkServer | undefined

  const suite: MigrationSuite = {
    get site() {
      return `http://localhost:${port}`
    },
    get provider() {
      return provider
    },
    application(form) {
      const application = applications.get(form)
      if (application === undefined) throw new Error(`The application was not created in the form "${form}".`)
      return application
    },
    async serve(form) {
      await server?.stop()
      server = undefined
      server = await suite.application(form).start(port, {
        AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
        AUTH_KEYCLOAK_ID: 'basic',
        AUTH_KEYCLOAK_SECRET: CLIENT_SECRET,
        AUTH_KEYCLOAK_ISSUER: provider.issuer,
        DATABASE_URL: url,
        ORIGIN: suite.site,
        ...variables?.(form, suite.site),
      })
      return server
    },
    async visit() {
      const context = await browser.newContext()
      context.setDefaultTimeout(45_000)
      return context.newPage()
    },
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'authwright-migration-'))
    url = `file:${path.join(folder, 'notes.db')}`
    ;[port = 0] = await freePorts(1)
    const client = {
      redirect_uris: [`${suite.site}${routes}/callback/keycloak`],
      id_token_signed_response_alg: 'RS256',
    }
    // Like Keycloak, it puts the name and the e-mail address into the ID token.
    provider = await realProvider(client, {}, undefined, {}, { conformIdTokenClaims: false })
    if (database) await makeTables(url)
    for (const form of ['published', 'imports', 'chain'] as const) {
      applications.set(form, await makeApplication(framework, form, { database }))
    }
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
    for (const application of applications.values()) application.clear()
    rmSync(folder, { recursive: true, force: true })
  })
  return suite
}

/** The tables that the page of `@auth/drizzle-adapter` shows for SQLite. */
async function makeTables(url: string): Promise<void> {
  const client = createClient({ url })
  await client.executeMultiple(`
    CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT);
    CREATE TABLE account (
      userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE, type TEXT NOT NULL, provider TEXT NOT NULL,
      providerAccountId TEXT NOT NULL, refresh_token TEXT, access_token TEXT, expires_at INTEGER, token_type TEXT,
      scope TEXT, id_token TEXT, session_state TEXT, PRIMARY KEY (provider, providerAccountId));
    CREATE TABLE session (
      sessionToken TEXT PRIMARY KEY, userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      expires INTEGER NOT NULL);
    CREATE TABLE verificationToken (
      identifier TEXT NOT NULL, token TEXT NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (identifier, token));
  `)
  client.close()
}
