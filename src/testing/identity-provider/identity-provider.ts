import { CompactSign } from 'jose'
import { sha256Base64url } from '#crypto'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import { refuseProduction } from '../refuse.js'
import { type Behaviour, type ReceivedRequest, type SignedHeader, wellBehaved } from './behaviour.js'
import { hasProof } from './dpop.js'
import { denied, failing, type ProviderFailure } from './failures.js'
import type { Listener } from './listen.js'
import { type RefreshTokens, RotatingTokens } from './refresh-tokens.js'
import { isFromClient, type RegisteredClient } from './registered-client.js'
import { type SigningKey, signingKey } from './signing-key.js'

/**
 * A requirement of a provider beyond OAuth 2.0: Pushed Authorization Requests (RFC 9126), or proofs of possession
 * (RFC 9449).
 */
export type ProviderRequirement = 'par' | 'dpop'

/** Options of {@link identityProvider}. */
export interface IdentityProviderOptions {
  /** Default: `https://idp.test`, or the URL at which it listens. */
  readonly issuer?: string | undefined
  /**
   * Listens at this port of `localhost`; 0 is any free port. Default: it does not listen. Pass its `fetch` to the
   * configuration.
   */
  readonly port?: number | undefined
  /** The claims of the users. The first one signs in until the test chooses another. Default: one user. */
  readonly users?: readonly UserClaims[] | undefined
  /** The client. Default: id `client`, with the secret `s-e_c.r*et` by `client_secret_basic`. */
  readonly client?: RegisteredClient | undefined
  /** Returns the time, in milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** The first key signs. Default: one key for `ES256`. */
  readonly keys?: readonly [SigningKey, ...SigningKey[]] | undefined
  /** Whether a sign-in returns a refresh token. Each can be used once. Default: `false`. */
  readonly refreshTokens?: boolean | undefined
  /** Requirements beyond OAuth 2.0. Default: none. */
  readonly requires?: readonly ProviderRequirement[] | undefined
}

/** The claims of a user. */
export type UserClaims = Record<string, unknown>

/** An OpenID Provider in this process. It signs its tokens, and checks PKCE, the redirect URI and the client. */
export interface IdentityProvider {
  /** The issuer identifier: the URL below which all endpoints are. */
  readonly issuer: string
  /** The claims of the user who signs in next. */
  user: UserClaims
  /** All users. The parameter `login_hint` of a request selects one of them by `sub` or `email`. */
  readonly users: readonly UserClaims[]
  /** The only client that it accepts. A test can replace it, for example after a change of the secret. */
  client: RegisteredClient
  /** Returns the time for the claims of tokens, in milliseconds since 1970. A test can replace it. */
  clock: () => number
  /** The first key signs. All are published. */
  keys: readonly [SigningKey, ...SigningKey[]]
  /** Whether users agree at the authorization endpoint of a provider that listens. Default: `true`. */
  consents: boolean
  /** The access token of each sign-in without refresh tokens. It is random if `login_hint` selects the user. */
  accessToken: string
  /** Requirements for clients: requests without them fail. A test can replace the list. Default: none. */
  requires: readonly ProviderRequirement[]
  /** The current responses, as changed by `misbehave()`. */
  readonly behaviour: Behaviour
  /** The requests of the application, oldest first. */
  readonly received: readonly ReceivedRequest[]
  /** Every access token and ID token that was issued, oldest first. */
  readonly issued: readonly string[]
  /** The form and headers of the last token request. */
  readonly tokenRequest: { readonly form: URLSearchParams; readonly headers: Headers }
  /** For `[customFetch]` of a provider in the configuration. */
  readonly fetch: Fetch
  /** Handles requests of the application and, at the authorization endpoint, of browsers. */
  handler(request: Request): Promise<Response>
  /** The number of requests of the application to an endpoint, such as `/token`. */
  requestCount(path: string): number
  /** The callback URL to which the browser returns after the user agreed to an authorization request. */
  authorize(authorization: string | URL): URL
  /** The callback URL after the user did not agree. */
  deny(authorization: string | URL): URL
  /** Makes the provider fail in this way from now on. */
  fail(failure: ProviderFailure): void
  /** Replaces parts of the behaviour, and ends earlier failures. Without an argument, all responses are correct. */
  misbehave(behaviour?: Partial<Behaviour>): void
  /** Forgets the requests received and the tokens issued so far. The tokens stay valid. */
  clear(): void
  /** Signs with a new key from now on, and publishes only that. */
  rotateKeys(): Promise<void>
  /** Returns a refresh token for each sign-in from now on. */
  issueRefreshTokens(): RefreshTokens
  /** Signs claims, or any other text, like a token. */
  sign(claims: UserClaims | string, header?: Partial<SignedHeader>): Promise<string>
  /**
   * Creates the request with which the provider reports that sessions have ended. Pass it to the
   * application.
   *
   * @param url - The back-channel logout URI, such as `https://app.test/auth/backchannel-logout/acme`.
   * @param claims - Default: the `sub` of `user`, and its `sid` if there is one.
   * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
   */
  logoutRequest(url: string | URL, claims?: UserClaims): Promise<Request>
  /** Stops listening. */
  close(): Promise<void>
}

