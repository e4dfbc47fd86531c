import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.js'

/** Opens a page in a new browser without cookies. */
export type Visit = (options?: BrowserContextOptions) => Promise<Page>

/**
 * Starts a browser for the tests of a file or a `describe`, and ends it after them. Closes what a test opened
 * after each test.
 */
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
