import type { NextRequest } from 'next/server.js'
import {
  type CookieWriter,
  type Destination,
  forwardedValues,
  type Incoming,
  type OpenRequest,
  type Port,
  type ResponseCookie,
  requestUrl,
} from '../../runtime/port.js'

/**
 * The request as the browser sent it. Next.js changes the URL of a request. It replaces the host, removes
 * `basePath` and the locale of `i18n`, and may append a slash.
 */
export function nextIncoming(request: NextRequest, prefix: string): Incoming {
  const { method, headers, nextUrl } = request
  const { protocol, host, pathname, search } = nextUrl
  const localized = localeOf(nextUrl) + pathname
  const path = localized.length > 1 ? localized.replace(/\/$/, '') : localized
  return {
    method,
    headers,
    // An invalid host is handled like a host that is not trusted.
    url: requestUrl(protocol, [headers.get('host'), host, 'invalid'], prefix + path + search),
    request: () => request,
  }
}

/** The part of a path that is its locale, such as `/fr`. Next.js does not use one for the default locale and for API routes. */
function localeOf({
  pathname,
  locale,
  defaultLocale,
  domainLocale,
}: Pick<NextRequest['nextUrl'], 'pathname' | 'locale' | 'defaultLocale' | 'domainLocale'>): string {
  const isDefault = locale === (domainLocale?.defaultLocale ?? defaultLocale)
  return !locale || isDefault || /^\/api(?:\/|$)/.test(pathname) ? '' : `/${locale}`
}

/** A request of which only the headers are available. */
export function incomingOf(headers: Incoming['headers'], path: string): Incoming {
  const [forwarded] = forwardedValues(headers, 'x-forwarded-proto')
  const scheme = forwarded === 'https' ? 'https:' : 'http:'
  const url = requestUrl(scheme, [headers.get('host'), 'localhost'], path)
  return { method: 'GET', headers, url, request: () => new Request(url, { headers: headers as Headers }) }
}

declare const process: { env: { __NEXT_ROUTER_BASEPATH?: string; __NEXT_TRAILING_SLASH?: boolean } }

/**
 * `basePath` of `next.config`. Next.js replaces the variable with its value when it bundles. Code that is not
 * bundled reads it from the first request.
 */
export function nextBasePath(request: NextRequest | undefined): string {
  return process.env.__NEXT_ROUTER_BASEPATH || request?.nextUrl?.basePath || ''
}

/**
 * Applies `trailingSlash` of `next.config` to a URL of the application. Next.js replaces the expression with its value when it bundles.
 * URLs of files and of other sites are returned unchanged.
 */
export function withTrailingSlash(href: string, origin: string): string {
  if (!process.env.__NEXT_TRAILING_SLASH) return href
  const url = new URL(href)
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  if (url.origin !== origin || file === '' || file.includes('.')) return href
  url.pathname += '/'
  return url.href
}

/** The cookies of the current request, with later changes. */
export interface NextCookies {
  getAll(): readonly { readonly name: string; readonly value: string }[]
  set(name: string, value: string, options: object): unknown
}

/** The request of a server component, a server action or a route handler. */
export interface ServerRequest {
  readonly headers: Incoming['headers']
  readonly request: OpenRequest
}

/** Opens the request of a server component, a server action or a route handler. Later calls return the same one. */
export function serverRequests(port: () => Port): () => Promise<ServerRequest> {
  const opened = new WeakMap<NextCookies, ServerRequest>()
  return async () => {
    const [next, { connection }] = await Promise.all([import('next/headers.js'), import('next/server.js')])
    const [headers, cookies] = await readingRequest(() => Promise.all([next.headers(), next.cookies()]))
    // Reading a session uses the clock. While Next.js prerenders with a user's cookies, as for
    // `partialPrefetching`, this fails unless the code waits for a request.
    await readingRequest(connection)
    const existing = opened.get(cookies)
    if (existing) return existing
    const request = port().open(() => serverIncoming(headers, cookies), writerOf(cookies))
    opened.set(cookies, { headers, request })
    return { headers, request }
  }
}

