import type * as oauth from 'oauth4webapi'
import type { Clock } from '../../clock.js'
import { decodeBase64url, encodeBase64url, isBase64url } from '../../crypto/base64url.js'
import { CLOCK_TOLERANCE } from './client.js'
import type { Flow } from './flow-cookies.js'
import { parseStrictJson } from './strict-json.js'

/** Seconds that may pass between the issue of an ID token and its arrival, unless the client says otherwise. */
const MAX_AGE = 10 * 60

/** The last moment that a date can tell, in seconds since 1970. */
const MAX_TIME = 8_640_000_000_000

/** What an ID token came with. */
export interface IdTokenContext {
  readonly accessToken: string
  readonly clientId: string
  /** Seconds that may have passed since it was issued. */
  readonly maxAge: number | undefined
  readonly flow: Flow
  readonly clock: Clock
}

/**
 * Checks of an ID token what `oauth4webapi`, which has checked `iss`, `aud`, `exp`, `nbf`, `nonce` and
 * `auth_time`, leaves to its user. Throws for a token that must not be used.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.11
 */
export async function checkIdToken(
  token: string,
  claims: oauth.IDToken,
  { accessToken, clientId, maxAge = MAX_AGE, flow, clock }: IdTokenContext,
): Promise<void> {
  const header = readForm(token)
  const now = clock() / 1000
  const { sub, azp, iat, exp, acr, at_hash } = claims
  check(header.typ === undefined || isJwt(header.typ), '`typ` names another kind of token')
  check(/^[\x20-\x7e]{1,255}$/.test(sub), '`sub` must be 1 to 255 ASCII characters')
  check(azp === undefined || azp === clientId, '`azp` names another client')
  check(exp <= MAX_TIME, '`exp` is no time')
  check(iat <= now + CLOCK_TOLERANCE, '`iat` lies in the future')
  check(iat >= now - maxAge - CLOCK_TOLERANCE, '`iat` lies too far in the past')
  const requested = flow.acrValues?.split(' ')
  check(!requested || requested.includes(String(acr)), '`acr` is none of the values that were asked for')
  check(
    at_hash === undefined || at_hash === (await accessTokenHash(accessToken, header.alg)),
    '`at_hash` belongs to another access token',
  )
}

interface Header {
  readonly alg: string
  readonly typ?: unknown
}

/** The header of a token that everybody reads in the same way. */
function readForm(token: string): Header {
  const parts = token.split('.')
  check(
    parts.length === 3 && parts.every((part) => part !== '' && isBase64url(part)),
    'it is not a compact JWS',
  )
  const [header = '', payload = ''] = parts
  parseStrictJson(decodeBase64url(payload))
  return parseStrictJson(decodeBase64url(header)) as Header
}

function isJwt(typ: unknown): boolean {
  return typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ)
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
async function accessTokenHash(accessToken: string, alg: string): Promise<string> {
  const bits = /^Ed/.test(alg) ? '512' : alg.slice(-3)
  const digest = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(accessToken))
  return encodeBase64url(new Uint8Array(digest, 0, digest.byteLength / 2))
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`The ID token cannot be used: ${what}.`)
}
