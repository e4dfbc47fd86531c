import type { Awaitable } from '../../model/awaitable.js'
import type { JWT, JWTDecodeParams } from '../../model/session.js'
import { environmentSecrets, processEnvironment, siteUrl } from '../core/config/secret-and-url-variables.js'
import { requireSecrets } from '../core/crypto/keys.js'
import { acceptedName, sessionCookieName } from '../core/http/cookie-policy.js'
import { type RequestCookies, readChunked, readCookies, sentNames } from '../core/http/cookies.js'
import { sessionSalt } from '../core/sessions/session-audience.js'
import { actorCookieName } from '../features/impersonation/actor-cookie-name.js'
import { decode } from './tokens.js'

/** A request with headers: a web-standard `Request`, or a request of Node.js. */
export interface RequestWithHeaders {
  /** The headers of the request. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The full URL, or only the path. */
  readonly url?: string | undefined
}

/** Parameters of `getToken`. */
export interface GetTokenParams<Payload = JWT> {
  /** The request with the cookie. */
  req: RequestWithHeaders
  /**
   * One secret or several secrets, any of which may have sealed the token. Default: the environment variables
   * `AUTH_SECRET` or `NEXTAUTH_SECRET`, `AUTH_SECRET_1` to `AUTH_SECRET_3`, and `AUTH_SECRET_NEXT`.
   */
  secret?: string | readonly string[] | undefined
  /**
   * Whether the cookie was set over HTTPS. Over HTTP, the cookie's name has no prefix. Default: `true` if
   * `cookieName` is set. Otherwise, the default name is tried with and without its prefix. If you set `salt`,
   * `raw` or `decode` on HTTPS, also set `secureCookie: true`. Otherwise another host of the same domain could
   * set the cookie without the prefix.
   */
  secureCookie?: boolean
  /** The cookie's name, if the configuration changes it. */
  cookieName?: string
  /** The salt of the token. Default: the cookie's name, with or without the `audience`. */
  salt?: string
  /**
   * The site that the token is for: the configuration's `sessionAudience`, the `domain` of its cookie, or its
   * host. Default: the host of `AUTH_URL` or, if it is trusted, of the request.
   */
  audience?: string
  /** The configuration's `compat`, which decides the cookie's name. */
  compat?: 'authjs'
  /** Returns the token itself, without decrypting or checking it. Default: `false`. */
  raw?: boolean
  /** The configuration's `.jwt({ decode })`. Default: `decode` of `authwright/jwt`. */
  decode?: (params: JWTDecodeParams) => Awaitable<Payload | null>
}

/**
 * Returns the claims of a request's session token, from its cookie or from `Authorization: Bearer <token>`.
 * Use it in code that has a request but no configuration: another service, or a proxy. Only `auth(request)`
 * can determine whether the session has ended.
 *
 * @returns The claims, or with `raw: true` the token. `null` if there is no valid token. Cookies are ignored
 * while the user acts as another user with `impersonation()`.
 * @throws MissingSecret if the request has a token, but there is no secret.
 * @throws UntrustedHost if the site of the token is unknown: there is no `audience` and no `AUTH_URL`, and
 * the host of the request is not trusted.
 *
 * @example
 * ```ts
 * import { getToken } from 'authwright/jwt'
 *
 * export async function serve(req: Request): Promise<Response> {
 *   const token = await getToken({ req })
 *   return token ? new Response(`Hello ${token.name}`) : new Response('Please sign in', { status: 401 })
 * }
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750.html#section-2.1
 */
export function getToken(params: GetTokenParams & { raw: true }): Promise<string | null>
/** Returns the claims of the token. */
export function getToken<Payload = JWT>(
  params: GetTokenParams<Payload> & { raw?: false },
): Promise<Payload | null>
export async function getToken<Payload>(params: GetTokenParams<Payload>): Promise<Payload | string | null> {
  const headers = headersOf(params.req, ['cookie', 'authorization'])
  const names = namesOf(params)
  const found = tokenInCookie(names, readCookies(headers.get('cookie'))) ?? tokenInHeader(names, headers)
  if (!found) return null
  if (params.raw) return found.token
  const secret = secretOf(params)
  const read = params.decode ?? decode<Payload>
  for (const salt of params.salt === undefined ? await saltsOf(found, params) : [params.salt]) {
    try {
      const claims = await read({ token: found.token, secret, salt })
      if (claims) return claims
    } catch {
      // The token was not sealed with this salt.
    }
  }
  return null
}

/** Returns the possible salts of a token. Only salts of the default format contain the site. */
async function saltsOf({ names }: FoundToken, params: GetTokenParams<unknown>): Promise<readonly string[]> {
  if (params.decode || params.compat) return names
  const audience = params.audience ?? (await hostOf(params.req))
  return [...names.map((name) => sessionSalt(name, audience)), ...names]
}

/** Returns the host of the site. It must be the same host as for the routes. */
async function hostOf({ headers, url }: RequestWithHeaders): Promise<string> {
  const variables = processEnvironment()
  const site = siteUrl(variables)
  if (site !== undefined) return new URL(site).hostname
  const { requestHost } = await import('./request-host.js')
  return requestHost(
    headersOf({ headers }, ['host', 'x-forwarded-host', 'x-forwarded-proto']),
    url,
    variables,
  )
}

interface FoundToken {
  readonly token: string
  readonly names: readonly string[]
}

/**
 * Returns the possible names of the cookie. The name with the prefix comes first, because browsers accept
 * such a cookie only over HTTPS.
 */
function namesOf({ cookieName, secureCookie, compat }: GetTokenParams<unknown>): readonly string[] {
  // A subdomain can set a cookie without the prefix, so a configured name is read with its prefix by default.
  if (cookieName !== undefined) return [acceptedName(cookieName, { secure: secureCookie ?? true })]
  const secures = secureCookie === undefined ? [true, false] : [secureCookie]
  return secures.map((secure) => sessionCookieName({ secure, compat }))
}

function tokenInCookie(names: readonly string[], cookies: RequestCookies): FoundToken | undefined {
  for (const name of names) {
    // During an impersonation, `auth(request)` returns the session of the other user.
    if (sentNames(actorCookieName(name), cookies).length > 0) return undefined
    if (sentNames(name, cookies).length === 0) continue
    // After an unreadable cookie, for example a repeated one, the next name is not tried.
    const token = readChunked(name, cookies)
    return token ? { token, names: [name] } : undefined
  }
  return undefined
}

function tokenInHeader(names: readonly string[], headers: Pick<Headers, 'get'>): FoundToken | undefined {
  const [, encoded] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (encoded === undefined) return undefined
  try {
    return { token: decodeURIComponent(encoded), names }
  } catch {
    return undefined
  }
}

function secretOf({ secret }: GetTokenParams<unknown>): string | readonly string[] {
  if (secret === undefined) return requireSecrets(environmentSecrets(processEnvironment()))
  requireSecrets([secret].flat())
  return secret
}

/**
 * Returns the headers with these names as web-standard headers.
 *
 * @param names - In lower case.
 */
function headersOf({ headers }: RequestWithHeaders, names: readonly string[]): Pick<Headers, 'get' | 'has'> {
  // Not `instanceof`, because a program may contain several classes `Headers`.
  if (typeof headers.get === 'function') return headers as Headers
  const standard = new Headers()
  for (const name of names) {
    const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
    // Some servers do not join several `Cookie` headers.
    if (value !== undefined) standard.set(name, typeof value === 'string' ? value : value.join('; '))
  }
  return standard
}