const defaultUser: UserClaims = {
  sub: 'ada',
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  email_verified: true,
  picture: 'https://idp.test/ada.png',
}

/** The member of the claim `events` in a logout token. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Lifetime of tokens, in seconds. */
const TOKEN_AGE_SECONDS = 300

/**
 * Starts an OpenID Provider in this process. The test chooses who signs in, and which failures happen.
 *
 * @example
 * ```ts
 * import { createAuth, customFetch } from 'authwright'
 * import { oidc } from 'authwright/providers/oidc'
 * import { identityProvider } from 'authwright/testing'
 *
 * const idp = await identityProvider({ users: [{ sub: '1', name: 'Ada' }] })
 *
 * const { id: clientId, secret: clientSecret } = idp.client
 * const auth = createAuth()
 *   .provider(oidc({ id: 'idp', issuer: idp.issuer, clientId, clientSecret, [customFetch]: idp.fetch }))
 *   .build()
 *
 * const request = new Request('http://localhost/')
 * const { url, headers } = await auth.signIn('idp', { request })
 * const callback = idp.authorize(url)
 * ```
 */
export async function identityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  refuseProduction()
  const keys = options.keys ?? [await signingKey('one', 'ES256')]
  const provider = new Provider(options, keys)
  if (options.port !== undefined) await provider.listen(options.port)
  return provider
}

class Provider implements IdentityProvider {
  readonly received: ReceivedRequest[] = []
  readonly issued: string[] = []
  readonly users: readonly UserClaims[]
  user: UserClaims
  behaviour: Behaviour = { ...wellBehaved }
  client: RegisteredClient
  accessToken = 'at'
  clock: () => number
  consents = true
  requires: readonly ProviderRequirement[]
  issuer: string
  readonly #hasIssuer: boolean
  readonly #requests = new Map<string, AuthorizationRequest>()
  readonly #accessTokens = new Set<string>()
  /** The users that `login_hint` selected, by access token and refresh token. */
  readonly #hintedUsers = new Map<string, UserClaims>()
  #refreshTokens: RotatingTokens | undefined
  #listener: Listener | undefined

  constructor(
    {
      issuer,
      users = [defaultUser],
      client = { id: 'client', method: 'client_secret_basic', secret: 's-e_c.r*et' },
      clock = Date.now,
      refreshTokens = false,
      requires = [],
    }: IdentityProviderOptions,
    public keys: readonly [SigningKey, ...SigningKey[]],
  ) {
    this.issuer = issuer ?? 'https://idp.test'
    this.#hasIssuer = issuer !== undefined
    this.users = users
    this.user = users[0] ?? defaultUser
    this.client = client
    this.clock = clock
    this.requires = requires
    if (refreshTokens) this.issueRefreshTokens()
  }

