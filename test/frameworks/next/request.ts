import './async-storage.js'
import { createRequire } from 'node:module'
import type { Shell } from '../../../src/frameworks/next/shell.js'
import type { App } from '../../support/app.js'

const require = createRequire(import.meta.url)

const { workAsyncStorage } = require('next/dist/server/app-render/work-async-storage.external.js')
const { workUnitAsyncStorage } = require('next/dist/server/app-render/work-unit-async-storage.external.js')
const { HeadersAdapter } = require('next/dist/server/web/spec-extension/adapters/headers.js')
const {
  MutableRequestCookiesAdapter,
  RequestCookiesAdapter,
} = require('next/dist/server/web/spec-extension/adapters/request-cookies.js')
const { RequestCookies } = require('next/dist/server/web/spec-extension/cookies.js')

/** The shell of an application below a prefix. */
export function shellOf(interpreter: App, prefix = ''): Shell {
  const { instance } = interpreter
  const instanceFor: Shell['instanceFor'] = ({ incoming }) => interpreter.instanceFor(incoming)
  return { prefix, interpreter, instance, instanceFor }
}

/** Runs code with the headers and cookies of a request, as Next.js runs a server action or a route handler. */
export async function runInNext<Result>(
  headers: Readonly<Record<string, string>>,
  code: () => Promise<Result>,
): Promise<Result> {
  const sent = new Headers(headers)
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

/** Where Next.js sends a browser to, in each of the places in which `redirect()` may be called. */
export interface NextLocations {
  /** A page, or a server action that a script calls. */
  readonly rendered: string
  /** A route handler, or a form without scripts. */
  readonly sent: string
}

const { addPathPrefix } = require('next/dist/shared/lib/router/utils/add-path-prefix.js')
const { getURLFromRedirectError } = require('next/dist/client/components/redirect.js')

/** What Next.js makes of a redirect that code throws. Any other error is thrown on. */
export async function locationsOf(code: () => Promise<unknown>, prefix: string): Promise<NextLocations> {
  const thrown: unknown = await code().then(
    () => undefined,
    (error: unknown) => error,
  )
  const url: string | null = getURLFromRedirectError(thrown)
  if (url === null) throw thrown
  return { rendered: addPathPrefix(url, prefix), sent: url }
}
