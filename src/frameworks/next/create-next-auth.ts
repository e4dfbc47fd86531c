import type { NextRequest } from 'next/server.js'
import type { AuthSpec, LazySpec } from '../../builder/auth-spec.js'
import type { AuthTypes } from '../../builder/auth-types.js'
import type { HealthOptions } from '../../model/health.js'
import {
  createPort,
  guard as guardRequest,
  type Port,
  type PortOptions,
  processStore,
} from '../../runtime/port.js'
import { type RequestConventions, requestMethods, userMethods, withApi } from '../server-methods.js'
import { notPrerendered, redirectTo, rethrowingNextErrors, unauthorized } from './control-flow.js'
import { type AnyHandler, respond } from './middleware.js'
import type { NextAuth, ProtectOptions } from './next-auth.js'
import { nextBasePath, withTrailingSlash } from './next-config.js'
import { type PagesRequest, type PagesResponse, readForPages } from './pages-router.js'
import { nextIncoming, type ServerRequest, serverRequests } from './requests.js'

interface NextPort {
  readonly port: Port
  readonly prefix: string
}

interface NextAuthOptions extends PortOptions {
  readonly prefix?: string
  /** Whether `signIn` throws or redirects to the sign-in page if an e-mail could not be sent. Default: `'throw'`. */
  readonly onMailError?: 'throw' | 'page'
}

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
    follow: (destination, { method }, { follow }) =>
      follow ? redirectTo(destination, portOf().prefix, method) : destination.url,
    refusals: onMailError === 'page' ? 'logged, mail on a page' : 'logged',
  })
  // The first call of a method creates the port, because `basePath` may not be known earlier.
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

  const protect = async ({ redirectTo: target }: ProtectOptions = {}): Promise<unknown> => {
    const { request, headers, method } = await current()
    const isAction = headers.has('next-action')
    const admission = await guardRequest(request, {
      redirectTo: target,
      kindOf: async (byHeaders) => {
        if (isAction) return 'call'
        return byHeaders === 'data' && (await rendersPage()) ? 'page' : byHeaders
      },
      // Next.js does not expose the URL of the page that it renders.
      pageOf: () => undefined,
    })
    if ('session' in admission) return admission.session
    if ('destination' in admission) return redirectTo(admission.destination, portOf().prefix, method)
    // A page can respond with 401, but not with other statuses.
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
  // The cast is needed, because only the public types infer the arguments from the configuration.
  return withApi(parts, spec, () => portOf().port) as unknown as NextAuth<AuthTypes>
}

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
 * Whether the caller is a page or a layout, not a route handler or a server action. Next.js does not expose this.
 *
 * @see https://react.dev/reference/react/cache
 */
async function rendersPage(): Promise<boolean> {
  const { cache } = await import('react')
  // While React renders, both calls return the same object. React 18, which the Pages Router supports, does not have `cache`.
  const cached = cache?.(() => ({}))
  const [first, second] = [cached?.(), cached?.()]
  return first !== undefined && first === second
}
