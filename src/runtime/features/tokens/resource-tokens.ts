import type { AdapterAccount } from '../../../adapters/contract.js'
import { InvalidProvider } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import { createMac } from '../../core/crypto/mac.js'
import { createSealer, type Sealer } from '../../core/crypto/sealer.js'
import { authorityOf } from '../../core/storage/account-keys.js'

/** Assumed lifetime of a stored access token in seconds, if the provider does not return one. */
const ASSUMED_LIFETIME_SECONDS = 60 * 60

/** The fields of an access token for a resource. They replace those of the account. */
type ResourceToken = Pick<AdapterAccount, 'access_token' | 'expires_at' | 'scope' | 'token_type'>

interface Parts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly clock: Clock
  readonly logger: LoggerInstance
}

/** Throws if a resource indicator is malformed. @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2 */
export function requireResource(resource: string): void {
  if (URL.canParse(resource) && !resource.includes('#')) return
  throw new InvalidProvider('`resource` must be an absolute URI without a fragment.')
}

/**
 * Returns an account with the access token for a resource instead of the usual one, or with none. The tokens for resources of an account
 * are one sealed value in the store, because the database has no columns for them. A sign-in that grants other scopes does not find earlier
 * ones.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2.2
 */
export async function withResourceToken(
  account: AdapterAccount,
  resource: string,
  parts: Parts,
): Promise<AdapterAccount> {
  const { access_token: own, expires_at: _, token_type: __, ...others } = account
  // An account has neither token after its refresh token was rejected.
  const kept = own || account.refresh_token ? await keptTokens(account, parts) : undefined
  return { ...others, ...kept?.get(resource) }
}

/** Stores the access token for a resource until it expires. If the store fails, the next call requests another one. */
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
    const name = await nameOf(account, parts)
    const tokens = await keptTokens(account, parts)
    const kept = { access_token, expires_at, ...(scope !== undefined && { scope }), token_type, ends }
    const all = [...tokens.set(resource, kept)].filter(([, each]) => each.ends > now)
    const left = Math.max(...all.map(([, each]) => each.ends)) - now
    const value = { granted: account.scope ?? '', tokens: all }
    await parts.store.set(name, await sealerOf(name, parts).seal(value, left), left)
  } catch (error) {
    parts.logger.error(asError(error))
  }
}

/** Deletes the access tokens for resources of an account whose tokens are no longer valid. A failure of the store is logged. */
export async function forgetResourceTokens(account: AdapterAccount, parts: Parts): Promise<void> {
  try {
    for (const name of await namesOf(account, parts)) await parts.store.consume(name)
  } catch (error) {
    parts.logger.error(asError(error))
  }
}

/** The tokens for each resource, with their expiry in seconds since 1970. */
type KeptTokens = Map<string, ResourceToken & { readonly ends: number }>

async function keptTokens(account: AdapterAccount, parts: Parts): Promise<KeptTokens> {
  const name = await nameOf(account, parts)
  const value = await parts.store.get(name)
  const opened = value === null ? null : await sealerOf(name, parts).open(value)
  const isOfGrant = opened !== null && opened['granted'] === (account.scope ?? '')
  return new Map(isOfGrant ? (opened['tokens'] as [string, ResourceToken & { ends: number }][]) : [])
}

/**
 * The key in the store. It reveals nothing about the account. It contains the issuer, because configurations that share the store may have
 * other providers with this id.
 */
async function nameOf(account: AdapterAccount, parts: Parts): Promise<string> {
  const [newest = ''] = await namesOf(account, parts)
  return newest
}

/** The key under each secret, newest first. Processes may use different secrets during a rotation. */
async function namesOf(
  { provider, providerAccountId, userId }: AdapterAccount,
  { secrets, providers }: Parts,
): Promise<string[]> {
  const authority = authorityOf(providers.get(provider))
  const of = [provider, authority, providerAccountId, String(userId)]
  const tags = await createMac(secrets, 'resource tokens').signAll(JSON.stringify(of))
  return tags.map((tag) => `resource-tokens:${tag}`)
}

/** A sealed value can only be opened under its key. */
function sealerOf(name: string, { secrets, clock }: Parts): Sealer {
  return createSealer({ secrets, purpose: 'resource tokens', audience: name, clock })
}
