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

/** Seconds for which an access token is stored where the provider does not say when it ends. */
const ASSUMED_LIFETIME_SECONDS = 60 * 60

/** What an access token for a resource has in place of that of the account. */
type ResourceToken = Pick<AdapterAccount, 'access_token' | 'expires_at' | 'scope' | 'token_type'>

interface Parts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly clock: Clock
  readonly logger: LoggerInstance
}

/** Throws where a resource indicator is malformed. @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2 */
export function requireResource(resource: string): void {
  if (URL.canParse(resource) && !resource.includes('#')) return
  throw new InvalidProvider('`resource` must be an absolute URI without a fragment.')
}

/**
 * An account with the access token for a resource in place of the usual one: none, where none is kept. Those of an account are one value in the store,
 * sealed, because the database has one column for all. A sign-in that grants other scopes finds none of those before.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2.2
 */
export async function withResourceToken(
  account: AdapterAccount,
  resource: string,
  parts: Parts,
): Promise<AdapterAccount> {
  const { access_token: own, expires_at: _, token_type: __, ...others } = account
  // An account whose refresh token was rejected has neither.
  const kept = own || account.refresh_token ? await keptTokens(account, parts) : undefined
  return { ...others, ...kept?.get(resource) }
}

/** Keeps the access token for a resource until it ends. Where the store fails, the next call gets another one. */
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

/** Deletes the access tokens for resources of an account whose tokens are no longer valid. A store that fails is logged. */
export async function forgetResourceTokens(account: AdapterAccount, parts: Parts): Promise<void> {
  try {
    for (const name of await namesOf(account, parts)) await parts.store.consume(name)
  } catch (error) {
    parts.logger.error(asError(error))
  }
}

/** What is stored for each resource, with the second at which it ends. */
type KeptTokens = Map<string, ResourceToken & { readonly ends: number }>

async function keptTokens(account: AdapterAccount, parts: Parts): Promise<KeptTokens> {
  const name = await nameOf(account, parts)
  const value = await parts.store.get(name)
  const opened = value === null ? null : await sealerOf(name, parts).open(value)
  const isOfGrant = opened !== null && opened['granted'] === (account.scope ?? '')
  return new Map(isOfGrant ? (opened['tokens'] as [string, ResourceToken & { ends: number }][]) : [])
}

/** The key in the store, which reveals nothing of the account. Configurations that share the store may have other providers of this id. */
async function nameOf(account: AdapterAccount, parts: Parts): Promise<string> {
  const [newest = ''] = await namesOf(account, parts)
  return newest
}

/** The same under each secret: processes may name it under different ones while the secret is rotated. */
async function namesOf(
  { provider, providerAccountId, userId }: AdapterAccount,
  { secrets, providers }: Parts,
): Promise<string[]> {
  const authority = authorityOf(providers.get(provider))
  const of = [provider, authority, providerAccountId, String(userId)]
  const tags = await createMac(secrets, 'resource tokens').signAll(JSON.stringify(of))
  return tags.map((tag) => `resource-tokens:${tag}`)
}

/** A value opens under its key alone. */
function sealerOf(name: string, { secrets, clock }: Parts): Sealer {
  return createSealer({ secrets, purpose: 'resource tokens', audience: name, clock })
}
