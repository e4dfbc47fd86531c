import type { AdapterAccount } from '../../../adapters/contract.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import { createMac } from '../../core/crypto/mac.js'
import { randomToken } from '../../core/crypto/random.js'
import type { App } from '../../core/lifetimes.js'
import { authorityOf } from '../../core/storage/account-keys.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import type { Persistence } from '../../core/storage/persistence.js'
import { type Lock, type LockWait, NO_LOCK, takeLock, withLock } from '../../core/storage/with-lock.js'

/** Seconds after which the lease of a process that died is another's: longer than a request to the provider may take. */
const LEASE_TTL_SECONDS = 20

/** Seconds that a request to the provider may take. */
const MAX_REQUEST_SECONDS = 10

/** How long a call waits for the refresh of another process, and how often it reads what that has stored. */
export const LEASE_WAIT: LockWait = { maxMs: 12_000, pollMs: 100 }

/** What leases are made with. */
export interface LeaseParts extends Pick<Persistence, 'store' | 'accountTokens'> {
  readonly adapter: GuardedAdapter
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly clock: Clock
  readonly logger: LoggerInstance
}

/** What the leases of an app are made with. */
export function leaseParts(app: App, adapter: GuardedAdapter): LeaseParts {
  const { store, accountTokens, secrets, providers, clock, logger } = app
  return { store, accountTokens, adapter, secrets, providers, clock, logger }
}

/** An account: its row, and the same with its tokens in clear. */
export interface StoredTokens {
  readonly row: AdapterAccount
  readonly account: AdapterAccount
}

/** What became of a refresh, for all who wait for it. */
export type RefreshOutcome =
  | {
      readonly kind: 'tokens'
      readonly account: AdapterAccount
      /** What is stored of the account, where its tokens are those for a resource. */
      readonly kept?: AdapterAccount | undefined
    }
  | { readonly kind: 'notLinked' | 'reauthenticate' | 'consent' }
  | { readonly kind: 'unavailable'; readonly retryAfter?: number | undefined }

/** Refreshes of tokens that are in progress, or whose tokens are not stored yet. */
export function appRefreshes(): Map<string, Promise<RefreshOutcome>> {
  return new Map()
}

/** The right to send the refresh token of an account to the provider, which one process has at a time. */
export interface RefreshLease {
  /** Whether an account that was read after the lease was taken is under it. */
  covers(stored: StoredTokens): Promise<boolean>
  /** Whether it may end before a request to the provider does: the process stood still, or the database was slow. */
  isEnding(): boolean
  /**
   * Stores new tokens in place of those that were read. Returns `false`, and stores nothing, where others were stored meanwhile: by a
   * sign-in, or by a process that took the lease when it had ended.
   */
  save(account: AdapterAccount, before: StoredTokens): Promise<boolean>
  /** Extends the lease, as far as its place can be written. */
  renew(): Promise<void>
  /** Ends the lease. What cannot be written ends with its time. */
  release(before: StoredTokens | undefined): Promise<void>
}

/**
 * Takes the lease of an account; `undefined` while another process has it.
 *
 * It is in the store where processes share one. Else it is a part of the sealed refresh token in the database, which changes in one
 * step. Where the adapter has no such step, or tokens are stored in clear, it is in the memory of the process.
 */
export async function takeLease(stored: StoredTokens, parts: LeaseParts): Promise<RefreshLease | undefined> {
  const { store, adapter, clock } = parts
  const start = clock()
  const { form } = parts.accountTokens
  const isInRow = store.scope === 'process' && form === 'sealed' && adapter.has('updateAccountIf')
  const lease = await (isInRow ? leaseInRow(stored, parts) : leaseInStore(stored, parts))
  return (
    lease && { ...lease, isEnding: () => clock() - start > (LEASE_TTL_SECONDS - MAX_REQUEST_SECONDS) * 1000 }
  )
}

/** A lease, apart from how long it lasts. */
type Place = Omit<RefreshLease, 'isEnding'>

async function leaseInStore({ account }: StoredTokens, parts: LeaseParts): Promise<Place | undefined> {
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
    renew: () => quietly(() => lock.extend(), logger),
    release: () => quietly(() => lock.release(), logger),
  }
}

