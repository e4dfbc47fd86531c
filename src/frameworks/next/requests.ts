import type { NextRequest } from 'next/server.js'
import {
  forwardedValues,
  type Incoming,
  type OpenRequest,
  type Port,
  requestUrl,
} from '../../runtime/port.js'
import { currentCookies, type NextCookies, writerOf } from './cookies.js'

/** Restores the URL of the request: Next.js replaces the host, removes `basePath` and the locale of `i18n`, and may append a slash. */
export function nextIncoming(request: NextRequest, prefix: string): Incoming {
  const { method, headers, nextUrl } = request
  const { protocol, host, pathname, search } = nextUrl
  const localized = localeOf(nextUrl) + pathname
  const path = localized.length > 1 ? localized.replace(/\/$/, '') : localized
  return {
    method,
    headers,
    // An invalid host is handled like one that is not trusted.
    url: requestUrl(protocol, [headers.get('host'), host, 'invalid'], prefix + path + search),
    request: () => request,
  }
}

/** The locale in the URL of a request. URLs of the default locale and of API routes have none. */
function localeOf({
  pathname,
  locale,
  defaultLocale,
  domainLocale,
}: Pick<NextRequest['nextUrl'], 'pathname' | 'locale' | 'defaultLocale' | 'domainLocale'>): string {
  const isDefault = locale === (domainLocale?.defaultLocale ?? defaultLocale)
  return !locale || isDefault || /^\/api(?:\/|$)/.test(pathname) ? '' : `/${locale}`
}

export function incomingOf(headers: Incoming['headers'], path: string): Incoming {
  const [forwarded] = forwardedValues(headers, 'x-forwarded-proto')
  const scheme = forwarded === 'https' ? 'https:' : 'http:'
  const url = requestUrl(scheme, [headers.get('host'), 'localhost'], path)
  return { method: 'GET', headers, url, request: () => new Request(url, { headers: headers as Headers }) }
}

export interface ServerRequest {
  readonly headers: Incoming['headers']
  readonly method: 'GET' | 'POST'
  readonly request: OpenRequest
}

export function serverRequests(port: () => Port): () => Promise<ServerRequest> {
  const opened = new WeakMap<NextCookies, ServerRequest>()
  return async () => {
    const [next, { connection }] = await Promise.all([import('next/headers.js'), import('next/server.js')])
    const [headers, cookies] = await readingRequest(() => Promise.all([next.headers(), next.cookies()]))
    // Reading a session uses the clock. Code that Next.js prerenders must not read the clock before there is a request.
    await readingRequest(connection)
    const existing = opened.get(cookies)
    if (existing) return existing
    const request = port().open(() => serverIncoming(headers, cookies), writerOf(cookies))
    const current = { headers, method: methodOf(headers), request }
    opened.set(cookies, current)
    return current
  }
}

/**
 * Explains the error that Next.js throws if `auth()` is called in cached code. Next.js remembers the error object, and fails with it even
 * if the application catches it. So this function changes the message of the object instead of throwing another error.
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
    // Next.js also fills a private cache during a prefetch.
    const why = cache.includes('private')
      ? 'may run before there is a request'
      : 'returns one result for all requests'
    const sentence = `auth() reads the session of a request, but ${cache} ${why}: call auth() outside, and pass the values of the session that you need as arguments.`
    throw Object.assign(error as Error, { message: sentence, stack: stack?.replace(message, () => sentence) })
  }
}

export function serverIncoming(headers: Headers, cookies: NextCookies): Incoming {
  const all = new Headers(headers)
  all.set('cookie', currentCookies(headers.get('cookie') ?? '', cookies.getAll()))
  // All code that serves one request gets the same headers object, which identifies the request.
  return { ...incomingOf(all, '/'), method: methodOf(headers), resolution: { key: headers } }
}

/** Guesses the method from the headers, because Next.js does not expose it. A link sends none of these headers. A POST request without a body sends only `Origin`. */
function methodOf(headers: Incoming['headers']): 'GET' | 'POST' {
  return ['next-action', 'content-type', 'origin'].some((name) => headers.has(name)) ? 'POST' : 'GET'
}