  async listen(port: number): Promise<void> {
    // Loaded here, because other runtimes have no servers of Node.js.
    const { listen } = await import('./listen.js')
    this.#listener = await listen((request) => this.handler(request), port)
    if (!this.#hasIssuer) this.issuer = this.#listener.url
  }

  async close(): Promise<void> {
    await this.#listener?.close()
  }

  misbehave(behaviour: Partial<Behaviour> = {}): void {
    this.behaviour = { ...wellBehaved, ...behaviour }
  }

  fail(failure: ProviderFailure): void {
    this.misbehave(failing(failure))
  }

  clear(): void {
    this.received.length = 0
    this.issued.length = 0
  }

  async rotateKeys(): Promise<void> {
    this.keys = [await signingKey(crypto.randomUUID(), this.keys[0].alg)]
  }

  issueRefreshTokens(): RefreshTokens {
    this.#refreshTokens ??= new RotatingTokens()
    return this.#refreshTokens
  }

  requestCount(path: string): number {
    return this.received.filter(({ url }) => this.#endpoint(url) === path).length
  }

  get tokenRequest(): { form: URLSearchParams; headers: Headers } {
    const request = this.received.filter(({ url }) => this.#endpoint(url) === '/token').at(-1)
    if (!request) throw new Error('The token endpoint received no request.')
    const { body, headers } = request.init
    return { form: new URLSearchParams(String(body)), headers: new Headers(headers) }
  }

  authorize(authorization: string | URL): URL {
    return this.#callback(new URL(authorization).searchParams, this.behaviour.callback)
  }

  deny(authorization: string | URL): URL {
    return this.#callback(new URL(authorization).searchParams, denied)
  }

  #callback(sent: URLSearchParams, change: Behaviour['callback']): URL {
    const pushed = this.#requests.get(sent.get('request_uri') ?? '')
    const params = pushed?.params ?? sent
    const isRefused = this.requires.includes('par') && !pushed
    const code = crypto.randomUUID()
    this.#requests.set(code, { params, user: this.#hintedUser(params) })
    const callback = new URL(params.get('redirect_uri') ?? '')
    const state = params.get('state')
    const outcome: Record<string, string> = isRefused ? { error: 'invalid_request' } : { code }
    const response = new URLSearchParams({
      ...outcome,
      iss: this.issuer,
      ...(state !== null && { state }),
    })
    callback.search = change(response).toString()
    return callback
  }

  #hintedUser(params: URLSearchParams): UserClaims | undefined {
    const hint = params.get('login_hint')
    return this.users.find(({ sub, email }) => hint !== null && (sub === hint || email === hint))
  }

  readonly fetch = async (requestUrl: string, init: RequestInit): Promise<Response> => {
    const url = new URL(requestUrl)
    this.received.push({ url, init })
    const replacement = await this.behaviour.respond({ url, init })
    if (replacement) return replacement
    const form = (): URLSearchParams => new URLSearchParams(String(init.body))
    switch (this.#endpoint(url)) {
      case '/.well-known/openid-configuration':
        return Response.json(this.behaviour.discovery(this.#metadata()))
      case '/jwks':
        return Response.json({ keys: this.behaviour.keys(this.keys.map(({ jwk }) => jwk)) })
      case '/par':
        return this.#push(form(), new Headers(init.headers))
      case '/token':
        if (this.requires.includes('dpop') && !(await hasProof(url, init)))
          return refused('invalid_dpop_proof')
        return this.#token(form(), new Headers(init.headers))
      case '/userinfo':
        return this.#userinfo(new Headers(init.headers))
      case '/revoke':
        return this.#revoke(form(), new Headers(init.headers))
      default:
        return new Response('not found', { status: 404 })
    }
  }

  async handler(request: Request): Promise<Response> {
    const { url, method, headers, signal } = request
    if (this.#endpoint(new URL(url)) === '/authorize') {
      return Response.redirect(this.consents ? this.authorize(url) : this.deny(url))
    }
    const body = method === 'POST' ? await request.text() : null
    return this.fetch(url, { method, headers, body, signal })
  }

  async sign(claims: UserClaims | string, header: Partial<SignedHeader> = {}): Promise<string> {
    const [{ alg, kid, privateKey }] = this.keys
    const payload = typeof claims === 'string' ? claims : JSON.stringify(claims)
    // In jsdom, `TextEncoder` belongs to Node.js and `Uint8Array` does not: `jose` would reject the bytes.
    return new CompactSign(Uint8Array.from(new TextEncoder().encode(payload)))
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header })
      .sign(this.behaviour.signingKey ?? privateKey, { crit: { x: true } })
  }

  async logoutRequest(url: string | URL, claims?: UserClaims): Promise<Request> {
    const { sub, sid } = this.user
    const now = Math.floor(this.clock() / 1000)
    const token = await this.sign(
      {
        ...(claims ?? { sub, ...(sid !== undefined && { sid }) }),
        iss: this.issuer,
        aud: this.client.id,
        iat: now,
        exp: now + TOKEN_AGE_SECONDS,
        jti: crypto.randomUUID(),
        events: { [LOGOUT_EVENT]: {} },
      },
      { typ: 'logout+jwt' },
    )
    return new Request(url, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })
  }

