import { expect } from 'vitest'
import { Browser } from '../../../support/browser.js'
import { CookieJar } from '../../../support/cookie-jar.js'
import { visit } from '../../../support/oidc/user-agent.js'
import { type RunningApplication, SITE, sendChecked } from '../running-application.js'

/** Browsers that visit an application, and actions of their users. */
export interface UserAgents {
  /** The application, which runs during the tests. */
  readonly application: () => RunningApplication
  /** The path of a route. */
  at(route: string): string
  /** A browser without cookies. Each response is checked, and passed to `watch`. */
  newBrowser(watch?: (response: Response) => void): Browser
  /** Signs in with a password. */
  enter(browser: Browser, fields?: Readonly<Record<string, string>>): Promise<Response>
  /** Signs in through the provider. */
  enterByProvider(browser: Browser, callbackUrl: string): Promise<Response>
}

export function userAgentsOf(application: () => RunningApplication): UserAgents {
  const at = (route: string): string => `${application().basePath}/${route}`
  return {
    application,
    at,
    newBrowser: (watch) =>
      new Browser(
        async (request) => {
          const response = await sendChecked(application(), request)
          watch?.(response)
          return response
        },
        SITE,
        new CookieJar(),
        application().basePath,
      ),
    async enter(browser, fields) {
      const form = { ...application().credentials, ...fields }
      const response = await browser.post(at('callback/credentials'), form)
      expect(await browser.session()).toMatchObject({ user: {} })
      return response
    },
    async enterByProvider(browser, callbackUrl) {
      const started = await browser.post(at(`signin/${application().providerId}`), { callbackUrl })
      const { url } = await visit(new URL(leadsTo(started)), 'agrees')
      const response = await browser.send(url.pathname + url.search)
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
      return response
    },
  }
}

/** The redirect target of a response. Throws if there is none. */
export function leadsTo(response: Response): string {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`The response ${response.status} leads nowhere.`)
  return new URL(location, SITE).href
}