async function leaseInRow(
  { row, account }: StoredTokens,
  { adapter, accountTokens, clock, logger }: LeaseParts,
): Promise<Place | undefined> {
  const tokens = accountTokens
  const now = Math.floor(clock() / 1000)
  const { until = 0 } = (await tokens.leaseOf(row)) ?? {}
  // One that would last longer than any was written by a clock that is ahead, or set back since.
  if (until > now && until <= now + 2 * LEASE_TTL_SECONDS) return undefined
  const { refresh_token: token = '' } = account
  const holder = randomToken(12)
  const { userId, provider, providerAccountId, type } = account
  const changes = (refreshToken: string): AdapterAccount => ({
    ...{ userId, provider, providerAccountId, type },
    refresh_token: refreshToken,
  })
  const leased = changes(tokens.withLease(token, { until: now + LEASE_TTL_SECONDS, holder }))
  if (!(await adapter.updateAccountIf(leased, row.refresh_token ?? ''))) return undefined
  return {
    covers: async (stored) => (await tokens.leaseOf(stored.row))?.holder === holder,
    save: (changed, before) =>
      // The lease ends with the value that it is a part of.
      adapter.updateAccountIf({ ...changes(token), ...changed }, before.row.refresh_token ?? ''),
    // While its place cannot be written, no other process can take it.
    renew: async () => undefined,
    async release(before) {
      const expected = before?.row.refresh_token
      if (expected === undefined) return
      await quietly(() => adapter.updateAccountIf(changes(token), expected), logger)
    },
  }
}

async function quietly(write: () => Promise<unknown>, logger: LoggerInstance): Promise<void> {
  try {
    await write()
  } catch (error) {
    logger.error(asError(error))
  }
}

/** Names an account under the newest secret, and reveals nothing of it. */
export async function tagOf(
  account: AdapterAccount,
  parts: Pick<LeaseParts, 'secrets' | 'providers'>,
): Promise<string> {
  const [newest = ''] = await tagsOf(account, parts)
  return newest
}

/** The same under each secret. */
async function tagsOf(
  { provider, providerAccountId, userId }: AdapterAccount,
  { secrets, providers }: Pick<LeaseParts, 'secrets' | 'providers'>,
): Promise<string[]> {
  const authority = authorityOf(providers.get(provider))
  return createMac(secrets, 'token refresh').signAll(
    JSON.stringify([provider, authority, providerAccountId, String(userId)]),
  )
}

/** How often a row is emptied in which others have stored new tokens meanwhile. */
const MAX_TRIES = 5

/**
 * Empties the tokens of an account that stays linked, and returns them as they were then, to be revoked. What a refresh that is in progress gets from
 * the provider is not stored afterwards. An adapter that updates no account leaves them.
 *
 * @param stored - The account as the adapter returned it.
 */
export async function emptyTokens(stored: AdapterAccount, parts: LeaseParts): Promise<AdapterAccount> {
  const { adapter, logger } = parts
  if (!adapter.has('updateAccount')) return stored
  const { provider, providerAccountId, userId, type } = stored
  const changes = { provider, providerAccountId, userId, type, access_token: '', refresh_token: '' }
  const read = async (): Promise<AdapterAccount | undefined> => {
    const rows = adapter.has('getAccount')
      ? [await adapter.getAccount(providerAccountId, provider)]
      : await adapter.listAccountsByUserId(String(userId))
    const row = rows.find((each) => each?.providerAccountId === providerAccountId)
    // The name is that of the configuration, also where an adapter returns another one.
    return row && String(row.userId) === String(userId) ? { ...row, provider } : undefined
  }
  let row: AdapterAccount | undefined = stored
  for (let tries = 0; tries < MAX_TRIES && adapter.has('updateAccountIf') && row?.refresh_token; tries++) {
    if (await adapter.updateAccountIf(changes, row.refresh_token)) return row
    row = await read()
  }
  return withLock(
    () => lockOfRefresh(read, parts),
    LEASE_WAIT,
    logger,
    async () => {
      const current = await read()
      // Nothing is left to empty if the user does not have the account any more.
      if (current) await adapter.updateAccount(changes)
      return current ?? stored
    },
  )
}

/**
 * Keeps others from refreshing the tokens of an account that no conditional update emptied; `undefined` while another process refreshes them.
 * Without a refresh token, none does. If the store fails, the tokens are emptied all the same.
 */
async function lockOfRefresh(
  read: () => Promise<AdapterAccount | undefined>,
  parts: LeaseParts,
): Promise<Lock | undefined> {
  try {
    const row = await read()
    if (!row?.refresh_token) return NO_LOCK
    const account = await parts.accountTokens.open(row)
    const lease = await takeLease({ row, account }, parts)
    return lease && { ...NO_LOCK, release: () => lease.release(undefined) }
  } catch (error) {
    parts.logger.error(asError(error))
    return NO_LOCK
  }
}
