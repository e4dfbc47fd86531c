import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from './browser.js'
import { type Application, type Renderer, startApplication } from './client-application.js'

/** The browser of a user, with tabs that show pages of an application. Each test has a new user. */
export interface ClientTabs {
  application(): Application
  newPage(): Promise<Page>
  /** Opens a page of the application in a new tab, and waits until it can be used. */
  open(path?: string): Promise<Page>
  shows(page: Page, text: string): Promise<void>
  /** The contents that the page has shown so far, in order. */
  seen(page: Page): Promise<string[]>
  /** How often the session was read. */
  reads(): number
  /** Calls a function of the client, like code of an application. */
  call(page: Page, name: string, ...args: unknown[]): Promise<any>
  /** Calls a function of the client that leaves the page, so that the call may never settle there. */
  leave(page: Page, name: string, ...args: unknown[]): Promise<void>
  enter(page: Page, name?: string, password?: string): Promise<any>
  clearCookies(): Promise<void>
}

/** Starts the application and the browser for the tests of a file. */
export function clientTabs(renderer: Renderer): ClientTabs {
  let browser: Browser
  let application: Application
  let person: BrowserContext

  beforeAll(async () => {
    application = await startApplication(renderer)
    browser = await launchBrowser()
  })
  beforeEach(async () => {
    application.health = 'up'
    person = await browser.newContext()
    person.setDefaultTimeout(45_000)
  })
  afterEach(() => person.close())
  afterAll(async () => {
    await browser?.close()
    await application?.stop()
  })

  const call: ClientTabs['call'] = (page, name, ...args) =>
    page.evaluate(`client.${name}(...${JSON.stringify(args)})`)
  return {
    application: () => application,
    newPage: () => person.newPage(),
    async open(path = '/') {
      const page = await person.newPage()
      await page.goto(application.url + path)
      await page.waitForSelector('html[data-ready]')
      return page
    },
    shows: (page, text) => page.getByRole('status').getByText(text, { exact: true }).waitFor(),
    seen: (page) => page.evaluate('seen'),
    reads: () => application.asked.filter((each) => each === 'GET /api/auth/session').length,
    call,
    leave: (page, name, ...args) => page.evaluate(`void client.${name}(...${JSON.stringify(args)})`),
    enter: (page, name = 'Ada', password = 'right') =>
      call(page, 'signIn', 'password', { name, password, redirect: false }),
    clearCookies: () => person.clearCookies(),
  }
}
