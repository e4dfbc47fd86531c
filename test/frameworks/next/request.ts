import './async-storage.js'
import { createRequire } from 'node:module'
import type { NextRequest } from 'next/server.js'
import { createNextAuth } from '../../../src/frameworks/next/create-next-auth.js'
import type { Health, HealthOptions } from '../../../src/model/health.js'
import type { SessionInfo } from '../../../src/model/session-info.js'
import { type AppOptions, specOf } from '../../support/app.js'

const require = createRequire(import.meta.url)

const { workAsyncStorage } = require('next/dist/server/app-render/work-async-storage.external.js')
const { workUnitAsyncStorage } = require('next/dist/server/app-render/work-unit-async-storage.external.js')
const { HeadersAdapter } = require('next/dist/server/web/spec-extension/adapters/headers.js')
const {
  MutableRequestCookiesAdapter,
  RequestCookiesAdapter,
} = require('next/dist/server/web/spec-extension/adapters/request-cookies.js')
const { RequestCookies } = require('next/dist/server/web/spec-extension/cookies.js')

/** The result of `.build()` for Next.js, as tests call it. */
interface BuiltForNext {
  readonly auth: ((...args: unknown[]) => any) & {
    protect(options?: { redirectTo?: string }): Promise<any>
    health(options?: HealthOptions): Promise<Health>
  }
  readonly handlers: Readonly<Record<'GET' | 'POST', (request: NextRequest) => Promise<Response>>>
  readonly sessions: { current(request?: Request): Promise<SessionInfo | null> }
  signIn(provider?: string, options?: object): Promise<unknown>
  signOut(options?: object): Promise<unknown>
}

/** An application of Next.js below a prefix, and what it logged. */
export function nextApp(
  { environment, ...parts }: AppOptions,
  prefix = '',
): BuiltForNext & { logged: Error[] } {
  const { spec, logged } = specOf(parts, 'next')
  const auth = createNextAuth(spec, { prefix, environment: environment ?? { NODE_ENV: 'test' } })
  return Object.assign(auth as unknown as BuiltForNext, { logged })
}

/** Runs code with the headers and cookies of a request, as Next.js runs a server action or a route handler. */
export async function runInNext<Result>(
  headers: Readonly<Record<string, string>>,
  code: () => Promise<Result>,
): Promise<Result> {
  const sent = new Headers({ 'content-type': 'application/json', ...headers })
  // A GET request has no body.
  if (sent.get('content-type') === '') sent.delete('content-type')
  const cookies = new RequestCookies(sent)
  const mutable = MutableRequestCookiesAdapter.wrap(cookies)
  const request = {
    type: 'request',
    phase: 'action',
    headers: HeadersAdapter.seal(sent),
    cookies: RequestCookiesAdapter.seal(cookies),
    mutableCookies: mutable,
    userspaceMutableCookies: mutable,
  }
  return workAsyncStorage.run({ route: '/test' }, () => workUnitAsyncStorage.run(request, code))
}

/** The URLs to which Next.js redirects a browser, which depend on where `redirect()` is called. */
export interface NextLocations {
  /** In a page, or in a server action that a script calls. */
  readonly rendered: string
  /** In a route handler, or in a form without scripts. */
  readonly sent: string
}

const { addPathPrefix } = require('next/dist/shared/lib/router/utils/add-path-prefix.js')
const { getURLFromRedirectError } = require('next/dist/client/components/redirect.js')

/** The URLs of a redirect that the code throws, as Next.js sends them. Any other error is rethrown. */
export async function locationsOf(code: () => Promise<unknown>, prefix: string): Promise<NextLocations> {
  const thrown: unknown = await code().then(
    () => undefined,
    (error: unknown) => error,
  )
  const url: string | null = getURLFromRedirectError(thrown)
  if (url === null) throw thrown
  return { rendered: addPathPrefix(url, prefix), sent: url }
}
