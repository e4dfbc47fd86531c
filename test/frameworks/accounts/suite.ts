/*
 * Accounts and sessions in the applications that the frameworks build, with a certified OpenID Provider in a
 * real browser: complete sign-outs at the provider, sessions that the provider ends, and the account page.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_SECRET } from '../../support/oidc/real-provider.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'
import { signInAtProvider } from '../support/ada.js'
import type { Variables } from '../support/framework-process.js'
import { type FrameworkSuite, type SuitePlan, useFramework } from '../support/framework-suite.js'
import { AFTERWARDS } from './configuration.js'
import { foreignCircles } from './foreign-circles.js'

/** An application with the {@link configuration}, whose first page has buttons to sign in and out. */
export interface AccountsApplication<Build extends { clear(): void }>
  extends Pick<SuitePlan<Build>, 'build' | 'variables'>,
    Required<Pick<SuitePlan<Build>, 'start'>> {
  readonly name: string
  /** The path of the routes of Authwright. */
  readonly routes: string
  /** Tests for this framework only. */
  readonly more?: (suite: FrameworkSuite<Build>) => void
}

/** The two clients, both of this application. */
type Company = 'company' | 'globex'

export function accountsSuite<Build extends { clear(): void }>({
  name,
  routes,
  build,
  start,
  variables,
  more,
}: AccountsApplication<Build>): void {
  describe.skipIf(!postgres.available)(`accounts in an application with ${name}${postgres.note}`, () => {
    let database: Database
    beforeAll(async () => {
      database = await postgresDatabase()
    })
    // Vitest runs `afterAll` hooks in reverse order: the database is removed after all servers have stopped.
    afterAll(() => database?.drop())

    const suite = useFramework<Build>({
      routes,
      build,
      start,
      variables: (origin): Variables => ({
        DATABASE_URL: database.url,
        STRATEGY: 'jwt',
        AUTH_GLOBEX_ID: 'post',
        AUTH_GLOBEX_SECRET: CLIENT_SECRET,
        AUTH_GLOBEX_ISSUER: suite.provider.issuer,
        ...variables?.(origin),
      }),
      provider: (at) => {
        const client = (id: Company): Record<string, unknown> => ({
          redirect_uris: [`${at}/callback/${id}`],
          post_logout_redirect_uris: [`${at}/signed-out/${id}`],
          backchannel_logout_uri: `${at}/backchannel-logout/${id}`,
          id_token_signed_response_alg: 'RS256',
        })
        return {
          // Logout tokens for `basic` name one session. Logout tokens for `post` name all sessions of an account.
          basic: { ...client('company'), backchannel_logout_session_required: true },
          post: { ...client('globex'), backchannel_logout_session_required: false },
          features: { backchannelLogout: { enabled: true } },
        }
      },
    })

    /** Sends a form that is not on the page. */
    const submit = async (
      page: Page,
      action: string,
      fields: Readonly<Record<string, string>>,
    ): Promise<void> => {
      const { csrfToken } = await (await page.request.get(`${suite.site}${routes}/csrf`)).json()
      const leaving = page.waitForNavigation()
      await page.evaluate(
        ({ target, entries }) => {
          const form = document.createElement('form')
          form.method = 'post'
          form.action = target
          for (const [field, value] of entries) {
            const input = document.createElement('input')
            Object.assign(input, { type: 'hidden', name: field, value })
            form.append(input)
          }
          document.body.append(form)
          form.submit()
        },
        { target: `${suite.site}${routes}${action}`, entries: Object.entries({ csrfToken, ...fields }) },
      )
      await leaving
    }

    const isSignedIn = async (page: Page): Promise<boolean> => {
      await suite.open(page, suite.site)
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      expect(heading).toMatch(/^(?:Hello Ada Lovelace|Not signed in)$/)
      return heading !== 'Not signed in'
    }

    const signIn = async (page: Page, login: string, company: Company = 'company'): Promise<void> => {
      await suite.open(page, suite.site)
      if (company === 'company') await page.getByRole('button', { name: 'Sign in with Company' }).click()
      else await submit(page, '/signin/globex', { callbackUrl: '/inside' })
      await signInAtProvider(page, suite.provider.issuer, login)
      await page.getByRole('heading', { name: 'Inside' }).waitFor()
    }

    /** Signs out at the provider itself, on its own page. */
    const leaveProvider = async (page: Page): Promise<void> => {
      await page.goto(`${suite.provider.issuer}/session/end`)
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.waitForURL(`${suite.provider.issuer}/session/end/success*`)
    }

    /** Another browser with a copy of the application's cookies. */
    const copyOf = async (page: Page): Promise<Page> => {
      const copy = await suite.visit()
      const cookies = await page.context().cookies()
      await copy.context().addCookies(cookies.filter((cookie) => cookie.name.includes('authwright')))
      return copy
    }

    describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
      beforeAll(() => suite.restart({ STRATEGY: strategy }))

      describe.each([
        ['with JavaScript', true],
        ['without JavaScript', false],
      ])('in a browser %s', (_, javaScript) => {
        test('a sign-out also ends the session at the provider, and returns to the application', async () => {
          const page = await suite.visit(javaScript)
          const login = randomUUID()
          await signIn(page, login)
          const copy = await copyOf(page)
          expect(await isSignedIn(copy)).toBe(true)

          expect(await isSignedIn(page)).toBe(true)
          await page.getByRole('button', { name: 'Sign out' }).click()
          await page.waitForURL(`${suite.provider.issuer}/session/end?**`)
          const sent = new URL(page.url()).searchParams
          expect(Object.fromEntries(sent)).toEqual({
            client_id: 'basic',
            id_token_hint: expect.any(String),
            post_logout_redirect_uri: `${suite.site}${routes}/signed-out/company`,
            state: expect.any(String),
          })
          // The application's session ends before the provider's session.
          expect(await isSignedIn(copy)).toBe(false)
          await page.getByRole('button', { name: 'Yes, sign me out' }).click()
          await page.waitForURL(`${suite.site}${AFTERWARDS}`)
          await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
          const cookies = await page.context().cookies(suite.site)
          expect(
            cookies.filter(({ name }) => /authwright[.](?:session|provider|sign-out)/.test(name)),
          ).toEqual([])

          // The provider shows its form for name and password.
          await signIn(page, login)
          expect(await isSignedIn(page)).toBe(true)
        })
      })

      describe.each([
        ['with JavaScript', true],
        ['without JavaScript', false],
      ])('the account page in a browser %s', (_, javaScript) => {
        const status = async (page: Page, text: string): Promise<void> => {
          await page.getByRole('status').filter({ hasText: text }).waitFor()
          expect(new URL(page.url()).pathname).toBe(`${routes}/account`)
        }

        test('the account page ends the session of another browser', async () => {
          const page = await suite.visit(javaScript)
          const other = await suite.visit()
          const login = randomUUID()
          await signIn(page, login)
          await signIn(other, login)
          await page.goto(`${suite.site}${routes}/account`)
          await page.getByRole('heading', { name: 'Your account' }).waitFor()
          if (strategy === 'jwt') {
            // With sessions in tokens, the database does not contain the other sessions of the user.
            await page.getByRole('button', { name: 'Sign out everywhere' }).click()
            await page.waitForURL((url) => url.pathname !== `${routes}/account`)
            await expectNobody(other)
            return
          }
          await page.getByText('This device').waitFor()
          await page.getByRole('button', { name: 'Sign out', exact: true }).click()
          await status(page, 'That device is signed out.')
          await expectNobody(other)
          expect(await isSignedIn(page)).toBe(true)
        })

        test('the account page connects an account, and disconnects it', async () => {
          const page = await suite.visit(javaScript)
          const login = randomUUID()
          await signIn(page, login)
          await page.goto(`${suite.site}${routes}/account`)
          await page.getByText('Your only way to sign in').waitFor()
          expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(0)
          await page.getByRole('button', { name: 'Connect Globex' }).click()
          // The provider knows the user, and requests consent for the other client.
          await page.getByRole('button', { name: 'Continue' }).click()
          await status(page, 'The account is connected.')
          expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(2)

          await page.getByRole('listitem').filter({ hasText: 'Globex' }).getByRole('button').click()
          await status(page, 'The account is disconnected.')
          await page.getByRole('button', { name: 'Connect Globex' }).waitFor()
          await page.getByText('Your only way to sign in').waitFor()
          expect(await isSignedIn(page)).toBe(true)
        })
      })

      test('a sign-out never redirects to another site', async () => {
        const page = await suite.visit()
        await signIn(page, randomUUID())
        await submit(page, '/signout', { provider: 'true', callbackUrl: 'https://evil.test/' })
        await page.getByRole('button', { name: 'Yes, sign me out' }).click()
        await page.waitForURL(`${suite.site}/**`)
        expect(new URL(page.url()).origin).toBe(suite.site)
        expect(await isSignedIn(page)).toBe(false)
      })

      test('after a sign-out at the provider, the application has no session for the browser', async () => {
        const page = await suite.visit()
        const login = randomUUID()
        await signIn(page, login)
        const copy = await copyOf(page)
        expect(await isSignedIn(copy)).toBe(true)
        const other = await suite.visit()
        await signIn(other, login)

        await leaveProvider(page)
        await expectNobody(copy)
        expect(await isSignedIn(page)).toBe(false)
        // Other sessions at the provider, and the sessions of the application that began with them, stay valid.
        expect(await isSignedIn(other)).toBe(true)
      })

      test('if the provider ends all sessions of an account, the sessions in all browsers end', async () => {
        const page = await suite.visit()
        const other = await suite.visit()
        const login = randomUUID()
        await signIn(page, login, 'globex')
        await signIn(other, login, 'globex')
        expect(await isSignedIn(other)).toBe(true)
        await leaveProvider(page)
        await expectNobody(other)
        expect(await isSignedIn(page)).toBe(false)
      })
    })

    /**
     * Expects that no part of the application has a session: a page that it guards itself, a page that its
     * middleware guards, and an endpoint.
     */
    async function expectNobody(page: Page): Promise<void> {
      await page.goto(`${suite.site}/guarded`)
      expect(new URL(page.url()).pathname).not.toBe('/guarded')
      await page.goto(`${suite.site}/inside`)
      expect(new URL(page.url()).pathname).not.toBe('/inside')
      expect(await (await page.request.get(`${suite.site}${routes}/session`)).json()).toBeNull()
    }

    more?.(suite)

    // These tests run last, because they serve the application with another provider.
    foreignCircles({ suite, routes, copyOf })
  })
}