/**
 * Reads the request. Inside of a cached function, that would give one user's session to everyone, so Next.js
 * throws. Next.js remembers the error object and fails with it even if it is caught. So its message is
 * replaced by one that says what to do.
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
    // A private cache belongs to one user, but it is also filled before the user visits the page.
    const why = cache.includes('private')
      ? 'may run before there is a request'
      : 'returns one result for all requests'
    const sentence = `auth() reads the session of a request, but ${cache} ${why}: call auth() outside, and pass the values of the session that you need as arguments.`
    throw Object.assign(error as Error, { message: sentence, stack: stack?.replace(message, () => sentence) })
  }
}

/**
 * Excludes the following code from prerendering, because the result would be served forever. Does nothing
 * without a request, as in the Pages Router and in scripts.
 */
export async function notPrerendered(): Promise<void> {
  const { connection } = await import('next/server.js')
  try {
    await connection()
  } catch (error) {
    if (nextError(error) !== undefined) throw error
  }
}

/** The request with the cookies that were set or deleted since it was received. */
export function serverIncoming(headers: Headers, cookies: NextCookies): Incoming {
  const all = new Headers(headers)
  all.set('cookie', currentCookies(headers.get('cookie') ?? '', cookies.getAll()))
  // Next.js does not expose the method. Only a request with a body has a content type, and links never do.
  const method = headers.has('next-action') || headers.has('content-type') ? 'POST' : 'GET'
  // All code that serves one request gets the same headers object. There is no `Request` to pass to a lazy configuration.
  return { ...incomingOf(all, '/'), method, resolution: { key: headers } }
}

/**
 * The `Cookie` header of a request with the current cookies. Next.js keeps only the last of several cookies
 * with the same name, so the original pairs are kept if Next.js still has the value that it read from them.
 */
function currentCookies(header: string, current: ReturnType<NextCookies['getAll']>): string {
  const sent = header
    .split(/; */)
    .filter((pair) => pair !== '')
    .map((pair) => ({ pair, name: pair.split('=', 1)[0] as string }))
  const originalValues = new Map(sent.flatMap(({ pair, name }) => parsePair(pair, name)))
  const currentValues = new Map(current.map(({ name, value }) => [name, value]))
  const isUnchanged = (name: string): boolean => originalValues.get(name) === currentValues.get(name)
  const changed = [...currentValues].filter(([name, value]) => value !== '' && !isUnchanged(name))
  return [
    ...sent.filter(({ name }) => isUnchanged(name)).map(({ pair }) => pair),
    ...changed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('; ')
}

/** Parses a pair like Next.js: a name without a value is `true`, and a value that cannot be decoded is dropped. */
function parsePair(pair: string, name: string): [name: string, value: string][] {
  const equals = pair.indexOf('=')
  if (equals === -1) return [[name, 'true']]
  try {
    return [[name, decodeURIComponent(pair.slice(equals + 1))]]
  } catch {
    return []
  }
}

/** Sets cookies if Next.js allows it: a server component cannot set any. */
function writerOf(cookies: NextCookies): CookieWriter {
  return {
    set: (changes) => setCookies(cookies, changes),
    isLate: (error) => nextError(error) === undefined,
  }
}

/** Sets cookies. Throws if Next.js cannot set any. */
export function setCookies(target: NextCookies, cookies: readonly ResponseCookie[]): void {
  for (const { name, value, options } of cookies) target.set(name, value, options)
}

/**
 * The control-flow error of Next.js in the chain of causes: a redirect, `notFound()`, or the signal that a page cannot be prerendered. It
 * must reach Next.js unchanged.
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

/** Runs code and rethrows control-flow errors of Next.js unchanged. */
export async function rethrowingNextErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw nextError(error) ?? error
  }
}

/**
 * Throws the same error as `redirect()` of `next/navigation`, which a package cannot import in a route handler that Turbopack built.
 *
 * Next.js prepends `basePath` to a path in pages and in server actions that a script calls, but not in route handlers or for forms without
 * scripts. An absolute URL means the same in all of them.
 *
 * @param history - `'push'` keeps the previous page in the browser's history, as after a server action.
 * @see https://nextjs.org/docs/app/api-reference/functions/redirect
 */
export function redirectTo(destination: Destination, prefix: string, history: 'push' | 'replace'): never {
  const target = destination.as(prefix === '' ? 'path' : 'url')
  throw Object.assign(new Error('NEXT_REDIRECT'), { digest: `NEXT_REDIRECT;${history};${target};307;` })
}

/** An error to which Next.js responds with 401. */
export function unauthorized(): Error {
  const digest = 'NEXT_HTTP_ERROR_FALLBACK;401'
  return Object.assign(new Error(digest), { digest })
}
