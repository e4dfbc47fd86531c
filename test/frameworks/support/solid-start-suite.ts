import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../protocol/support/real-provider.js'
import type { FrameworkServer, Variables } from './framework-process.js'
import { SITE } from './running-application.js'
import { buildSolidStart, type SolidStartBuild, type SolidStartVariant } from './solid-start-application.js'
import type { Major } from './solid-start-install.js'

/** What the tests of an application share. */
export interface SolidStartSuite {
  readonly build: SolidStartBuild
  readonly provider: RealProvider
  /** The address of the application, which serves without a proxy. */
  readonly site: string
  /** Ports for proxies in front of `app.test`, which the provider knows. */
  readonly proxyPorts: readonly number[]
  /** What the application is told in its environment. */
  variables(): Variables
  /** Serves it at a port until the tests end, or until it is stopped. */
  serve(port: number, variables?: Variables): Promise<FrameworkServer>
  /** Ends the server at `site`, and starts another in its place. */
  restart(): Promise<void>
  /** A new person at a new browser, which finds `*.test` on this machine and takes every certificate. */
  visit(javaScriptEnabled?: boolean): Promise<Page>
  /** Opens a page, and waits until it has its scripts, so that what is pressed is theirs. */
  open(page: Page, url: string): Promise<void>
}

/** Builds the example, serves it beside a provider, and ends all of it with the tests. `told` is asked when it is served. */
export function useSolidStart(
  major: Major,
  variant: SolidStartVariant = {},
  told: () => Variables = () => ({}),
): SolidStartSuite {
  const { basePath = '' } = variant
  let browser: Browser
  let provider: RealProvider
  let build: SolidStartBuild
  let site: string
  let proxyPorts: readonly number[]
  const contexts: BrowserContext[] = []
  const servers: FrameworkServer[] = []
  let server: FrameworkServer

  const variables = (): Variables => ({
    AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
    AUTH_COMPANY_ID: 'basic',
    AUTH_COMPANY_SECRET: CLIENT_SECRET,
    AUTH_COMPANY_ISSUER: provider.issuer,
    ...told(),
  })
  const serve = async (port: number, more: Variables = {}): Promise<FrameworkServer> => {
    const server = await build.start(port, { ...variables(), ...more })
    servers.push(server)
    return server
  }

  beforeAll(async () => {
    const [port = 0, ...others] = await freePorts(3)
    const origin = `http://localhost:${port}`
    const origins = [origin, SITE, ...others.map((other) => `${SITE}:${other}`)]
    proxyPorts = others
    site = origin + basePath
    provider = await realProvider({
      redirect_uris: origins.map((at) => `${at}${basePath}/api/auth/callback/company`),
      id_token_signed_response_alg: 'RS256',
    })
    build = await buildSolidStart(major, variant)
    server = await serve(port)
    browser = await launchBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1'])
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all(servers.map((server) => server.stop()))
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
    get site() {
      return site
    },
    get proxyPorts() {
      return proxyPorts
    },
    variables,
    serve,
    restart: async () => {
      await server.stop()
      server = await serve(Number(new URL(site).port))
    },
    visit: async (javaScriptEnabled = true) => {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled })
      // Where a page is built when it is asked for, it takes a while.
      context.setDefaultTimeout(variant.command === 'dev' ? 90_000 : 45_000)
      contexts.push(context)
      return context.newPage()
    },
    open: async (page, url) => {
      await page.goto(url, { waitUntil: 'networkidle' })
    },
  }
}