  /** The issuer without a slash at its end. */
  get #base(): string {
    return this.issuer.replace(/\/$/, '')
  }

  /** The path of a URL below the issuer. */
  #endpoint({ pathname }: URL): string {
    const base = new URL(this.#base).pathname
    return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  }

  #metadata(): Record<string, unknown> {
    const base = this.#base
    return {
      issuer: this.issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/jwks`,
      id_token_signing_alg_values_supported: [...new Set(['RS256', ...this.keys.map(({ alg }) => alg)])],
      authorization_response_iss_parameter_supported: true,
      ...(this.#refreshTokens && {
        end_session_endpoint: `${base}/logout`,
        revocation_endpoint: `${base}/revoke`,
      }),
      ...(this.requires.includes('par') && {
        pushed_authorization_request_endpoint: `${base}/par`,
        require_pushed_authorization_requests: true,
      }),
      ...(this.requires.includes('dpop') && { dpop_signing_alg_values_supported: ['ES256'] }),
    }
  }

  /** @see https://www.rfc-editor.org/rfc/rfc9126.html#section-2 */
  async #push(params: URLSearchParams, headers: Headers): Promise<Response> {
    if (!(await isFromClient(this.client, params, headers, this.issuer))) return refused('invalid_client')
    const request_uri = `urn:ietf:params:oauth:request_uri:${crypto.randomUUID()}`
    this.#requests.set(request_uri, { params, user: undefined })
    return Response.json({ request_uri, expires_in: 60 }, { status: 201 })
  }

  async #token(form: URLSearchParams, headers: Headers): Promise<Response> {
    if (this.#refreshTokens && form.get('grant_type') === 'refresh_token') {
      if (!(await isFromClient(this.client, form, headers, this.issuer))) return refused('invalid_client')
      const refreshToken = form.get('refresh_token') ?? ''
      const tokens = this.#refreshTokens.redeem(refreshToken)
      if (!tokens) return refused('invalid_grant')
      this.#issue(tokens, this.#hintedUsers.get(refreshToken))
      return Response.json(this.behaviour.token(this.#response(tokens)))
    }
    const code = form.get('code') ?? ''
    const authorization = this.#requests.get(code)
    this.#requests.delete(code)
    const refusal = authorization ? await this.#refusal(form, headers, authorization) : 'invalid_grant'
    if (!authorization || refusal) return refused(refusal ?? 'invalid_grant')
    const hinted = authorization.user
    const user = hinted ?? this.user
    const id_token = await this.#idToken(authorization.params, user)
    const tokens = this.#refreshTokens?.issue(String(user['sub'])) ?? {
      access_token: hinted ? crypto.randomUUID() : this.accessToken,
    }
    this.#issue(tokens, hinted)
    this.issued.push(id_token)
    return Response.json(this.behaviour.token(this.#response({ ...tokens, scope: 'openid', id_token })))
  }

  #issue({ access_token, refresh_token }: TokenPair, hinted: UserClaims | undefined): void {
    this.#accessTokens.add(access_token)
    this.issued.push(access_token)
    if (!hinted) return
    this.#hintedUsers.set(access_token, hinted)
    if (refresh_token !== undefined) this.#hintedUsers.set(refresh_token, hinted)
  }

  /** @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2.1 */
  async #revoke(form: URLSearchParams, headers: Headers): Promise<Response> {
    if (!(await isFromClient(this.client, form, headers, this.issuer))) return refused('invalid_client')
    this.#refreshTokens?.revoke(form.get('token') ?? '')
    return new Response(null)
  }

  #response(tokens: object): Record<string, unknown> {
    const token_type = this.requires.includes('dpop') ? 'DPoP' : 'Bearer'
    return { token_type, expires_in: TOKEN_AGE_SECONDS, ...tokens }
  }

  async #idToken(authorization: URLSearchParams, user: UserClaims): Promise<string> {
    const now = Math.floor(this.clock() / 1000)
    const claims = this.behaviour.claims({
      ...user,
      iss: this.issuer,
      aud: authorization.get('client_id'),
      iat: now,
      exp: now + TOKEN_AGE_SECONDS,
      ...(authorization.has('nonce') && { nonce: authorization.get('nonce') }),
    })
    const [{ alg, kid }] = this.keys
    const header = this.behaviour.header({ alg, ...(kid !== undefined && { kid }) })
    const token = await this.sign(this.behaviour.payload(JSON.stringify(claims)), header)
    return this.behaviour.idToken(token)
  }

  #userinfo(headers: Headers): Response {
    const [, sent = ''] = /^(?:Bearer|DPoP) (.+)$/.exec(headers.get('authorization') ?? '') ?? []
    if (!this.#accessTokens.has(sent) || this.#refreshTokens?.isRevoked(sent))
      return Response.json({ error: 'invalid_token' }, { status: 401 })
    return Response.json(this.behaviour.userinfo(this.#hintedUsers.get(sent) ?? this.user))
  }

  /** The error code for a token request that does not fit its authorization request; `undefined` if it does. */
  async #refusal(
    form: URLSearchParams,
    headers: Headers,
    { params }: AuthorizationRequest,
  ): Promise<string | undefined> {
    if (!(await isFromClient(this.client, form, headers, this.issuer))) return 'invalid_client'
    if (form.get('redirect_uri') !== params.get('redirect_uri')) return 'invalid_grant'
    const challenge = params.get('code_challenge')
    const verifier = form.get('code_verifier')
    // RFC 9700, section 2.1.1: if only the verifier was sent, an attacker may have removed the challenge.
    if (challenge === null) return verifier === null ? undefined : 'invalid_grant'
    return (await sha256Base64url(verifier ?? '')) === challenge ? undefined : 'invalid_grant'
  }
}

/** An authorization request, which is stored by its code or its `request_uri`. */
interface AuthorizationRequest {
  readonly params: URLSearchParams
  /** The user that `login_hint` selects. `undefined`: `IdentityProvider.user` at the time of the token request. */
  readonly user: UserClaims | undefined
}

interface TokenPair {
  readonly access_token: string
  readonly refresh_token?: string
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
function refused(error: string): Response {
  return Response.json({ error }, { status: 400 })
}
