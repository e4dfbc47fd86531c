/*
 * Passwords in the applications that the frameworks build, on PostgreSQL, with mails by SMTP: one whole circle in a real browser, with and
 * without JavaScript.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../support/smtp-server.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'
import type { Variables } from '../support/framework-process.js'
import { type SuitePlan, useFramework } from '../support/framework-suite.js'

const FIRST = 'a heron eats nine frogs'
const SECOND = 'twelve owls in the attic'
const THIRD = 'seven tall ships go by'

/** An application with the configuration of this folder. */
export interface PasswordsApplication<Build extends { clear(): void }>
  extends Pick<SuitePlan<Build>, 'build' | 'variables'>,
    Required<Pick<SuitePlan<Build>, 'start'>> {
  readonly name: string
  /** The path of the routes of Authwright. */
  readonly routes: string
}

export function passwordsSuite<Build extends { clear(): void }>({
  name,
  routes,
  build,
  start,
  variables,
}: PasswordsApplication<Build>): void {
  describe.skipIf(!postgres.available)(`passwords in an application of ${name}${postgres.note}`, () => {
    let database: Database
    let mail: MailServer
    beforeAll(async () => {
      database = await postgresDatabase()
      mail = await startMailServer()
    })
    // Registered first, so done last: when no server is connected any more.
    afterAll(async () => {
      await mail?.stop()
      await database?.drop()
    })

    const suite = useFramework<Build>({
      routes,
      build,
      start,
      pageTimeout: 15_000,
      variables: (origin): Variables => ({
        DATABASE_URL: database.url,
        SMTP_URL: mail.url,
        STRATEGY: 'jwt',
        ...variables?.(origin),
      }),
    })

    const press = (page: Page, label: string): Promise<void> =>
      page.getByRole('button', { name: label, exact: true }).click()
    const heading = (page: Page, text: string): Promise<void> =>
      page.getByRole('heading', { name: text }).waitFor()

    const userOf = async (page: Page): Promise<string | undefined> => {
      const session = await (await page.request.get(`${suite.site}${routes}/session`)).json()
      return session?.user.email
    }

    /** The link in the newest mail, which must be for this recipient. */
    const linkFor = (email: string): string => {
      const { recipients, parsed } = mail.mails.at(-1) ?? {}
      expect(recipients).toEqual([email])
      return /^http:\S+$/m.exec(parsed?.text ?? '')?.[0] ?? ''
    }

    /** Goes to the second page of a sign-in. */
    const continueAs = async (page: Page, email: string): Promise<void> => {
      await page.goto(`${suite.site}${routes}/signin?callbackUrl=/`)
      await page.locator('form[action$="/signin/continue"]').getByLabel('Email').fill(email)
      await press(page, 'Continue')
      await page.getByRole('link', { name: 'Not you?' }).waitFor()
    }

    const signIn = async (page: Page, email: string, password: string): Promise<void> => {
      await continueAs(page, email)
      const form = page.locator('form[action$="/callback/password"]')
      await form.locator('input[type=password]').fill(password)
      await form.getByRole('button', { name: /^Sign in( with Password)?$/ }).click()
    }

    const isInside = async (page: Page, email: string): Promise<void> => {
      await page.waitForURL(`${suite.site}/`)
      expect(await userOf(page)).toBe(email)
    }

    describe.each(['jwt', 'database'])('with strategy %s', (strategy) => {
      beforeAll(() => suite.restart({ STRATEGY: strategy }))

      test.each([
        ['with JavaScript', true],
        ['without JavaScript', false],
      ])(
        'users sign up, sign in, choose a new password, change, remove and set it, %s',
        async (_, scripts) => {
          const email = `ada-${strategy}-${String(scripts)}@example.com`
          const page = await suite.visit(scripts)
          await page.goto(`${suite.site}${routes}/signin?callbackUrl=/`)
          await page.getByRole('link', { name: 'Create an account' }).click()
          await page.getByLabel('Email').fill(email)
          await page.getByLabel('New password').fill(FIRST)
          await press(page, 'Create an account')
          await heading(page, 'Check your email')
          await page.goto(linkFor(email))
          await press(page, 'Create an account')
          await isInside(page, email)

          const other = await suite.visit(scripts)
          await signIn(other, email, SECOND)
          await other.getByRole('alert').filter({ hasText: 'Those details are not right' }).waitFor()
          expect(await userOf(other)).toBeUndefined()
          await press(other, 'Forgot your password?')
          await heading(other, 'Check your email')
          await other.goto(linkFor(email))
          await other.getByLabel('New password').fill(SECOND)
          await press(other, 'Save the password')
          await other.getByText('Your password is changed').waitFor()
          expect(await userOf(page)).toBeUndefined()
          await signIn(other, email, FIRST)
          await other.getByRole('alert').filter({ hasText: 'Those details are not right' }).waitFor()
          await signIn(other, email, SECOND)
          await isInside(other, email)

          await other.goto(`${suite.site}${routes}/account`)
          const form = (action: string) =>
            other.locator('form').filter({ has: other.locator(`input[name=action][value=${action}]`) })
          const send = async (action: string, fields: Readonly<Record<string, string>>): Promise<void> => {
            await other
              .locator('details')
              .filter({ has: form(action) })
              .locator('summary')
              .click()
            for (const [field, value] of Object.entries(fields))
              await form(action).locator(`input[name=${field}]`).fill(value)
            await form(action).getByRole('button').last().click()
          }
          await send('change', { currentPassword: FIRST, newPassword: THIRD })
          await other.getByText('That is not your current password.').waitFor()
          await send('change', { currentPassword: SECOND, newPassword: THIRD })
          await other.getByText('Your password is saved.').waitFor()
          await send('remove', { currentPassword: THIRD })
          await other.getByText('Your password is removed.').waitFor()
          await send('set', { newPassword: FIRST })
          await other.getByText('Your password is saved.').waitFor()

          const third = await suite.visit(scripts)
          await signIn(third, email, FIRST)
          await isInside(third, email)
        },
      )
    })
  })
}
