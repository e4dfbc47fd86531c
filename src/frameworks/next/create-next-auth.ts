import type { NextRequest } from 'next/server.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { ForRequest } from '../../builder/sessions.js'
import type { AuthSpec, LazySpec } from '../../builder/spec.js'
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

/** A configuration at work, within the `basePath` of `next.config`. */
interface NextPort {
  readonly port: Port
  readonly prefix: string
}

/** Options that an entry point sets. */
interface NextAuthOptions extends PortOptions {
  readonly prefix?: string
  /** What becomes of a mail that could not be sent: `signIn` throws, or leads to the page that says so. */
  readonly onMailError?: 'throw' | 'page'
}

/** What `.build()` returns for Next.js. */
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
  // The configuration is opened by the first call, when the path of the application is known.
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
      // Next.js does not tell the address of the page that it renders.
      pageOf: () => undefined,
    })
    if ('session' in admission) return admission.session
    if ('leadsTo' in admission) {
      const history = headers.has('next-action') ? 'push' : 'replace'
      return redirectTo(admission.leadsTo, portOf().prefix, history)
    }
    // Of the statuses of errors, a page of Next.js has 401 only; its error page is shown for all others.
    throw admission.error ?? unauthorized()
  }

  const parts = {
    handlers: { GET: handle, POST: handle },
    auth: Object.assign(auth, {
      protect: (given?: ProtectOptions) => rethrowingNextErrors(() => protect(given)),
      tokens: Object.assign(methods.tokens, users.tokens),
      fetch: methods.fetch,
      accounts: methods.accounts,
      passkeys: methods.passkeys,
      health: (given?: ForRequest) =>
        rethrowingNextErrors(async () => {
          await notPrerendered()
          return users.health(given)
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
  // What the parts can be called with depends on what they are given, which only their public types say.
  return withApi(parts, spec, () => portOf().port) as unknown as NextAuth<AuthTypes>
}

/** Opens the configuration on first use, when the path of the application is known. */
function createNextPort(
  spec: AuthSpec | LazySpec,
  { prefix: known, ...options }: PortOptions & { readonly prefix?: string },
): (request?: NextRequest) => NextPort {
  let opened: NextPort | undefined
  return (request) => {
    if (opened) return opened
    const prefix = known ?? nextBasePath(request)
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
 * Whether React renders server components around this call: in a page or a layout, but neither in a route handler nor in a
 * server action. Next.js does not tell, and hides the headers by which a browser requests parts of a page.
 *
 * @see https://react.dev/reference/react/cache
 */
async function rendersPage(): Promise<boolean> {
  const { cache } = await import('react')
  // It caches within a rendering alone. React 18, which Pages Router may have, has none.
  const cached = cache?.(() => ({}))
  const [first, second] = [cached?.(), cached?.()]
  return first !== undefined && first === second
}

/** A handler whatever its session and its second argument are. */
export type AnyHandler = NextAuthHandler<Record<string, unknown> | null, unknown>

/**
 * Lets a request through, or does not: `callbacks.authorized` decides first, then the handler, where there is
 * one. The session is extended when that is due, for what runs afterwards as well as for the browser.
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
  // Next.js hides from a proxy which requests of its router are prefetches.
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

/** The header by which Next.js passes the cookies of a middleware on to the code that runs afterwards. */
const FORWARDED = 'x-middleware-set-cookie'

/**
 * A response that sets cookies as well, and so is for no other user. Some responses cannot be changed, so it is a new
 * one. Where the request goes on, what runs afterwards sees the cookies, too.
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

/** The parts of a request of the Pages Router that a session is read from. */
export interface PagesRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The parts of its response that set cookies. */
export interface PagesResponse {
  readonly headersSent: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
}

/** The session in an API route of the Pages Router and in `getServerSideProps`. */
export async function readForPages(
  request: PagesRequest,
  response: PagesResponse,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Record<string, unknown> | null> {
  return port.open(pagesIncoming(request, prefix), writerOf(response)).session()
}

/** A lazy configuration is resolved once for the request of the Pages Router, by a web-standard one. */
function pagesIncoming(request: PagesRequest, prefix: string): Incoming {
  const incoming = incomingOf(webHeaders(request.headers), prefix + (request.url ?? '/'))
  const standard = incoming.request()
  return { ...incoming, request: () => standard, resolution: { key: request, input: standard } }
}

/** No other user may get a response that sets cookies. */
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
    // What starts with a colon belongs to HTTP/2 itself.
    value === undefined || name.startsWith(':')
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Headers(entries)
}
