import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.js'
import { type Demo, newPlace, type Place, startDemo } from './demo.js'

/** Seconds-long work has its own limit: a build, an installation, a whole story in the browser. */
export const patience = 120_000

/** What the tests of a file share. */
export interface Suite {
  readonly demo: Demo
  readonly place: Place
  /** A new person at a new browser, with no cookies. */
  visit(): Promise<Page>
}

/** Starts a browser and a demo of its own for the tests of a file, and ends both with them. */
export function useDemo(): Suite {
  let browser: Browser
  let demo: Demo
  let place: Awaited<ReturnType<typeof newPlace>>
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    place = await newPlace()
    demo = await startDemo(place)
    browser = await launchBrowser()
  }, patience)
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
    place?.clear()
  }, patience)

  return {
    get demo() {
      return demo
    },
    get place() {
      return place
    },
    visit: async () => {
      const context = await browser.newContext()
      context.setDefaultTimeout(20_000)
      contexts.push(context)
      return context.newPage()
    },
  }
}
