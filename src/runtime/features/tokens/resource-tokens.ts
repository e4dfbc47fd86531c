import type { AdapterAccount } from '../../../adapters/contract.js'
import { InvalidProvider } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import { createSealer, type Sealer } from '../../core/crypto/sealer.js'
import { tagsOf } from './account-store-keys.js'

/** Lifetime that is assumed for a token without an expiry. */
const ASSUMED_LIFETIME_SECONDS = 60 * 60

/** The fields that replace those of the account. */
type ResourceToken = Pick<AdapterAccount, 'access_token' | 'expires_at' | 'scope' | 'token_type'>

interface Parts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly clock: Clock
  readonly logger: LoggerInstance
}

/**
 * Throws if the resource is not an absolute URI without a fragment.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2
 */
export function requireResource(resource: string): void {
  if (parseUrl(resource) && !resource.includes('#')) return
  throw new InvalidProvider('`resource` must be an absolute URI without a fragment.')
}

/**
 * Returns the account with the access token for the resource, or without an access token if none is stored.
 *
 * The database has no columns for these tokens, so all tokens for resources of an account are one sealed value
 * in the store. The value is ignored if the granted scopes have changed since.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2.2
 */
export async function withResourceToken(
  account: AdapterAccount,
  resource: string,
  parts: Parts,
): Promise<AdapterAccount> {
  const { access_token: usual, expires_at: _, token_type: __, ...others } = account
  // Tokens for resources may still be in the store after the tokens of the account were rejected or revoked.
  const stored = usual || account.refresh_token ? await storedTokens(account, parts) : undefined
  return { ...others, ...stored?.get(resource) }
}

/**
 * Stores the access token for a resource. A failure of the store is only logged, and the next call requests
 * another token.
 */
export async function keepResourceToken(
  account: AdapterAccount,
  token: ResourceToken,
  resource: string,
  parts: Parts,
): Promise<void> {
  const { access_token, expires_at, scope, token_type } = token
  const now = Math.floor(parts.clock() / 1000)
  const ends = expires_at ?? now + ASSUMED_LIFETIME_SECONDS
  if (ends <= now) return
  try {
    const key = await keyOf(account, parts)
    const tokens = await storedTokens(account, parts)
    const added = { access_token, expires_at, ...(scope !== undefined && { scope }), token_type, ends }
    const all = [...tokens.set(resource, added)]
    const ttl = Math.max(...all.map(([, each]) => each.ends)) - now
    const value = { granted: account.scope ?? '', tokens: all }
    await parts.store.set(key, await sealerOf(key, parts).seal(value, ttl), ttl)
  } catch (error) {
    parts.logger.error(asError(error))
  }
}

export async function forgetResourceTokens(account: AdapterAccount, parts: Parts): Promise<void> {
  try {
    for (const key of await keysOf(account, parts)) await parts.store.consume(key)
  } catch (error) {
    parts.logger.error(asError(error))
  }
}

/** Maps each resource to its token. `ends` is in seconds since 1970. */
type ResourceTokens = Map<string, ResourceToken & { readonly ends: number }>

async function storedTokens(account: AdapterAccount, parts: Parts): Promise<ResourceTokens> {
  const key = await keyOf(account, parts)
  const value = await parts.store.get(key)
  const opened = value === null ? null : await sealerOf(key, parts).open(value)
  const isOfGrant = opened !== null && opened['granted'] === (account.scope ?? '')
  const tokens = isOfGrant ? (opened['tokens'] as [string, ResourceToken & { ends: number }][]) : []
  // The value is stored until the last token expires, so it may contain expired tokens.
  const now = parts.clock() / 1000
  return new Map(tokens.filter(([, { ends }]) => ends > now))
}

/** Returns the key of the tokens. It reveals nothing about the account. */
async function keyOf(account: AdapterAccount, parts: Parts): Promise<string> {
  const [newest = ''] = await keysOf(account, parts)
  return newest
}

/** Returns one key for each secret: processes may use different secrets during a rotation. */
async function keysOf(account: AdapterAccount, parts: Parts): Promise<string[]> {
  const tags = await tagsOf(account, parts, 'resource tokens')
  return tags.map((tag) => `resource-tokens:${tag}`)
}

/** Returns the sealer of a stored value. The value cannot be opened under another key. */
function sealerOf(key: string, { secrets, clock }: Parts): Sealer {
  return createSealer({ secrets, purpose: 'resource tokens', audience: key, clock })
}
