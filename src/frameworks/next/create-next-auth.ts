import type { NextRequest } from 'next/server.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import type { HealthOptions } from '../../model/health.js'
import {
  authorize,
  type CookieWriter,
  createPort,
  guard as guardRequest,
  type Incoming,
  isReadOfScript,
  type Port,
  type PortOptions,
  PRIVATE,
  processStore,
  type ResponseCookie,
  serializeCookie,
} from '../../runtime/port.js'
import { type RequestConventions, requestMethods, userMethods, withApi } from '../server-methods.js'
import type { NextAuth, NextAuthHandler, ProtectOptions } from './next-auth.js'
import {
  incomingOf,
  nextBasePath,
  nextIncoming,
  notPrerendered,
  redirectTo,
  rethrowingNextErrors,
  type ServerRequest,
  serverRequests,
  unauthorized,
  withTrailingSlash,
} from './requests.js'

/** An open configuration with the `basePath` of `next.config`. */
interface NextPort {
  readonly port: Port
  readonly prefix: string
}

/** Options of an entry point. */
interface NextAuthOptions extends PortOptions {
  readonly prefix?: string
  /** If an e-mail could not be sent, `signIn` throws or redirects to the page for this error. */
  readonly onMailError?: 'throw' | 'page'
}

/** Creates the result of `.build()` for Next.js. */
export function createNextAuth(
  spec: AuthSpec | LazySpec,
  { onMailError = 'throw', ...options }: NextAuthOptions = {},
): NextAuth<AuthTypes> {
  const portOf = createNextPort(spec, options)
  const current = serverRequests(() => portOf().port)

  const handle = async (request: NextRequest): Promise<Response> => {
    const { port, prefix } = portOf(request)
    return port.respond(nextIncoming(request, prefix))
  }
  const run: RequestConventions<ServerRequest, string>['run'] = (_, method) =>
    rethrowingNextErrors(async () => method(await current()))
  const methods = requestMethods<ServerRequest, string>({
    run,
    follow: (destination, _, { follow }) =>
      follow ? redirectTo(destination, portOf().prefix, 'push') : destination.url,
    refusals: onMailError === 'page' ? 'logged, mail on a page' : 'logged',
  })
  // The configuration is opened by the first call, because only then the `basePath` is known.
  const users = userMethods(() => portOf().port)

  const auth = (first?: unknown, second?: unknown): unknown => {
    if (first === undefined) return run('auth', ({ request }) => request.session())
    if (typeof first === 'function') {
      return (request: NextRequest, context: unknown) =>
        rethrowingNextErrors(() => respond(request, context, first as AnyHandler, portOf(request)))
    }
    if (first instanceof Request) {
      const request = first as NextRequest
      return rethrowingNextErrors(() => respond(request, second, undefined, portOf(request)))
    }
    const { req, res } = first as { req?: PagesRequest; res?: PagesResponse }
    return readForPages(req ?? (first as PagesRequest), res ?? (second as PagesResponse), portOf())
  }

  const protect = async ({ redirectTo: wanted }: ProtectOptions = {}): Promise<unknown> => {
    const { request, headers } = await current()
    const admission = await guardRequest(request, {
      redirectTo: wanted,
      kindOf: async (byHeaders) => (byHeaders === 'data' && (await rendersPage()) ? 'page' : byHeaders),
      // Next.js does not expose the URL of the page that it renders.
      pageOf: () => undefined,
    })
    if ('session' in admission) return admission.session
    if ('leadsTo' in admission) {
      const history = headers.has('next-action') ? 'push' : 'replace'
      return redirectTo(admission.leadsTo, portOf().prefix, history)
    }
    // Of the errors that a guard can have, a page can express only 401. For the others, such as 503, Next.js
    // shows its error page.
    throw admission.error ?? unauthorized()
  }

  const parts = {
    handlers: { GET: handle, POST: handle },
    auth: Object.assign(auth, {
      protect: (options?: ProtectOptions) => rethrowingNextErrors(() => protect(options)),
      tokens: Object.assign(methods.tokens, users.tokens),
      fetch: methods.fetch,
      accounts: methods.accounts,
      passkeys: methods.passkeys,
      passwords: methods.passwords,
      health: (options?: HealthOptions) =>
        rethrowingNextErrors(async () => {
          await notPrerendered()
          return users.health(options)
        }),
    }),
    signIn: methods.signIn,
    signOut: methods.signOut,
    unstable_update: methods.update,
    sessions: {
      ...users.sessions,
      current: (request?: Request) =>
        request
          ? portOf(request as NextRequest).port.sessions.current(request)
          : run('sessions.current', (found) => found.request.describedSession()),
    },
  }
  // The public types infer the arguments from the configuration; the implementation cannot.
  return withApi(parts, spec, () => portOf().port) as unknown as NextAuth<AuthTypes>
}

