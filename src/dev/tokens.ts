import type { LocalServerContext } from '../providers/kinds/local-server.js'
import { createSealer, type Sealer } from '../runtime/core/crypto/sealer.js'
import { idTokenSigner } from './id-token.js'
import type { ServerOptions } from './options.js'

const TOKEN_AGE_SECONDS = 3_600

/** 30 days. */
const REFRESH_AGE_SECONDS = 30 * 24 * 3_600

export interface Grant {
  readonly user: Record<string, unknown>
  readonly scope: string
  readonly nonce: string | undefined
  /** In seconds since 1970. */
  readonly authTime: number
}

export interface Tokens {
  respond(grant: Grant): Promise<Response>
  refresh(refreshToken: string): Promise<Response>
  userinfo(headers: Headers): Promise<Response>
  jwks(): Promise<object>
}

export function sealerFor(kind: string, id: string, { secrets, clock }: LocalServerContext): Sealer {
  return createSealer({ secrets, purpose: `development ${kind}`, audience: id, clock })
}

/**
 * Creates and checks the tokens of the development provider. The process that signs an ID token also verifies it in the
 * same request, so each process can have a different signing key.
 */
export function createTokens(
  { id, issuer, clientId, type }: ServerOptions,
  context: LocalServerContext,
): Tokens {
  const accessTokens = sealerFor('access token', id, context)
  const refreshTokens = sealerFor('refresh token', id, context)
  const idTokens = idTokenSigner()

  async function idToken({ user, nonce, authTime }: Grant, accessToken: string): Promise<string> {
    const now = Math.floor(context.clock() / 1000)
    const claims = {
      ...user,
      sub: subjectOf(user),
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + TOKEN_AGE_SECONDS,
      auth_time: authTime,
      ...(nonce !== undefined && { nonce }),
    }
    return idTokens.sign(claims, accessToken)
  }

  async function respond(grant: Grant): Promise<Response> {
    const { user, scope, authTime } = grant
    const sealed = { user, scope, authTime }
    const accessToken = await accessTokens.seal(sealed, TOKEN_AGE_SECONDS)
    const isOffline = scope.split(' ').includes('offline_access')
    return Response.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_AGE_SECONDS,
      scope,
      ...(type === 'oidc' && { id_token: await idToken(grant, accessToken) }),
      ...(isOffline && { refresh_token: await refreshTokens.seal(sealed, REFRESH_AGE_SECONDS) }),
    })
  }

  return {
    respond,
    async refresh(refreshToken) {
      const grant = (await refreshTokens.open(refreshToken)) as Grant | null
      return grant ? respond({ ...grant, nonce: undefined }) : tokenError('invalid_grant')
    },
    async userinfo(headers) {
      const [, token = ''] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
      const grant = (await accessTokens.open(token)) as Grant | null
      if (!grant) return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      return Response.json(type === 'oidc' ? { ...grant.user, sub: subjectOf(grant.user) } : grant.user)
    },
    jwks: () => idTokens.jwks(),
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
export function tokenError(error: string): Response {
  return Response.json({ error }, { status: 400 })
}

/** The subject of a profile. Profiles use different names for it. */
function subjectOf({ sub, id, email, name }: Record<string, unknown>): string {
  return String(sub ?? id ?? email ?? name)
}
