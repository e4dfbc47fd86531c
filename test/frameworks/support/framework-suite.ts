import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import {
  CLIENT_SECRET,
  type ClientMetadata,
  type RealProvider,
  realProvider,
} from '../../support/oidc/real-provider.js'
import type { FrameworkServer, Variables } from './framework-process.js'
import { SITE } from './running-application.js'

/** The environment of every application, besides its provider. */
const AUTH_SECRET = 'a secret of the tests, of thirty-two characters and more'

/** How a framework's application is built and served. */
export interface SuitePlan<Build extends { clear(): void }> {
  /** The path below which the application is served. Default: the root. */
  readonly basePath?: string | undefined
  /** The path of the routes below `basePath`, such as `/api/auth`. */
  readonly routes: string
  /** Builds the application, which will be served at `origin`. */
  build(origin: string): Promise<Build>
  /** Starts the application. Absent if the tests start it. */
  readonly start?: (build: Build, port: number, variables: Variables) => Promise<FrameworkServer>
  /** Variables besides those of the secret and the provider, read at each start. */
  readonly variables?: ((origin: string) => Variables) | undefined
  /**
   * The configuration of the provider besides its callback URLs. `routes` is the URL of the routes of
   * Authwright.
   */
  readonly provider?: ((routes: string) => SuiteProvider) | undefined
  /** Milliseconds that a page may take. Default: 45,000. */
  readonly pageTimeout?: number | undefined
}

/** How the provider of a suite is configured. */
export interface SuiteProvider {
  readonly basic: ClientMetadata
  readonly post: ClientMetadata
  readonly features: Readonly<Record<string, unknown>>
}

/** State that the tests of an application share. */
export interface FrameworkSuite<Build> {
  readonly build: Build
  readonly provider: RealProvider
  /** The server that the suite has started. */
  readonly server: FrameworkServer
  /** The URL of the application without a proxy. */
  readonly site: string
  /** Ports for proxies in front of `app.test`. Their callback URLs are registered at the provider. */
  readonly proxyPorts: readonly number[]
  /** The environment of the application. */
  variables(): Variables
  /** Serves the application at a port until the tests end, or until it is stopped. */
  serve(port: number, variables?: Variables): Promise<FrameworkServer>
  /** Stops the server at `site`, and starts another in its place. */
  restart(variables?: Variables): Promise<void>
  /** A new user at a new browser, which resolves `*.test` to this machine and accepts every certificate. */
  visit(javaScriptEnabled?: boolean): Promise<Page>
  /** Opens a page, and waits until its scripts are loaded. */
  open(page: Page, url: string): Promise<void>
}

/** Starts a provider, builds and serves an application beside it, and ends everything with the tests. A browser starts with the first visit. */
export function useFramework<Build extends { clear(): void }>(plan: SuitePlan<Build>): FrameworkSuite<Build> {
  const { basePath = '', start } = plan
  let provider: RealProvider
  let build: Build
  let server: FrameworkServer
  let origin: string
  let proxyPorts: readonly number[]
  let browser: Promise<Browser> | undefined
  const contexts: BrowserContext[] = []
  const servers: FrameworkServer[] = []

  const variables = (): Variables => ({
    AUTH_SECRET,
    AUTH_COMPANY_ID: 'basic',
    AUTH_COMPANY_SECRET: CLIENT_SECRET,
    AUTH_COMPANY_ISSUER: provider.issuer,
    ...plan.variables?.(origin),
  })
  const serve = async (port: number, more: Variables = {}): Promise<FrameworkServer> => {
    if (start === undefined) throw new Error('The suite does not say how its application is served.')
    const started = await start(build, port, { ...variables(), ...more })
    servers.push(started)
    return started
  }

  beforeAll(async () => {
    const [port = 0, ...others] = await freePorts(3)
    origin = `http://localhost:${port}`
    proxyPorts = others
    const origins = [origin, SITE, ...others.flatMap((other) => [`${SITE}:${other}`])]
    const client = {
      redirect_uris: origins.map((at) => `${at}${basePath}${plan.routes}/callback/company`),
      id_token_signed_response_alg: 'RS256',
    }
    const { basic, post, features } = plan.provider?.(`${origin}${basePath}${plan.routes}`) ?? {}
    provider = await realProvider({ ...client, ...basic }, features, sendToThisMachine, post)
    build = await plan.build(origin)
    if (start !== undefined) server = await serve(port)
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await (await browser)?.close()
    await Promise.all(servers.map((each) => each.stop()))
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
      return origin + basePath
    },
    get proxyPorts() {
      return proxyPorts
    },
    variables,
    serve,
    restart: async (more) => {
      await server.stop()
      server = await serve(Number(new URL(origin).port), more)
    },
    visit: async (javaScriptEnabled = true) => {
      // Chromium itself accepts the certificates. `ignoreHTTPSErrors` would restart each request to accept
      // its certificate, and too many restarts cause an error.
      browser ??= launchBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1', '--ignore-certificate-errors'])
      const context = await (await browser).newContext({ javaScriptEnabled })
      context.setDefaultTimeout(plan.pageTimeout ?? 45_000)
      contexts.push(context)
      return context.newPage()
    },
    open: async (page, url) => {
      await page.goto(url, { waitUntil: 'networkidle' })
    },
  }
}

/**
 * Sends requests of the provider to this machine. Its default `fetch` refuses loopback addresses, where the
 * application is.
 */
function sendToThisMachine(
  url: string,
  { method, headers, body, redirect, signal }: RequestInit,
): Promise<Response> {
  return fetch(url, {
    ...(method && { method }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(redirect && { redirect }),
    ...(signal && { signal }),
  })
}
