import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.js'

/** Opens a page for a new person, at a browser without cookies. */
export type Visit = (options?: BrowserContextOptions) => Promise<Page>

/** Starts a browser with the tests of a file or a `describe`, closes after each test what was opened in it, and ends it with them. */
export function usePages(): Visit {
  let browser: Browser
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
  })
  return async (options = {}) => {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(45_000)
    contexts.push(context)
    return context.newPage()
  }
}
