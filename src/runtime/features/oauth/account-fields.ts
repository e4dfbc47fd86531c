import type { Account, TokenSet } from '../../../model/account.js'
import type { Clock } from '../../core/base/clock.js'
import { functionThrew } from './errors.js'
import type { ReadyOAuthProvider } from './provider.js'

/** The latest time that fits into a 32-bit integer column, in the year 2038. */
const MAX_INTEGER_SECONDS = 2 ** 31 - 1

/**
 * Returns when an access token expires, in seconds since 1970. Many databases store this time in a 32-bit
 * column, but some tokens are valid for decades (ORCID: 20 years). So a later time is replaced by the latest
 * time that fits, until the current time itself does not fit.
 */
export function expiresAt({ expires_in, expires_at }: TokenSet, clock: Clock): Pick<Account, 'expires_at'> {
  const now = clock() / 1000
  const expiry = expires_in === undefined ? expires_at : Math.floor(now + expires_in)
  if (expiry === undefined) return {}
  return { expires_at: now < MAX_INTEGER_SECONDS ? Math.min(expiry, MAX_INTEGER_SECONDS) : expiry }
}

/**
 * Returns the granted scope. A provider may omit it if it is the same as the requested scope.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export function grantedScope({ scope }: TokenSet, requested: string | undefined): Pick<Account, 'scope'> {
  const granted = scope ?? requested
  return granted === undefined ? {} : { scope: granted }
}

/**
 * Returns the account to store. Leaves out `undefined`, which some databases cannot store, and standard
 * fields that are `null`, which count as absent.
 */
export function storedAccount(provider: ReadyOAuthProvider, account: Account): Account {
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } = account
  const standard = { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state }
  const selected = provider.account ? selectedFields(provider, account) : standard
  const defined = Object.entries(selected ?? {}).filter(
    ([name, value]) => value !== undefined && (value !== null || !(name in standard)),
  )
  const { provider: id, type, providerAccountId } = account
  return { ...Object.fromEntries(defined), provider: id, type, providerAccountId }
}

function selectedFields(provider: ReadyOAuthProvider, account: Account): object | undefined {
  try {
    return provider.account?.(account) ?? undefined
  } catch (error) {
    throw functionThrew('account', provider, error, [account])
  }
}
