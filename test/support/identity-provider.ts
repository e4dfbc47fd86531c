import { CompactSign } from 'jose'
import {
  type Behaviour,
  type ReceivedRequest,
  type SignedHeader,
  wellBehaved,
} from './identity-provider/behaviour.js'
import { isFromClient, type RegisteredClient } from './identity-provider/registered-client.js'
import { firstKey, type SigningKey } from './identity-provider/signing-key.js'

export type { Behaviour, ReceivedRequest } from './identity-provider/behaviour.js'

/** An OpenID Provider in process, reached through `fetch`; it really signs, and checks PKCE and the client. */
export class IdentityProvider {
  readonly received: ReceivedRequest[] = []
  /** Every returned token. */
  readonly issued: string[] = []
  behaviour: Behaviour = { ...wellBehaved }
  client: RegisteredClient = { id: 'client', method: 'client_secret_basic', secret: 's-e_c.r*et' }
  accessToken = 'at'
  /** In milliseconds since 1970. */
  clock: () => number = Date.now
  person: Record<string, unknown> = {
    sub: 'ada',
    name: 'Ada Lovelace',
    email: 'Ada@Example.com',
    email_verified: true,
    picture: 'https://idp.test/ada.png',
  }
  readonly #codes = new Map<string, URLSearchParams>()

  private constructor(
    /** The first signs. */
    public keys: readonly [SigningKey, ...SigningKey[]],
    readonly issuer: string,
  ) {}

  static async start(issuer = 'https://idp.test'): Promise<IdentityProvider> {
    return new IdentityProvider([await firstKey], issuer)
  }

  misbehave(behaviour: Partial<Behaviour>): void {
    this.behaviour = { ...wellBehaved, ...behaviour }
  }

  /** How often an endpoint was requested. */
  asked(path: string): number {
    return this.received.filter(({ url }) => url.pathname === path).length
  }

  /** The form and headers of the last token request. */
  get tokenRequest(): { form: URLSearchParams; headers: Headers } {
    const request = this.received.filter(({ url }) => url.pathname === '/token').at(-1)
    if (!request) throw new Error('The token endpoint was not asked.')
    const { body, headers } = request.init
    return { form: new URLSearchParams(String(body)), headers: new Headers(headers) }
  }

  /** What the browser brings back after the person agreed to `authorization`. */
  authorize(authorization: URL): URL {
    const code = crypto.randomUUID()
    this.#codes.set(code, authorization.searchParams)
    const callback = new URL(authorization.searchParams.get('redirect_uri') ?? '')
    const state = authorization.searchParams.get('state')
    const params = new URLSearchParams({ code, iss: this.issuer, ...(state !== null && { state }) })
    callback.search = this.behaviour.callback(params).toString()
    return callback
  }

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address)
    this.received.push({ url, init })
    const instead = await this.behaviour.respond({ url, init })
    if (instead) return instead
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return Response.json(this.behaviour.discovery(this.#discovery()))
      case '/jwks':
        return Response.json({ keys: this.behaviour.keys(this.keys.map(({ jwk }) => jwk)) })
      case '/token':
        return this.#token(new URLSearchParams(String(init.body)), new Headers(init.headers))
      case '/userinfo':
        return this.#userinfo(new Headers(init.headers))
      default:
        return new Response('not found', { status: 404 })
    }
  }

  /** Signs claims, or a string that may be no claims at all, as the provider signs its tokens. */
  async sign(claims: Record<string, unknown> | string, header: Partial<SignedHeader> = {}): Promise<string> {
    const [{ alg, kid, privateKey }] = this.keys
    const payload = typeof claims === 'string' ? claims : JSON.stringify(claims)
    return new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header })
      .sign(this.behaviour.signingKey ?? privateKey, { crit: { x: true } })
  }

  #discovery(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      id_token_signing_alg_values_supported: [...new Set(['RS256', ...this.keys.map(({ alg }) => alg)])],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async #token(form: URLSearchParams, headers: Headers): Promise<Response> {
    const authorization = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const refusal = authorization ? await this.#refusal(form, headers, authorization) : 'invalid_grant'
    if (!authorization || refusal) return Response.json({ error: refusal }, { status: 400 })
    const id_token = await this.#idToken(authorization)
    this.issued.push(this.accessToken, id_token)
    return Response.json(
      this.behaviour.token({
        access_token: this.accessToken,
        token_type: 'Bearer',
        expires_in: 300,
        scope: 'openid',
        id_token,
      }),
    )
  }

  async #idToken(authorization: URLSearchParams): Promise<string> {
    const now = Math.floor(this.clock() / 1000)
    const claims = this.behaviour.claims({
      ...this.person,
      iss: this.issuer,
      aud: authorization.get('client_id'),
      iat: now,
      exp: now + 300,
      ...(authorization.has('nonce') && { nonce: authorization.get('nonce') }),
    })
    const [{ alg, kid }] = this.keys
    const header = this.behaviour.header({ alg, ...(kid !== undefined && { kid }) })
    const token = await this.sign(this.behaviour.payload(JSON.stringify(claims)), header)
    return this.behaviour.idToken(token)
  }

  #userinfo(headers: Headers): Response {
    const isIssued = this.issued.some((token) => headers.get('authorization') === `Bearer ${token}`)
    if (!isIssued) return Response.json({ error: 'invalid_token' }, { status: 401 })
    return Response.json(this.behaviour.userinfo(this.person))
  }

  async #refusal(
    form: URLSearchParams,
    headers: Headers,
    sent: URLSearchParams,
  ): Promise<string | undefined> {
    if (!(await isFromClient(this.client, form, headers, this.issuer))) return 'invalid_client'
    if (form.get('redirect_uri') !== sent.get('redirect_uri')) return 'invalid_grant'
    const challenge = sent.get('code_challenge')
    const verifier = form.get('code_verifier')
    // RFC 9700, section 2.1.1: a verifier without a challenge is a challenge that an attacker removed.
    if (challenge === null) return verifier === null ? undefined : 'invalid_grant'
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier ?? ''))
    return Buffer.from(digest).toString('base64url') === challenge ? undefined : 'invalid_grant'
  }
}
