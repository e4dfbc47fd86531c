import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Theme } from '../../src/options/pages-options.js'
import { pageHeaders } from '../../src/runtime/features/pages/page-headers.js'
import { fiveMethodPages, galleryNonce, pageGallery } from '../support/page-gallery.js'
import { accessibilityProblems, launchBrowser } from './support/browser.js'
import { patience } from './support/suite.js'

const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" rx="8" fill="#6d28d9"/></svg>')}`

const themes: Record<string, Theme> = {
  'no theme': {},
  'a logo and a dark brand colour': { logo, brandColor: '#6d28d9' },
  'a light brand colour': { brandColor: '#ffdd00' },
  'light, always': { colorScheme: 'light', brandColor: '#0f766e', buttonText: '#ffffff' },
  'dark, always': { colorScheme: 'dark', brandColor: '#a7f3d0', buttonText: '#052e16' },
}

const address = 'https://acme.example/auth/page'
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  // The Content Security Policy of the pages would block the script of the accessibility check.
  page = await browser.newPage({ bypassCSP: true })
}, patience)
afterAll(async () => {
  await browser?.close()
}, patience)

/** Opens a page of the gallery as a server would send it. */
async function open(html: string): Promise<void> {
  await page.unrouteAll()
  await page.route('**', (route) =>
    route.request().url() === address
      ? route.fulfill({
          body: html,
          headers: pageHeaders({ nonce: galleryNonce, secure: true, formOrigins: [] }),
        })
      : route.fulfill({ status: 404 }),
  )
  await page.goto(address)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
}

/** Pixels by which the widest element is wider than the window. */
function overflow(): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** The controls that the Tab key reaches, in its order, each with its position on the page from the top. */
async function tabStops(): Promise<{ top: number; left: number; ringed: boolean }[]> {
  const count = await page.evaluate(
    () =>
      [...document.querySelectorAll('a, button, input')].filter((control) => control.checkVisibility())
        .length,
  )
  const stops: { top: number; left: number; ringed: boolean }[] = []
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { top, left } = element.getBoundingClientRect()
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const ringed = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        return { top: top + window.scrollY, left, ringed }
      }),
    )
  }
  return stops
}

describe.each(pageGallery)('$name', { timeout: patience }, ({ render }) => {
  test.each(Object.entries(themes))(
    'the page with %s has no accessibility problems at 320 and 1440 pixels',
    async (_, theme) => {
      await open(render(theme))
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await overflow(), `at ${width} pixels`).toBeLessThanOrEqual(0)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await accessibilityProblems(page), `${colorScheme}, ${width} pixels`).toEqual([])
        }
      }
    },
  )

  test('the Tab key moves from the top to the bottom of the page, with a ring around the focused element', async () => {
    // Without autofocus: otherwise the focus order would begin in the middle of the page.
    await open(render({}).replaceAll(' autofocus', ''))
    await page.setViewportSize({ width: 320, height: 800 })
    const stops = await tabStops()
    expect(stops.length).toBeGreaterThan(0)
    expect(stops.map(({ ringed }) => ringed)).not.toContain(false)
    const tops = stops.map(({ top }) => top)
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
  })

  test('the page stays readable in forced colours, at twice the text size, and without motion', async () => {
    await open(render({}))
    await page.setViewportSize({ width: 320, height: 800 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    expect(await accessibilityProblems(page)).toEqual([])
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element)
          return /[1-9]/.test(transitionDuration) || animationName !== 'none'
        }).length,
    )
    expect(moving).toBe(0)
    const unbordered = await page.evaluate(
      () =>
        [...document.querySelectorAll('.button, .field input')].filter(
          (element) => getComputedStyle(element).borderStyle === 'none',
        ).length,
    )
    expect(unbordered).toBe(0)
    await page.setViewportSize({ width: 640, height: 800 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
})

test('the sign-in card with every kind of provider is at most 800 pixels high, on wide screens and phones', {
  timeout: patience,
}, async () => {
  const { render } = pageGallery.find(({ name }) => name === 'sign-in-every-kind') ?? {}
  await open(render?.({}) ?? '')
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.getByRole('button', { name: 'Create an account with a passkey' }).isVisible()).toBe(
      true,
    )
    const { height } = (await page.getByRole('main').boundingBox()) ?? { height: Number.NaN }
    expect(height, `at ${width} pixels`).toBeLessThanOrEqual(800)
  }
})

test.each(fiveMethodPages)(
  'the sign-in page with five methods fits a phone of 360 × 800 pixels, also after an error: $name',
  {
    timeout: patience,
  },
  async ({ render, renderAfterErrors }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const each of [render, ...renderAfterErrors]) {
      await open(each({}))
      expect(await page.getByRole('button', { name: 'Sign in with GitHub' }).isVisible()).toBe(true)
      expect(await page.locator('[data-passkeys] button').first().isVisible()).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
    }
  },
)

test('the sign-in page with five methods fits a phone of 360 × 800 pixels after a wrong password', {
  timeout: patience,
}, async () => {
  const { render } = pageGallery.find(({ name }) => name === 'sign-in-methods-failed') ?? {}
  await open(render?.({}) ?? '')
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.getByRole('alert').first().isVisible()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
})

test('the sign-in card with five methods is at most 800 pixels high on a wide screen', {
  timeout: patience,
}, async () => {
  for (const { name, render } of fiveMethodPages) {
    await open(render({}))
    await page.setViewportSize({ width: 1280, height: 800 })
    const { height } = (await page.getByRole('main').boundingBox()) ?? { height: Number.NaN }
    expect(height, name).toBeLessThanOrEqual(800)
  }
})

describe.each(pageGallery.filter(({ name }) => name.startsWith('account')))(
  '$name without JavaScript',
  { timeout: patience },
  ({ render }) => {
    test.each([
      ['a desktop', 1280, 'light'],
      ['a desktop', 1280, 'dark'],
      ['a phone', 375, 'light'],
      ['a phone', 375, 'dark'],
    ] as const)(
      'without JavaScript, the account page fits %s of %i pixels (%s) and has complete forms',
      async (_, width, colorScheme) => {
        const html = render({ brandColor: '#6d28d9' }).replace(/<script[\s\S]*?<\/script>/g, '')
        await open(html)
        // Only adding a passkey needs a script.
        expect(await page.getByText('Passkeys need JavaScript').isVisible()).toBe(true)
        expect(await page.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false)
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        expect(await overflow()).toBeLessThanOrEqual(0)
        expect(await accessibilityProblems(page)).toEqual([])
        const forms = await page.locator('form').evaluateAll((all) =>
          (all as HTMLFormElement[]).map((form) => ({
            method: form.method,
            csrf: form.querySelectorAll('input[name=csrfToken]').length,
            buttons: form.querySelectorAll('button[type=submit]').length,
          })),
        )
        expect(forms.length).toBeGreaterThan(0)
        for (const form of forms) expect(form).toEqual({ method: 'post', csrf: 1, buttons: 1 })
      },
    )
  },
)
