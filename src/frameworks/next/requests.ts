import type { NextRequest } from 'next/server.js'
import {
  type CookieWriter,
  type Destination,
  type Incoming,
  type OpenRequest,
  type Port,
  type ResponseCookie,
  requestUrl,
} from '../../runtime/port.js'

/**
 * A request as a browser sent it. Next.js puts another address into the URL of a request, takes its
 * `basePath` off the path and may put a slash at the end.
 */
export function nextIncoming(request: NextRequest, prefix: string): Incoming {
  const { method, headers, nextUrl } = request
  const { protocol, host, pathname, search } = nextUrl
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return {
    method,
    headers,
    // A host that is none gets the response of one that is not trusted.
    url: requestUrl(protocol, [headers.get('host'), host, 'invalid'], prefix + path + search),
    request: () => request,
  }
}

/** A request of which only the headers are at hand. */
export function incomingOf(headers: Incoming['headers'], path: string): Incoming {
  const scheme = headers.get('x-forwarded-proto') === 'https' ? 'https:' : 'http:'
  const url = requestUrl(scheme, [headers.get('host'), 'localhost'], path)
  return { method: 'GET', headers, url, request: () => new Request(url, { headers: headers as Headers }) }
}

declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string; __NEXT_TRAILING_SLASH?: boolean } }

/**
 * `basePath` of `next.config`. Next.js writes it in place of the expression when it bundles; what is not
 * bundled learns it from the first request.
 */
export function nextBasePath(request: NextRequest | undefined): string {
  return process.env.__NEXT_ROUTER_BASEPATH || request?.nextUrl?.basePath || ''
}

/**
 * An address of the application as `trailingSlash` of `next.config` has it, which Next.js writes in place of the
 * expression when it bundles. Files and other sites stay as they are.
 */
export function withTrailingSlash(address: string, origin: string): string {
  if (!process.env.__NEXT_TRAILING_SLASH) return address
  const url = new URL(address)
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  if (url.origin !== origin || file === '' || file.includes('.')) return address
  url.pathname += '/'
  return url.href
}

/** The cookies of the request that Next.js is at work on, with those that were set in the meantime. */
export interface NextCookies {
  getAll(): readonly { readonly name: string; readonly value: string }[]
  set(name: string, value: string, options: object): unknown
}

/** The request around a server component, a server action or a route handler, open as long as its cookies can be set. */
export interface ServerRequest {
  readonly headers: Incoming['headers']
  readonly request: OpenRequest
}

/** Opens the request around a server component, a server action or a route handler, once. */
export function serverRequests(port: () => Port): () => Promise<ServerRequest> {
  const opened = new WeakMap<NextCookies, ServerRequest>()
  return async () => {
    const [next, { connection }] = await Promise.all([import('next/headers.js'), import('next/server.js')])
    const [headers, cookies] = await readingRequest(() => Promise.all([next.headers(), next.cookies()]))
    // A session is read by the clock. Where Next.js prerenders with the cookies of a user, such as for `partialPrefetching`, it fails with that
    // unless the code waits for a request of the page itself.
    await readingRequest(connection)
    const known = opened.get(cookies)
    if (known) return known
    const request = port().open(() => serverIncoming(headers, cookies), writerOf(cookies))
    opened.set(cookies, { headers, request })
    return { headers, request }
  }
}

/**
 * Reads the request, and says what to do where Next.js caches what a function returns: it would be one user's session for all. Next.js keeps the
 * error that it throws there, and fails with it whatever becomes of it, so that one gets the sentence.
 *
 * @see https://nextjs.org/docs/app/api-reference/directives/use-cache
 */
