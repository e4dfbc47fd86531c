import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../protocol/support/real-provider.js'
import type { FrameworkServer } from './framework-process.js'
import { buildNext, type NextBuild, type NextSettings, type NextVariant } from './next-application.js'
import { SITE } from './running-application.js'

/** What the tests of an application share. */
export interface NextSuite {
  readonly build: NextBuild
  readonly provider: RealProvider
  readonly server: FrameworkServer
  /** The address of the application, which serves without a proxy. */
  readonly site: string
  /** Ports for proxies in front of `app.test`, which the provider knows. */
  readonly proxyPorts: readonly number[]
  /** What the application is told in its environment. */
  variables(): Readonly<Record<string, string>>
  /** A new person at a new browser, which finds `*.test` on this machine and takes every certificate. */
  visit(): Promise<Page>
}

/** Builds the example, serves it beside a provider, and ends all of it with the tests. */
export function useNext(settings: NextSettings, variant: NextVariant = {}): NextSuite {
  let browser: Browser
  let provider: RealProvider
  let build: NextBuild
  let server: FrameworkServer
  let site: string
  let proxyPorts: readonly number[]
  const contexts: BrowserContext[] = []

  const variables = (): Record<string, string> => ({
    AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
    AUTH_COMPANY_ID: 'basic',
    AUTH_COMPANY_SECRET: CLIENT_SECRET,
    AUTH_COMPANY_ISSUER: provider.issuer,
    ...variant.variables?.(),
  })

  beforeAll(async () => {
    build = await buildNext(settings, variant)
    const [port = 0, ...others] = await freePorts(3)
    proxyPorts = others
    const origin = `http://localhost:${port}`
    const origins = [origin, SITE, ...others.map((other) => `${SITE}:${other}`)]
    site = origin + (settings.BASE_PATH ?? '')
    provider = await realProvider({
      redirect_uris: origins.map((at) => `${at}${settings.BASE_PATH ?? ''}/api/auth/callback/company`),
      id_token_signed_response_alg: 'RS256',
    })
    server = await build.start(port, variables())
    browser = await launchBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1'])
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
    build?.clear()
  })

  return {
    get build() {
      return build
    },
    get provider() {
      return provider
    },
    get server() {
      return server
    },
    get site() {
      return site
    },
    get proxyPorts() {
      return proxyPorts
    },
    variables,
    visit: async () => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true })
      // Where a page is built when it is asked for, it takes a while.
      context.setDefaultTimeout(variant.command === 'dev' ? 90_000 : 45_000)
      contexts.push(context)
      return context.newPage()
    },
  }
}