/** Opens the configuration on first use, when the `basePath` is known. */
function createNextPort(
  spec: AuthSpec | LazySpec,
  { prefix: fixedPrefix, ...options }: PortOptions & { readonly prefix?: string },
): (request?: NextRequest) => NextPort {
  let opened: NextPort | undefined
  return (request) => {
    if (opened) return opened
    const prefix = fixedPrefix ?? nextBasePath(request)
    const port = createPort(spec, {
      mount: { basePath: '/api/auth', prefix },
      returnTo: 'page',
      unknownProvider: 'sign-in page',
      rewrite: withTrailingSlash,
      memory: processStore,
      ...options,
    })
    opened = { port, prefix }
    return opened
  }
}

/**
 * Whether the caller is a server component: a page or a layout, not a route handler or a server action.
 * Next.js does not tell, and hides the headers with which a browser requests parts of a page.
 *
 * @see https://react.dev/reference/react/cache
 */
async function rendersPage(): Promise<boolean> {
  const { cache } = await import('react')
  // `cache` works only while rendering. React 18, which the Pages Router supports, does not have it.
  const cached = cache?.(() => ({}))
  const [first, second] = [cached?.(), cached?.()]
  return first !== undefined && first === second
}

/** A handler with any session and any second argument. */
export type AnyHandler = NextAuthHandler<Record<string, unknown> | null, unknown>

/**
 * Decides whether a request continues: first `callbacks.authorized`, then the handler, if any. A session that is due is extended, for the
 * code that runs afterwards as well as for the browser.
 */
export async function respond(
  request: NextRequest,
  context: unknown,
  handler: AnyHandler | undefined,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Response> {
  const cookies: ResponseCookie[] = []
  const writer = { set: (set: readonly ResponseCookie[]) => void cookies.push(...set), isLate: () => false }
  const incoming = nextIncoming(request, prefix)
  // Next.js does not tell a proxy which requests of its router are prefetches.
  const opened = port.open({ ...incoming, mayBePrefetch: isReadOfScript(incoming) }, writer)
  const { session, response } = await authorize(opened)
  const sent =
    response ?? (await handler?.(Object.assign(request, { auth: session }), context)) ?? (await next())
  return withCookies(sent, cookies)
}

async function next(): Promise<Response> {
  const { NextResponse } = await import('next/server.js')
  return NextResponse.next()
}

/** Header with which Next.js passes cookies of a middleware to the code that runs afterwards. */
const FORWARDED = 'x-middleware-set-cookie'

/**
 * Adds cookies to a copy of the response, because some responses are immutable, and forbids caching. If the request continues, the code
 * that runs afterwards sees the cookies too.
 */
function withCookies(response: Response, cookies: readonly ResponseCookie[]): Response {
  if (cookies.length === 0) return response
  const { body, status, statusText, headers } = response
  const changed = new Response(body, { status, statusText, headers })
  changed.headers.set('cache-control', PRIVATE)
  for (const cookie of cookies) changed.headers.append('set-cookie', serializeCookie(cookie))
  if (headers.has('x-middleware-next') || headers.has('x-middleware-rewrite')) {
    const before = headers.get(FORWARDED)
    const all = [...(before ? [before] : []), ...cookies.map(serializeCookie)]
    changed.headers.set(FORWARDED, all.join(','))
  }
  return changed
}

/** The part of a Pages Router request that is read. */
export interface PagesRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The part of a Pages Router response that sets cookies. */
export interface PagesResponse {
  readonly headersSent: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
}

/** Reads the session in an API route of the Pages Router and in `getServerSideProps`. */
export async function readForPages(
  request: PagesRequest,
  response: PagesResponse,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Record<string, unknown> | null> {
  return port.open(pagesIncoming(request, prefix), writerOf(response)).session()
}

/** The request as a standard `Request`, with which a lazy configuration is resolved once per request. */
function pagesIncoming(request: PagesRequest, prefix: string): Incoming {
  const incoming = incomingOf(webHeaders(request.headers), prefix + (request.url ?? '/'))
  const standard = incoming.request()
  const input = (changed: Request | undefined): Request => changed ?? standard
  return { ...incoming, request: () => standard, resolution: { key: request, input } }
}

/** Sets cookies, and forbids caching of the response. */
function writerOf(response: PagesResponse): CookieWriter {
  return {
    set(cookies) {
      if (response.headersSent) return
      const before = response.getHeader('set-cookie') ?? []
      response.setHeader('set-cookie', [...[before].flat().map(String), ...cookies.map(serializeCookie)])
      response.setHeader('cache-control', PRIVATE)
    },
    isLate: () => false,
  }
}

function webHeaders(headers: PagesRequest['headers']): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    // Names that start with a colon are pseudo-headers of HTTP/2.
    value === undefined || name.startsWith(':')
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Headers(entries)
}