async function readingRequest<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    const { message, stack } = (error ?? {}) as Partial<Error>
    const [, cache] = /inside `?("use cache(?:: private)?"|unstable_cache)/.exec(message ?? '') ?? []
    if (message === undefined || cache === undefined) throw error
    // A private cache is one user's, but is filled before they visit the page, too.
    const why = cache.includes('private')
      ? 'caches is read before there is one'
      : 'returns is for all requests'
    const sentence = `auth() reads the session of a request, and what ${cache} ${why}: call auth() outside, and pass what you need of the session as an argument.`
    throw Object.assign(error as Error, { message: sentence, stack: stack?.replace(message, () => sentence) })
  }
}

/**
 * Keeps the code that follows out of prerendering, whose result would be served for ever. Where there is no request at all, such as in
 * the Pages Router and in a script, it goes on.
 */
export async function notPrerendered(): Promise<void> {
  const { connection } = await import('next/server.js')
  try {
    await connection()
  } catch (error) {
    if (nextError(error) !== undefined) throw error
  }
}

/** The request as its client would send it now. Next.js shows the cookies that were set since. */
export function serverIncoming(headers: Headers, cookies: NextCookies): Incoming {
  const all = new Headers(headers)
  all.set('cookie', currentCookies(headers.get('cookie') ?? '', cookies.getAll()))
  // There is one object of headers for all code that serves a request, and no request for the function of a lazy configuration.
  return { ...incomingOf(all, '/'), resolution: { key: headers, input: undefined } }
}

/**
 * The `Cookie` header of a request, with the cookies that were set or deleted since. Next.js keeps the last of several cookies of one
 * name, so the pairs of the header stand wherever Next.js has the value that it read from them.
 */
function currentCookies(header: string, current: ReturnType<NextCookies['getAll']>): string {
  const sent = header
    .split(/; */)
    .filter((text) => text !== '')
    .map((text) => ({ text, name: text.split('=', 1)[0] as string }))
  const read = new Map(sent.flatMap(({ text, name }) => readByNext(text, name)))
  const now = new Map(current.map(({ name, value }) => [name, value]))
  const isSent = (name: string): boolean => read.get(name) === now.get(name)
  const changed = [...now].filter(([name, value]) => value !== '' && !isSent(name))
  return [
    ...sent.filter(({ name }) => isSent(name)).map(({ text }) => text),
    ...changed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('; ')
}

/** A pair as Next.js reads it: a name alone has the value `true`, and one that cannot be decoded is left out. */
function readByNext(text: string, name: string): [name: string, value: string][] {
  const equals = text.indexOf('=')
  if (equals === -1) return [[name, 'true']]
  try {
    return [[name, decodeURIComponent(text.slice(equals + 1))]]
  } catch {
    return []
  }
}

/** Sets cookies where Next.js can: a server component has no headers left to send. */
function writerOf(cookies: NextCookies): CookieWriter {
  return {
    set: (changes) => setCookies(cookies, changes),
    isLate: (error) => nextError(error) === undefined,
  }
}

/** Sets cookies. Throws where Next.js cannot set any. */
export function setCookies(target: NextCookies, cookies: readonly ResponseCookie[]): void {
  for (const { name, value, options } of cookies) target.set(name, value, options)
}

/**
 * The control-flow error of Next.js behind an error: a redirect, `notFound()`, or the sign that a
 * page cannot be prerendered. It must reach Next.js as it was thrown.
 */
function nextError(error: unknown): unknown {
  const seen = new Set<unknown>()
  for (let current = error; typeof current === 'object' && current !== null; ) {
    if (seen.has(current)) return undefined
    seen.add(current)
    const { digest, cause } = current as { digest?: unknown; cause?: unknown }
    if (typeof digest === 'string') return current
    current = cause
  }
  return undefined
}

/** Runs code that may call functions of Next.js, and rethrows their control-flow errors unchanged. */
export async function rethrowingNextErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw nextError(error) ?? error
  }
}

/**
 * Throws what `redirect()` of `next/navigation` throws, which cannot be loaded from a package in a route handler that Turbopack built.
 *
 * Next.js adds `basePath` to a path in pages and in server actions that a script calls, but neither in route handlers nor for forms
 * without scripts. A whole URL means the same to all of them.
 *
 * @param history - Whether the browser's history keeps the page before, as after a server action.
 * @see https://nextjs.org/docs/app/api-reference/functions/redirect
 */
export function redirectTo(destination: Destination, prefix: string, history: 'push' | 'replace'): never {
  const target = destination.as(prefix === '' ? 'path' : 'url')
  throw Object.assign(new Error('NEXT_REDIRECT'), { digest: `NEXT_REDIRECT;${history};${target};307;` })
}

/** The error that Next.js responds to with 401. */
export function unauthorized(): Error {
  const digest = 'NEXT_HTTP_ERROR_FALLBACK;401'
  return Object.assign(new Error(digest), { digest })
}
