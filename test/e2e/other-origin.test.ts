import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { dev } from '../../src/dev.js'
import { credentials } from '../../src/providers/credentials.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { password } from '../../src/providers/password.js'
import { app, type Parts, SECRET } from '../support/app.js'
import { mailbox } from '../support/mailbox.js'
import { usePages } from './support/pages.js'
import { type Site, serve } from './support/serve-site.js'
import { patience } from './support/suite.js'

/* Forms of the built-in pages that lead to another origin. Chromium blocks such a redirect unless `form-action` allows it. */

const EMAIL = 'ada@example.com'
const RIGHT = 'a heron eats nine frogs'

const page = (title: string): Response =>
  new Response(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>`, {
    headers: { 'content-type': 'text/html' },
  })

let elsewhere: Site
const open = usePages()

beforeAll(async () => {
  elsewhere = await serve(async () => page('Elsewhere'))
}, patience)
afterAll(() => elsewhere?.stop(), patience)

/** A page of another origin: the applications are at `localhost`. */
const target = (): string => `${elsewhere.url.replace('localhost', '127.0.0.1')}/home`

const press = (browser: Page, name: string): Promise<void> =>
  browser.getByRole('button', { name, exact: true }).click()

const letter = (box: ReturnType<typeof mailbox>, url: string): string => url + box.link

interface Started {
  readonly url: string
  readonly box: ReturnType<typeof mailbox>
  readonly browser: Page
  /** The URL of a built-in page, including the `callbackUrl` of its forms. */
  path(name: string): string
  /** Makes the following sign-ins redirect to the other origin. */
  last(): void
}

type Journey = (started: Started) => Promise<void>

/** Sign-ins that each end with a form of a built-in page, which starts a session. */
const signIns: Readonly<Record<string, Journey>> = {
  async 'the sign-in page with credentials'({ browser, path, last }) {
    await browser.goto(path('signin'))
    await browser.getByLabel('Badge').fill('7')
    last()
    await press(browser, 'Sign in')
  },
  async 'the page for the code of a mail'({ browser, path, box, last }) {
    await browser.goto(path('signin'))
    await browser.getByLabel('Email').fill(EMAIL)
    await press(browser, 'Email me a sign-in link')
    await browser.getByLabel('Code').fill(box.last.code ?? '')
    last()
    await press(browser, 'Sign in')
  },
  async 'the page of a link in a mail'({ browser, path, box, url, last }) {
    await browser.goto(path('signin'))
    await browser.getByLabel('Email').fill(EMAIL)
    await press(browser, 'Email me a sign-in link')
    await browser.getByLabel('Code').waitFor()
    // The link is opened in another browser, which must confirm it.
    await browser.context().clearCookies()
    await browser.goto(letter(box, url))
    last()
    await press(browser, 'Sign in')
  },
}

/** Starts a sign-up, and opens the link in the mail. */
async function signUp({ browser, path, box, url }: Started): Promise<void> {
  await browser.goto(path('signup'))
  await browser.getByLabel('Email').fill(EMAIL)
  await browser.getByLabel('New password').fill(RIGHT)
  await press(browser, 'Create an account')
  await browser.getByRole('heading', { name: 'Check your email' }).waitFor()
  await browser.goto(letter(box, url))
}

const passwordSignIns: Readonly<Record<string, Journey>> = {
  async 'the page of a link for a sign-up with a password'(started) {
    await signUp(started)
    started.last()
    await press(started.browser, 'Create an account')
  },
  async 'the sign-in page with a password'(started) {
    const { browser, path, last } = started
    await signUp(started)
    await press(browser, 'Create an account')
    await browser.getByRole('heading', { name: /Home|Elsewhere/ }).waitFor()
    await browser.context().clearCookies()
    await browser.goto(path('signin'))
    await browser.getByLabel('Email').fill(EMAIL)
    await press(browser, 'Continue')
    await browser.locator('input[type=password]').fill(RIGHT)
    last()
    await press(browser, 'Sign in')
  },
}

type CallbacksInput = Exclude<NonNullable<Parts['callbacks']>, readonly unknown[]>

const accepting: CallbacksInput = {
  redirect: ({ url, baseUrl }) => (url === target() ? url : new URL(url, baseUrl).href),
}

/** How an application redirects users to another origin. */
interface Way {
  readonly callbackUrl: () => string
  readonly callbacks: (isLast: () => boolean) => CallbacksInput
}

const ways: Readonly<Record<string, Way>> = {
  'callbacks.redirect accepts the URL of the request': {
    callbackUrl: target,
    callbacks: () => accepting,
  },
  'callbacks.redirect always returns the URL of the other origin': {
    callbackUrl: () => '/',
    callbacks: () => ({ redirect: () => target() }),
  },
  'callbacks.signIn returns the URL of the other origin': {
    callbackUrl: () => '/',
    callbacks: (isLast) => ({ ...accepting, signIn: () => !isLast() || target() }),
  },
}

async function startWith(
  provider: Provider,
  { callbackUrl, callbacks }: Way,
  journey: (started: Started) => Promise<void>,
): Promise<string[]> {
  const box = mailbox()
  let isLast = false
  const { handle } = app({
    providers: [provider, box.provider],
    adapter: memory(),
    session: { strategy: 'jwt' },
    callbacks: callbacks(() => isLast),
    options: { secret: SECRET, logger: { error: () => {}, warn: () => {} } },
  })
  const site = await serve(async (request) =>
    new URL(request.url).pathname.startsWith('/auth/') ? handle(request) : page('Home'),
  )
  const browser = await open()
  browser.setDefaultTimeout(10_000)
  const refused: string[] = []
  browser.on('console', (message) => {
    if (message.text().includes('form-action')) refused.push(message.text())
  })
  const path = (name: string): string =>
    `${site.url}/auth/${name}?callbackUrl=${encodeURIComponent(callbackUrl())}`
  const last = (): void => {
    isLast = true
  }
  try {
    await journey({ url: site.url, box, browser, path, last })
    return refused
  } finally {
    await site.stop()
  }
}

const badge = credentials({
  input: { badge: { label: 'Badge' } },
  authorize: ({ badge }) => ({ id: String(badge) }),
}) as Provider

const devSignIn: Journey = async ({ browser, path, last }) => {
  await browser.goto(path('signin'))
  await browser.getByRole('button', { name: /test user/ }).click()
  last()
  await browser.getByRole('button', { name: /Alice/ }).click()
}

describe.each(Object.entries(ways))('%s', (_, way) => {
  const all = [
    ['the page with the test users of dev()', dev() as Provider, devSignIn] as const,
    ...Object.entries(signIns).map(([name, journey]) => [name, badge, journey] as const),
    ...Object.entries(passwordSignIns).map(
      ([name, journey]) => [name, password() as Provider, journey] as const,
    ),
  ]
  test.each(all)(
    'a sign-in on %s redirects to another origin',
    { timeout: patience },
    async (_name, provider, journey) => {
      const refused = await startWith(provider, way, async (started) => {
        await journey(started)
        await started.browser.waitForURL(target())
      })
      expect(refused).toEqual([])
    },
  )
})

const redirecting = Object.entries(ways).filter(([name]) => name.startsWith('callbacks.redirect'))

test.each(redirecting)(
  'a sign-out redirects to another origin: %s',
  { timeout: patience },
  async (_, way) => {
    const refused = await startWith(badge, way, async (started) => {
      await signIns['the sign-in page with credentials']?.(started)
      await started.browser.getByRole('heading', { name: 'Elsewhere' }).waitFor()
      await started.browser.goto(started.path('signout'))
      await press(started.browser, 'Sign out')
      await started.browser.waitForURL(target())
    })
    expect(refused).toEqual([])
  },
)

test.each(Object.entries(ways))(
  'the forms of the account page work if redirects lead to another origin: %s',
  { timeout: patience },
  async (_, way) => {
    const refused = await startWith(badge, way, async (started) => {
      const { browser, url } = started
      await signIns['the page for the code of a mail']?.({ ...started, last: () => undefined })
      await browser.getByRole('heading', { name: /Home|Elsewhere/ }).waitFor()
      await browser.goto(`${url}/auth/account`)
      await press(browser, 'Sign out everywhere')
      await browser
        .getByRole('heading', { name: 'Sign in' })
        .or(browser.getByRole('heading', { name: /Home|Elsewhere/ }))
        .waitFor()
    })
    expect(refused).toEqual([])
  },
)
