/*
 * Passwords in the applications that the frameworks build, with mails by SMTP: one complete scenario in a
 * real browser for each row of the covering array.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../e2e/support/processes.js'
import { type MailServer, startMailServer } from '../../support/smtp-server.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'
import type { Variables } from '../support/framework-process.js'
import { type SuitePlan, useFramework } from '../support/framework-suite.js'
import { type Circle, circles } from './circles.js'

const FIRST = 'a heron eats nine frogs'
const SECOND = 'twelve owls in the attic'
const THIRD = 'seven tall ships go by'

const EMAIL = 'ada@example.com'
const WRONG = 'Those details are not right'

/** An application with the configuration of this folder. */
export interface PasswordsApplication<Build extends { clear(): void }>
  extends Pick<SuitePlan<Build>, 'build' | 'variables'>,
    Required<Pick<SuitePlan<Build>, 'start'>> {
  readonly name: Circle['framework']
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
  describe(`passwords in an application of ${name}`, () => {
    let folder: string
    let database: Database | undefined
    let mail: MailServer
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'passwords-'))
      if (postgres.available) database = await postgresDatabase()
      mail = await startMailServer()
    })
    // Vitest runs `afterAll` hooks in reverse order: the database is removed after all servers have stopped.
    afterAll(async () => {
      await mail?.stop()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    const suite = useFramework<Build>({
      routes,
      build,
      start,
      pageTimeout: 100_000,
      variables: (origin): Variables => ({
        SQLITE_FILE: path.join(folder, 'auth.db'),
        SMTP_URL: mail.url,
        STORAGE: 'memory',
        ...(database && { DATABASE_URL: database.url }),
        ...variables?.(origin),
      }),
    })

    const press = (page: Page, label: string): Promise<void> =>
      page.getByRole('button', { name: label, exact: true }).click()
    const heading = (page: Page, text: string | RegExp): Promise<void> =>
      page.getByRole('heading', { name: text }).waitFor()
    const alert = (page: Page, text: string): Promise<void> =>
      page.getByRole('alert').filter({ hasText: text }).waitFor()

    /** The link to a page in a mail for the user. */
    const mailedLink = async (to: 'signup' | 'password'): Promise<string> => {
      const links = (): string[] =>
        mail.mails
          .filter(({ recipients }) => recipients.includes(EMAIL))
          .flatMap(({ parsed }) => /^http:\S+$/m.exec(parsed.text ?? '') ?? [])
          .filter((link) => new URL(link).pathname === `${routes}/${to}`)
      const before = seen.get(to) ?? 0
      await until(`a mail has a link to ${to}`, () => links().length > before)
      seen.set(to, before + 1)
      return links()[before] ?? ''
    }
    const seen = new Map<string, number>()

    const signIn = async (page: Page, password: string): Promise<void> => {
      await page.goto(`${suite.site}${routes}/signin?callbackUrl=/`)
      await page.locator('form[action$="/signin/continue"]').getByLabel('Email').fill(EMAIL)
      await press(page, 'Continue')
      await page.getByRole('link', { name: 'Not you?' }).waitFor()
      const form = page.locator('form[action$="/callback/password"]')
      await form.locator('input[type=password]').fill(password)
      await form.getByRole('button', { name: /^Sign in( with Password)?$/ }).click()
    }

    /** Expects that the page after a sign-in shows a user. */
    const isSignedIn = async (page: Page): Promise<void> => {
      await page.waitForURL(`${suite.site}/`)
      await heading(page, /^Hello/)
      const session = await (await page.request.get(`${suite.site}${routes}/session`)).json()
      expect(session?.user.email).toBe(EMAIL)
    }

    const isSignedOut = async (page: Page): Promise<void> => {
      await page.goto(suite.site)
      await heading(page, 'Not signed in')
    }

    const signOut = async (page: Page): Promise<void> => {
      await page.goto(suite.site)
      await press(page, 'Sign out')
      await heading(page, 'Not signed in')
      await isSignedOut(page)
    }

    /** Sends one of the forms about the password on the account page, which shows a message afterwards. */
    const send = async (
      page: Page,
      action: 'change' | 'remove' | 'set',
      fields: Readonly<Record<string, string>>,
      message: string,
    ): Promise<void> => {
      const form = page.locator('form').filter({ has: page.locator(`input[name=action][value=${action}]`) })
      await page.locator('details').filter({ has: form }).locator('summary').click()
      for (const [field, value] of Object.entries(fields)) {
        await form.locator(`input[name=${field}]`).fill(value)
      }
      await form.getByRole('button').last().click()
      await page.getByText(message).waitFor()
    }

    for (const circle of circles.filter(({ framework }) => framework === name)) {
      const { storage, strategy, tenants, javaScript } = circle
      const needsServer = storage === 'PostgreSQL'
      const title = `users sign up, sign in, change, forget, remove and set a password, and sign out: ${storage}, strategy ${strategy}, ${
        tenants ? 'with tenants' : 'one tenant'
      }, ${javaScript ? 'with' : 'without'} JavaScript${needsServer ? postgres.note : ''}`

      test.skipIf(needsServer && !postgres.available)(title, { timeout: 600_000 }, async () => {
        await suite.restart({ STORAGE: storage, STRATEGY: strategy, ...(tenants && { TENANTS: '1' }) })
        const visit = async (tenant = 'acme'): Promise<Page> => {
          const page = await suite.visit(javaScript)
          if (tenants) await page.context().setExtraHTTPHeaders({ 'x-tenant': tenant })
          return page
        }

        const laptop = await visit()
        await laptop.goto(`${suite.site}${routes}/signin?callbackUrl=/`)
        await laptop.getByRole('link', { name: 'Create an account' }).click()
        await laptop.getByLabel('Email').fill(EMAIL)
        await laptop.getByLabel('New password').fill(FIRST)
        await press(laptop, 'Create an account')
        await heading(laptop, 'Check your email')
        await laptop.goto(await mailedLink('signup'))
        await press(laptop, 'Create an account')
        await isSignedIn(laptop)

        const phone = await visit()
        await signIn(phone, SECOND)
        await alert(phone, WRONG)
        await isSignedOut(phone)
        await signIn(phone, FIRST)
        await isSignedIn(phone)

        await phone.goto(`${suite.site}${routes}/account`)
        await send(
          phone,
          'change',
          { currentPassword: THIRD, newPassword: SECOND },
          'That is not your current password.',
        )
        await send(
          phone,
          'change',
          { currentPassword: FIRST, newPassword: SECOND },
          'Your password is saved.',
        )
        await isSignedOut(laptop)
        await signIn(laptop, FIRST)
        await alert(laptop, WRONG)

        await press(laptop, 'Forgot your password?')
        await heading(laptop, 'Check your email')
        await laptop.goto(await mailedLink('password'))
        await laptop.getByLabel('New password').fill(THIRD)
        await press(laptop, 'Save the password')
        await laptop.getByText('Your password is changed').waitFor()
        await isSignedOut(laptop)
        await isSignedOut(phone)
        await signIn(phone, SECOND)
        await alert(phone, WRONG)
        await signIn(phone, THIRD)
        await isSignedIn(phone)

        await phone.goto(`${suite.site}${routes}/account`)
        await send(phone, 'remove', { currentPassword: THIRD }, 'Your password is removed.')
        await signIn(laptop, THIRD)
        await alert(laptop, WRONG)
        await send(phone, 'set', { newPassword: FIRST }, 'Your password is saved.')
        await signIn(laptop, FIRST)
        await isSignedIn(laptop)

        if (tenants) {
          const elsewhere = await visit('globex')
          await signIn(elsewhere, FIRST)
          await alert(elsewhere, WRONG)
          await laptop.context().setExtraHTTPHeaders({ 'x-tenant': 'globex' })
          await isSignedOut(laptop)
          await laptop.context().setExtraHTTPHeaders({ 'x-tenant': 'acme' })
        }

        await signOut(laptop)
        await isSignedOut(laptop)
      })
    }
  })
}
