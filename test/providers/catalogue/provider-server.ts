import type { OAuthFixture } from './fixture.js'

/**
 * A simulated provider, reached through `fetch`. It refuses everything that the provider's documentation does not
 * allow.
 */
export class ProviderServer {
  /** Responses to the next profile requests, instead of those of the fixture. */
  profile: Readonly<Record<string, unknown>> | undefined
  /** The client secret that is registered. */
  secret: string
  /** The client id that is registered. */
  clientId: string
  readonly #fixture: OAuthFixture
  #authorization: URLSearchParams | undefined

  constructor(fixture: OAuthFixture) {
    this.#fixture = fixture
    this.secret = given(fixture.provider.clientSecret)
    this.clientId = given(fixture.provider.clientId)
  }

  /** The callback request after the user has agreed at `authorization`. */
  consent(authorization: URL): URL {
    this.#authorization = authorization.searchParams
    return this.#callback({ code: 'code', ...this.#fixture.callback })
  }

  /** The callback request after the user has declined. */
  decline(authorization: URL): URL {
    this.#authorization = authorization.searchParams
    return this.#callback({ error: 'access_denied' })
  }

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const { token, userinfo, readTokenRequest } = this.#fixture
    const headers = new Headers(init.headers)
    // According to their documentation, Reddit and GitHub refuse clients without a `User-Agent`. The check does no harm
    // for others.
    if (!headers.get('user-agent')) return Response.json({ error: 'No user agent.' }, { status: 403 })
    const url = new URL(address)
    const form = new URLSearchParams(init.body === undefined ? '' : String(init.body))
    if (readTokenRequest && url.origin + url.pathname === token)
      return this.#token(readTokenRequest(url, form), headers)
    if (address === token) return this.#token(form, headers)
    const request = `${init.method ?? 'GET'} ${address}`
    if (!Object.hasOwn(userinfo, request)) return Response.json({ error: `No ${request}.` }, { status: 404 })
    const { authorizationHeader = 'Bearer access-token' } = this.#fixture
    if (headers.get('authorization') !== (authorizationHeader || null)) {
      return Response.json({ error: 'invalid_token' }, { status: 401 })
    }
    const { userinfoForm } = this.#fixture
    if (userinfoForm && form.toString() !== new URLSearchParams(userinfoForm).toString()) {
      return Response.json({ error: 'invalid_request' }, { status: 400 })
    }
    return Response.json(this.profile ?? userinfo[request])
  }

  #callback(params: Record<string, string>): URL {
    const authorization = given(this.#authorization)
    const callback = new URL(given(authorization.get('redirect_uri')))
    callback.search = new URLSearchParams({ ...params, state: given(authorization.get('state')) }).toString()
    return callback
  }

  async #token(form: URLSearchParams, headers: Headers): Promise<Response> {
    const error = !this.#isClient(form, headers)
      ? 'invalid_client'
      : (await this.#isGrant(form))
        ? undefined
        : 'invalid_grant'
    const { refusal } = this.#fixture
    if (error === 'invalid_client' && refusal) return Response.json(refusal)
    if (error) return Response.json({ error }, { status: error === 'invalid_client' ? 401 : 400 })
    const { tokens } = this.#fixture
    const owner = this.profile && tokens?.['owner'] ? { owner: { type: 'user', user: this.profile } } : {}
    return Response.json({ access_token: 'access-token', token_type: 'Bearer', ...tokens, ...owner })
  }

  #isClient(form: URLSearchParams, headers: Headers): boolean {
    const { authenticatesBy } = this.#fixture
    const basic = headers.get('authorization')
    if (authenticatesBy === 'basic') {
      return basic === `Basic ${btoa(`${this.clientId}:${this.secret}`)}` && !form.has('client_secret')
    }
    const secret = authenticatesBy === 'post' ? this.secret : null
    return basic === null && form.get('client_id') === this.clientId && form.get('client_secret') === secret
  }

  async #isGrant(form: URLSearchParams): Promise<boolean> {
    const authorization = given(this.#authorization)
    const challenge = authorization.get('code_challenge')
    const verifier = form.get('code_verifier')
    if ((challenge === null) !== (verifier === null)) return false
    if (challenge !== null && challenge !== (await s256(given(verifier)))) return false
    return (
      form.get('grant_type') === 'authorization_code' &&
      form.get('code') === 'code' &&
      form.get('redirect_uri') === authorization.get('redirect_uri')
    )
  }
}

async function s256(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(digest).toString('base64url')
}

function given<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new Error('The request lacks a value that every sign-in has.')
  return value
}
