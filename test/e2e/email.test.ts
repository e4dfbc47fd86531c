import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems } from './support/browser.js'
import { type EmailSite, startEmailSite } from './support/email-site.js'
import { usePages } from './support/pages.js'
import { patience } from './support/suite.js'

let site: EmailSite
// The Content Security Policy of the pages would block the script of the accessibility check.
const open = usePages()
const visit = (): Promise<Page> => open({ bypassCSP: true })

beforeAll(async () => {
  site = await startEmailSite()
}, patience)
afterAll(async () => {
  await site?.stop()
}, patience)

/** A mail as its reader sees it. */
interface Letter {
  readonly html: string
  readonly link: string
  readonly code: string
}

/** Requests a mail on the sign-in page, and returns it. */
async function ask(page: Page, email: string): Promise<Letter> {
  await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.getByText(email).waitFor()
  const { recipients, parsed } = site.mails.at(-1) ?? {}
  expect(recipients).toEqual([email])
  expect(parsed?.subject).toBe(`Sign in to ${new URL(site.url).host}`)
  return {
    html: parsed?.html || '',
    link: /^http:\S+$/m.exec(parsed?.text ?? '')?.[0] ?? '',
    code: /^\d{8}$/m.exec(parsed?.text ?? '')?.[0] ?? '',
  }
}

/** A mail as shown by a webmail site. */
const shown = (html: string): string => html.replace(/(<body[^>]*>)(.*)(<\/body>)/s, '$1<main>$2</main>$3')

/** Opens a mail on a webmail site in the same browser, and presses its button, which opens a new tab. */
async function openInWebmail(page: Page, { html }: Letter): Promise<Page> {
  const webmail = await page.context().newPage()
  await webmail.route('http://webmail.test/', (route) =>
    route.fulfill({ body: shown(html), contentType: 'text/html' }),
  )
  await webmail.goto('http://webmail.test/')
  const opened = page.context().waitForEvent('page')
  await webmail.getByRole('link', { name: 'Sign in' }).click()
  return opened
}

const signedInAs = (page: Page, email: string): Promise<void> =>
  page.getByRole('heading', { name: `Signed in as ${email}` }).waitFor()

const sessionIn = async (page: Page): Promise<unknown> =>
  (await page.request.get(`${site.url}/auth/session`)).json()

const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A code that differs from the code of the mail. */
const wrong = (code: string, attempt: number): string =>
  String((Number(code) + 1 + attempt) % 100_000_000).padStart(8, '0')

/**
 * Requests the links of a mail like software that checks them before the user reads the mail: without
 * cookies, from another browser.
 */
async function scan(link: string): Promise<void> {
  for (const [method, status] of [
    ['HEAD', 405],
    ['GET', 200],
    ['GET', 200],
  ] as const) {
    const response = await fetch(link, { method, redirect: 'manual' })
    expect([method, response.status]).toEqual([method, status])
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
  }
  const sandbox = await visit()
  await sandbox.goto(link)
  await sandbox.getByRole('heading', { name: 'Confirm sign-in' }).waitFor()
  expect(await sessionIn(sandbox)).toBeNull()
}

describe('sign-in by e-mail', { timeout: patience }, () => {
  test('a sign-in link works once in the requesting browser, even if a mail scanner opened it first', async () => {
    const page = await visit()
    const letter = await ask(page, 'ada@example.com')
    await scan(letter.link)
    const tab = await openInWebmail(page, letter)
    await signedInAs(tab, 'ada@example.com')
    expect(new URL(tab.url()).pathname).toBe('/')
    // The tab that requested the mail is also signed in.
    await page.goto(site.url)
    await signedInAs(page, 'ada@example.com')

    for (const again of [page, await visit()]) {
      const response = await again.goto(letter.link)
      expect(response?.status()).toBe(403)
      await again.getByRole('heading', { name: 'This link no longer works' }).waitFor()
      expect(await accessibilityProblems(again)).toEqual([])
      await again.getByRole('link', { name: 'Get a new link' }).click()
      await again.waitForURL('**/auth/signin')
    }
    await page.goto(site.url)
    await signedInAs(page, 'ada@example.com')
  })

  test('a browser that did not request the sign-in link must confirm it, and it works once', async () => {
    const { link } = await ask(await visit(), 'bob@example.com')
    const phone = await visit()
    await phone.goto(link)
    await phone.getByText('as bob@example.com?').waitFor()
    expect(await sessionIn(phone)).toBeNull()
    expect(await accessibilityProblems(phone)).toEqual([])
    await phone.getByRole('button', { name: 'Sign in' }).click()
    await signedInAs(phone, 'bob@example.com')

    await phone.goBack()
    await phone.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })

  test('a code signs in after five wrong codes, and invalidates the link in the same mail', async () => {
    const page = await visit()
    const { code, link } = await ask(page, 'carol@example.com')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await enterCode(page, wrong(code, attempt))
      await page.getByText('That code is not right').waitFor()
    }
    expect(await accessibilityProblems(page)).toEqual([])
    // The mail shows the code in two groups, and users may type it with the space.
    await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)
    await signedInAs(page, 'carol@example.com')
    const phone = await visit()
    expect((await phone.goto(link))?.status()).toBe(403)
  })

  test('after six wrong codes, the right code is refused but the link still works', async () => {
    const page = await visit()
    const { code, link } = await ask(page, 'dave@example.com')
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await enterCode(page, wrong(code, attempt))
      await page.getByText('That code is not right').waitFor()
    }
    await enterCode(page, code)
    await page.waitForURL('**error=InvalidCode**')
    await page.getByText('After six tries, only its link works.').waitFor()
    expect(await sessionIn(page)).toBeNull()
    expect(site.logged.at(-1)).toBe('warn InvalidCode Too many codes were tried for one mail.')
    await page.goto(link)
    await signedInAs(page, 'dave@example.com')
  })
})

describe('the mail', { timeout: patience }, () => {
  test.each([320, 360, 800])(
    'the sign-in mail is readable at a width of %i pixels, and loads no resources',
    async (width) => {
      const asking = await visit()
      const { html, code } = await ask(asking, `reader-${width}@example.com`)
      const page = await visit()
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.setViewportSize({ width, height: 800 })
      await page.setContent(shown(html))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await accessibilityProblems(page), colorScheme).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0)
      }
      await page.getByText(code).waitFor()
      expect(requests).toEqual([])
    },
  )
})
