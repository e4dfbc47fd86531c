import type { AdapterAccount } from '../../../adapters/contract.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import { randomToken } from '../../core/crypto/random.js'
import { FETCH_TIMEOUT_MS } from '../../core/http/fetch.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import type { Persistence } from '../../core/storage/persistence.js'
import { withLease } from '../../core/storage/row-lease-format.js'
import { type LockWait, takeLock } from '../../core/storage/with-lock.js'
import { tagsOf } from './account-store-keys.js'
import type { StoredTokens } from './account-tokens.js'

/** Longer than a request to the provider may take. */
const LEASE_TTL_SECONDS = 20

/** Longer than a request to the provider may take. */
export const LEASE_WAIT: LockWait = { maxMs: FETCH_TIMEOUT_MS + 300, pollMs: 100 }

export interface LeaseParts extends Pick<Persistence, 'store' | 'sealedTokens'> {
  readonly adapter: GuardedAdapter
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly clock: Clock
  readonly logger: LoggerInstance
}

export function leaseParts(app: App, adapter: GuardedAdapter): LeaseParts {
  const { store, sealedTokens, secrets, providers, clock, logger } = app
  return { store, sealedTokens, adapter, secrets, providers, clock, logger }
}

/** The right to send the refresh token of an account to the provider. */
export interface RefreshLease {
  /** Whether the lease is still valid for an account that was read after the lease was taken. */
  covers(stored: StoredTokens): Promise<boolean>
  /** Whether the lease may expire before a request to the provider finishes. */
  isEnding(): boolean
  /**
   * Stores new tokens. Returns `false` and stores nothing if the tokens in `before`, which were read under
   * the lease, were replaced. Without `updateAccountIf`, returns `false` if the lease was lost.
   */
  save(account: AdapterAccount, before: StoredTokens): Promise<boolean>
  /** Extends a lease in the store after new tokens could not be stored. Has no effect on a lease in the row. */
  renew(): Promise<void>
  /**
   * Releases the lease.
   *
   * @param before - The tokens that were read under the lease. Needed for a lease in the row.
   */
  release(before: StoredTokens | undefined): Promise<void>
}

/**
 * Takes the lease of an account, or returns `undefined` while another request has it. The lease is in the
 * store. For processes without a common store, it is in the row, as part of the sealed refresh token, which
 * is replaced atomically.
 */
export async function takeLease(stored: StoredTokens, parts: LeaseParts): Promise<RefreshLease | undefined> {
  const { store, adapter, clock } = parts
  const start = clock()
  const { form } = parts.sealedTokens
  const isInRow = store.scope === 'process' && form === 'sealed' && adapter.has('updateAccountIf')
  const lease = await (isInRow ? leaseInRow(stored, parts) : leaseInStore(stored, parts))
  const lastStartMs = LEASE_TTL_SECONDS * 1000 - FETCH_TIMEOUT_MS
  return lease && { ...lease, isEnding: () => clock() - start > lastStartMs }
}

type PlacedLease = Omit<RefreshLease, 'isEnding'>

async function leaseInStore({ account }: StoredTokens, parts: LeaseParts): Promise<PlacedLease | undefined> {
  const { store, adapter, logger } = parts
  const names = (await tagsOf(account, parts)).map((tag) => `token-refresh:${tag}`)
  const lock = await takeLock(store, names, LEASE_TTL_SECONDS)
  if (!lock) return undefined
  return {
    covers: () => lock.isCurrent(),
    async save(changed, { row }) {
      if (adapter.has('updateAccountIf') && row.refresh_token !== undefined) {
        return adapter.updateAccountIf(changed, row.refresh_token)
      }
      if (!(await lock.isCurrent())) return false
      await adapter.updateAccount(changed)
      return true
    },
    renew: () => loggingErrors(() => lock.extend(), logger),
    release: () => loggingErrors(() => lock.release(), logger),
  }
}

async function leaseInRow(
  { row, account }: StoredTokens,
  { adapter, sealedTokens, clock, logger }: LeaseParts,
): Promise<PlacedLease | undefined> {
  const tokens = sealedTokens
  const now = Math.floor(clock() / 1000)
  const { until = 0 } = (await tokens.leaseOf(row)) ?? {}
  // A lease that ends even later is ignored, because the clock of the process that wrote it must be ahead.
  if (until > now && until <= now + 2 * LEASE_TTL_SECONDS) return undefined
  const { refresh_token: token = '' } = account
  const holder = randomToken(12)
  const { userId, provider, providerAccountId, type } = account
  const changes = (refreshToken: string): AdapterAccount => ({
    userId,
    provider,
    providerAccountId,
    type,
    refresh_token: refreshToken,
  })
  const leased = changes(withLease(token, { until: now + LEASE_TTL_SECONDS, holder }))
  if (!(await adapter.updateAccountIf(leased, row.refresh_token ?? ''))) return undefined
  return {
    covers: async (stored) => (await tokens.leaseOf(stored.row))?.holder === holder,
    save: (changed, before) =>
      // The lease is part of the refresh token, so a new refresh token ends it.
      adapter.updateAccountIf({ ...changes(token), ...changed }, before.row.refresh_token ?? ''),
    // Extending the lease would write the row, which could not be written just before.
    renew: async () => undefined,
    async release(before) {
      const expected = before?.row.refresh_token
      if (expected === undefined) return
      await loggingErrors(() => adapter.updateAccountIf(changes(token), expected), logger)
    },
  }
}

async function loggingErrors(write: () => Promise<unknown>, logger: LoggerInstance): Promise<void> {
  try {
    await write()
  } catch (error) {
    logger.error(asError(error))
  }
}
