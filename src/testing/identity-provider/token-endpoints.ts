import { type AuthorizationRequest, fitsRequest } from './authorization-request.js'
import type { IdentityProvider, UserClaims } from './contract.js'
import { type RefreshTokens, RotatingTokens } from './refresh-tokens.js'
import { isFromClient } from './registered-client.js'

/** Lifetime of tokens, in seconds. */
const TOKEN_AGE_SECONDS = 300

/** The part of a provider that its endpoints for tokens use. */
type TokenProvider = Pick<
  IdentityProvider,
  'accessToken' | 'behaviour' | 'client' | 'clock' | 'issuer' | 'keys' | 'requires' | 'sign' | 'user'
> & { readonly issued: string[] }

/** The endpoints that issue, accept and revoke tokens, and the tokens that they have issued. */
export class TokenEndpoints {
  readonly #provider: TokenProvider
  readonly #accessTokens = new Set<string>()
  /** The users that `login_hint` selected, by access token and refresh token. */
  readonly #hintedUsers = new Map<string, UserClaims>()
  #refreshTokens: RotatingTokens | undefined

  constructor(provider: TokenProvider) {
    this.#provider = provider
  }

  get hasRefreshTokens(): boolean {
    return this.#refreshTokens !== undefined
  }

  issueRefreshTokens(): RefreshTokens {
    this.#refreshTokens ??= new RotatingTokens()
    return this.#refreshTokens
  }

  /**
   * Responds to a token request.
   *
   * @param redeemCode - Returns the authorization request of a code, which cannot be used again.
   */
  async token(
    form: URLSearchParams,
    headers: Headers,
    redeemCode: (code: string) => AuthorizationRequest | undefined,
  ): Promise<Response> {
    if (this.#refreshTokens && form.get('grant_type') === 'refresh_token') {
      if (!(await this.#isFromClient(form, headers))) return refused('invalid_client')
      const refreshToken = form.get('refresh_token') ?? ''
      const tokens = this.#refreshTokens.redeem(refreshToken)
      if (!tokens) return refused('invalid_grant')
      this.#issue(tokens, this.#hintedUsers.get(refreshToken))
      return this.#response(tokens)
    }
    const authorization = redeemCode(form.get('code') ?? '')
    if (!authorization) return refused('invalid_grant')
    if (!(await this.#isFromClient(form, headers))) return refused('invalid_client')
    if (!(await fitsRequest(form, authorization))) return refused('invalid_grant')
    const hinted = authorization.user
    const user = hinted ?? this.#provider.user
    const id_token = await this.#idToken(authorization.params, user)
    const tokens = this.#refreshTokens?.issue(String(user['sub'])) ?? {
      access_token: hinted ? crypto.randomUUID() : this.#provider.accessToken,
    }
    this.#issue(tokens, hinted)
    this.#provider.issued.push(id_token)
    return this.#response({ ...tokens, scope: 'openid', id_token })
  }

  /** @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2.1 */
  async revoke(form: URLSearchParams, headers: Headers): Promise<Response> {
    if (!(await this.#isFromClient(form, headers))) return refused('invalid_client')
    this.#refreshTokens?.revoke(form.get('token') ?? '')
    return new Response(null)
  }

  userinfo(headers: Headers): Response {
    const [, sent = ''] = /^(?:Bearer|DPoP) (.+)$/.exec(headers.get('authorization') ?? '') ?? []
    if (!this.#accessTokens.has(sent) || this.#refreshTokens?.isRevoked(sent))
      return Response.json({ error: 'invalid_token' }, { status: 401 })
    const { behaviour, user } = this.#provider
    return Response.json(behaviour.userinfo(this.#hintedUsers.get(sent) ?? user))
  }

  #isFromClient(form: URLSearchParams, headers: Headers): Promise<boolean> {
    const { client, issuer } = this.#provider
    return isFromClient(client, form, headers, issuer)
  }

  #issue({ access_token, refresh_token }: TokenPair, hinted: UserClaims | undefined): void {
    this.#accessTokens.add(access_token)
    this.#provider.issued.push(access_token)
    if (!hinted) return
    this.#hintedUsers.set(access_token, hinted)
    if (refresh_token !== undefined) this.#hintedUsers.set(refresh_token, hinted)
  }

  #response(tokens: object): Response {
    const { behaviour, requires } = this.#provider
    const token_type = requires.includes('dpop') ? 'DPoP' : 'Bearer'
    return Response.json(behaviour.token({ token_type, expires_in: TOKEN_AGE_SECONDS, ...tokens }))
  }

  async #idToken(authorization: URLSearchParams, user: UserClaims): Promise<string> {
    const { behaviour, clock, issuer, keys } = this.#provider
    const now = Math.floor(clock() / 1000)
    const claims = behaviour.claims({
      ...user,
      iss: issuer,
      aud: authorization.get('client_id'),
      iat: now,
      exp: now + TOKEN_AGE_SECONDS,
      ...(authorization.has('nonce') && { nonce: authorization.get('nonce') }),
    })
    const [{ alg, kid }] = keys
    const header = behaviour.header({ alg, ...(kid !== undefined && { kid }) })
    const token = await this.#provider.sign(behaviour.payload(JSON.stringify(claims)), header)
    return behaviour.idToken(token)
  }
}

interface TokenPair {
  readonly access_token: string
  readonly refresh_token?: string
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function refused(error: string): Response {
  return Response.json({ error }, { status: 400 })
}
