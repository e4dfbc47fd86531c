import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { canonicalIssuer } from './issuer-aliases.js'

export const ACCOUNT_ID_SEPARATOR = '|'

/**
 * Returns the id of an account. It contains the issuer if the tokens may have several issuers, because `sub`
 * is unique only within an issuer.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimStability
 */
export function accountId(provider: ReadyOAuthProvider, issuer: unknown, subject: string): string {
  if (provider.tokenIssuer === undefined) return subject
  return `${provider.issuerAliases ? canonicalIssuer(provider, issuer) : issuer}${ACCOUNT_ID_SEPARATOR}${subject}`
}
