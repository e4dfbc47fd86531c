import { type AuthorizationRequest, fitsRequest } from './authorization-request.js'
import type { SignedHeader } from './behaviour.js'
import type { IdentityProvider, UserClaims } from './contract.js'
import { provenKey } from './dpop.js'
import { type RefreshTokens, RotatingTokens } from './refresh-tokens.js'
import { isFromClient } from './registered-client.js'

const TOKEN_AGE_SECONDS = 300

type TokenProvider = Pick<IdentityProvider, 'accessToken' | 'behaviour' | 'client' | 'clock' | 'issuer'> & {
  readonly issued: string[]
  header(): SignedHeader
  signPayload(payload: string, header: SignedHeader): Promise<string>
}

export class TokenEndpoints {
  readonly #provider: TokenProvider
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #users = new Map<string, UserClaims>()
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

  /** @param key - Thumbprint of the key that the tokens are bound to. */
  async token(
    form: URLSearchParams,
    headers: Headers,
    redeemCode: (code: string) => AuthorizationRequest | undefined,
    key: string | undefined,
  ): Promise<Response> {
    const { client, issuer } = this.#provider
    if (!(await isFromClient(client, form, headers, issuer))) return unknownClient(headers)
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#redeem(form, redeemCode(form.get('code') ?? ''), key)
      case 'refresh_token':
        return this.#refresh(form.get('refresh_token') ?? '', key)
      case null:
        return refused('invalid_request')
      default:
        return refused('unsupported_grant_type')
    }
  }

  async #redeem(
    form: URLSearchParams,
    authorization: AuthorizationRequest | undefined,
    key: string | undefined,
  ): Promise<Response> {
    if (!authorization || !(await fitsRequest(form, authorization))) return refused('invalid_grant')
    const { params, user, isHinted } = authorization
    const id_token = await this.#idToken(params, user)
    const tokens = this.#refreshTokens?.issue(String(user['sub'])) ?? {
      access_token: isHinted ? crypto.randomUUID() : this.#provider.accessToken,
    }
    this.#issue(tokens, user, key)
    this.#provider.issued.push(id_token)
    return this.#response({ ...tokens, scope: 'openid', id_token }, key)
  }

  #refresh(refreshToken: string, key: string | undefined): Response {
    const tokens = this.#refreshTokens?.redeem(refreshToken)
    const user = this.#users.get(refreshToken)
    if (!tokens || !user) return refused('invalid_grant')
    this.#issue(tokens, user, key)
    return this.#response(tokens, key)
  }

  /** @see https://www.rfc-editor.org/rfc/rfc7009.html#section-2.1 */
  async revoke(form: URLSearchParams, headers: Headers): Promise<Response> {
    const { client, issuer } = this.#provider
    if (!(await isFromClient(client, form, headers, issuer))) return unknownClient(headers)
    this.#refreshTokens?.revoke(form.get('token') ?? '')
    return new Response(null)
  }

  /** @see https://www.rfc-editor.org/rfc/rfc9449.html#section-7.1 */
  async userinfo(url: URL, init: RequestInit): Promise<Response> {
    const authorization = new Headers(init.headers).get('authorization') ?? ''
    const [, scheme, sent = ''] = /^(Bearer|DPoP) (.+)$/i.exec(authorization) ?? []
    const token = this.#accessTokens.get(sent)
    const expected = token?.key === undefined ? 'Bearer' : 'DPoP'
    const isRevoked = this.#refreshTokens?.isRevoked(sent)
    if (!token || isRevoked || scheme?.toLowerCase() !== expected.toLowerCase()) {
      return noAccess(expected, 'invalid_token')
    }
    if (token.key !== undefined && (await provenKey(url, init, sent)) !== token.key) {
      return noAccess(expected, 'invalid_dpop_proof')
    }
    return Response.json(this.#provider.behaviour.userinfo(token.user))
  }

  #issue({ access_token, refresh_token }: TokenPair, user: UserClaims, key: string | undefined): void {
    this.#accessTokens.set(access_token, { user, key })
    this.#provider.issued.push(access_token)
    if (refresh_token !== undefined) this.#users.set(refresh_token, user)
  }

  #response(tokens: object, key: string | undefined): Response {
    const { behaviour } = this.#provider
    const token_type = key === undefined ? 'Bearer' : 'DPoP'
    return Response.json(behaviour.token({ token_type, expires_in: TOKEN_AGE_SECONDS, ...tokens }))
  }

  async #idToken(authorization: URLSearchParams, user: UserClaims): Promise<string> {
    const { behaviour, clock, issuer } = this.#provider
    const now = Math.floor(clock() / 1000)
    const claims = behaviour.claims({
      ...user,
      iss: issuer,
      aud: authorization.get('client_id'),
      iat: now,
      exp: now + TOKEN_AGE_SECONDS,
      ...(authorization.has('nonce') && { nonce: authorization.get('nonce') }),
    })
    const header = behaviour.header(this.#provider.header())
    const token = await this.#provider.signPayload(behaviour.payload(JSON.stringify(claims)), header)
    return behaviour.idToken(token)
  }
}

interface AccessToken {
  readonly user: UserClaims
  /** Thumbprint of the key that the token is bound to. */
  readonly key: string | undefined
}

interface TokenPair {
  readonly access_token: string
  readonly refresh_token?: string
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function refused(error: string): Response {
  return Response.json({ error }, { status: 400 })
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function unknownClient(sent: Headers): Response {
  const headers = new Headers(sent.has('authorization') ? { 'www-authenticate': 'Basic realm="idp"' } : {})
  return Response.json({ error: 'invalid_client' }, { status: 401, headers })
}

/** @see https://www.rfc-editor.org/rfc/rfc6750.html#section-3 */
function noAccess(scheme: 'Bearer' | 'DPoP', error: string): Response {
  const headers = { 'www-authenticate': `${scheme} error="${error}"` }
  return Response.json({ error }, { status: 401, headers })
}
