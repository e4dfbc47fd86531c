import { CompactSign } from 'jose'
import { parseUrl } from '../../model/parse-url.js'
import type { AuthorizationRequest } from './authorization-request.js'
import { type Behaviour, type ReceivedRequest, type SignedHeader, wellBehaved } from './behaviour.js'
import type {
  IdentityProvider,
  IdentityProviderOptions,
  ProviderRequirement,
  UserClaims,
} from './contract.js'
import { provenKey } from './dpop.js'
import { denied, failing, type ProviderFailure } from './failures.js'
import type { Listener } from './listen.js'
import { logoutRequest } from './logout-request.js'
import { baseOf, metadataOf } from './metadata.js'
import type { RefreshTokens } from './refresh-tokens.js'
import { isFromClient, type RegisteredClient } from './registered-client.js'
import { type SigningKey, signingKey } from './signing-key.js'
import { refused, TokenEndpoints, unknownClient } from './token-endpoints.js'

const defaultUser: UserClaims = {
  sub: 'ada',
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  email_verified: true,
  picture: 'https://idp.test/ada.png',
}

export class OpenIdProvider implements IdentityProvider {
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
  /** The pushed authorization requests, by `request_uri`. */
  readonly #pushed = new Map<string, URLSearchParams>()
  readonly #codes = new Map<string, AuthorizationRequest>()
  readonly #tokens = new TokenEndpoints(this)
  #listener: Listener | undefined

  constructor(
    {
      issuer,
      users = [defaultUser],
      client = { id: 'client', method: 'client_secret_basic', secret: 's-e_c.r*et' },
      // The default is not `Date.now` itself, because a test may replace `Date` later.
      clock = () => Date.now(),
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
    // The module is loaded on demand, because other runtimes do not have the servers of Node.js.
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
    return this.#tokens.issueRefreshTokens()
  }

  requestCount(path: string): number {
    return this.received.filter(({ url }) => this.#endpoint(url) === path).length
  }

  get tokenRequest(): { form: URLSearchParams; headers: Headers } {
    const request = this.received.filter(({ url }) => this.#endpoint(url) === '/token').at(-1)
    if (!request)
      throw new Error(
        'The token endpoint received no request. Finish a sign-in before you read `tokenRequest`.',
      )
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
    const pushed = this.#pushed.get(sent.get('request_uri') ?? '')
    const params = pushed ?? sent
    const redirectUri = params.get('redirect_uri') ?? ''
    if (!parseUrl(redirectUri)) {
      throw new Error(
        'The authorization request has no valid `redirect_uri`, and no `request_uri` of a pushed request.',
      )
    }
    const isRefused = this.requires.includes('par') && !pushed
    const code = crypto.randomUUID()
    const hinted = this.#hintedUser(params)
    this.#codes.set(code, { params, user: hinted ?? this.user, isHinted: hinted !== undefined })
    const callback = new URL(redirectUri)
    const state = params.get('state')
    const outcome: Record<string, string> = isRefused ? { error: 'invalid_request' } : { code }
    const response = new URLSearchParams({
      ...outcome,
      iss: this.issuer,
      ...(state !== null && { state }),
    })
    // RFC 6749, section 3.1.2: the query of the redirect URI is kept.
    for (const [name, value] of change(response)) callback.searchParams.append(name, value)
    return callback
  }

  #hintedUser(params: URLSearchParams): UserClaims | undefined {
    const hint = params.get('login_hint')
    if (hint === null) return undefined
    return this.users.find(({ sub, email }) => sub === hint || email === hint)
  }

  readonly fetch = async (requestUrl: string, init: RequestInit): Promise<Response> => {
    const url = new URL(requestUrl)
    this.received.push({ url, init })
    const replacement = await this.behaviour.respond({ url, init })
    if (replacement) return replacement
    const form = (): URLSearchParams => new URLSearchParams(String(init.body))
    const headers = new Headers(init.headers)
    switch (this.#endpoint(url)) {
      case '/.well-known/openid-configuration':
        return Response.json(this.behaviour.discovery(metadataOf(this, this.#tokens.hasRefreshTokens)))
      case '/jwks':
        return Response.json({ keys: this.behaviour.keys(this.keys.map(({ jwk }) => jwk)) })
      case '/par':
        return this.#push(form(), headers)
      case '/token': {
        const requiresProof = this.requires.includes('dpop')
        const key = requiresProof ? await provenKey(url, init) : undefined
        if (requiresProof && key === undefined) return refused('invalid_dpop_proof')
        return this.#tokens.token(form(), headers, (code) => this.#redeem(code), key)
      }
      case '/userinfo':
        return this.#tokens.userinfo(url, init)
      case '/revoke':
        return this.#tokens.revoke(form(), headers)
      default:
        return new Response('not found', { status: 404 })
    }
  }

  async handler(request: Request): Promise<Response> {
    const { url, method, headers, signal } = request
    const { pathname, searchParams } = new URL(url)
    switch (this.#endpoint({ pathname })) {
      case '/authorize':
        return Response.redirect(this.consents ? this.authorize(url) : this.deny(url))
      case '/logout':
        return afterLogout(searchParams)
    }
    const body = method === 'POST' ? await request.text() : null
    return this.fetch(url, { method, headers, body, signal })
  }

  async sign(claims: UserClaims | string, header: Partial<SignedHeader> = {}): Promise<string> {
    const payload = typeof claims === 'string' ? claims : JSON.stringify(claims)
    return this.signPayload(payload, { ...this.header(), ...header })
  }

  header(): SignedHeader {
    const [{ alg, kid }] = this.keys
    return { alg, ...(kid !== undefined && { kid }) }
  }

  async signPayload(payload: string, header: SignedHeader): Promise<string> {
    const { crit } = header
    // `jose` refuses to sign a critical parameter that is not listed as recognized.
    const recognized = Object.fromEntries(Array.isArray(crit) ? crit.map((name) => [name, true]) : [])
    // In jsdom, `TextEncoder` creates the `Uint8Array` of Node.js, which `jose` would reject.
    return new CompactSign(Uint8Array.from(new TextEncoder().encode(payload)))
      .setProtectedHeader(header)
      .sign(this.behaviour.signingKey ?? this.keys[0].privateKey, { crit: recognized })
  }

  async logoutRequest(url: string | URL, claims?: UserClaims): Promise<Request> {
    return logoutRequest(this, url, claims)
  }

  #endpoint({ pathname }: Pick<URL, 'pathname'>): string {
    const base = new URL(baseOf(this)).pathname
    return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  }

  /** @see https://www.rfc-editor.org/rfc/rfc9126.html#section-2 */
  async #push(params: URLSearchParams, headers: Headers): Promise<Response> {
    if (!(await isFromClient(this.client, params, headers, this.issuer))) return unknownClient(headers)
    const request_uri = `urn:ietf:params:oauth:request_uri:${crypto.randomUUID()}`
    this.#pushed.set(request_uri, params)
    return Response.json({ request_uri, expires_in: 60 }, { status: 201 })
  }

  #redeem(code: string): AuthorizationRequest | undefined {
    const request = this.#codes.get(code)
    this.#codes.delete(code)
    return request
  }
}

/** @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout */
function afterLogout(params: URLSearchParams): Response {
  const target = parseUrl(params.get('post_logout_redirect_uri') ?? '')
  if (!target) return new Response('You are signed out.')
  const state = params.get('state')
  if (state !== null) target.searchParams.append('state', state)
  return Response.redirect(target)
}
