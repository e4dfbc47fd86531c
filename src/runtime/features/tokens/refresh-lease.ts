import type { AdapterAccount } from '../../../adapters/contract.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import { delay } from '../../core/base/delay.js'
import { createMac } from '../../core/crypto/mac.js'
import { randomToken } from '../../core/crypto/random.js'
import { authorityOf } from '../../core/storage/account-keys.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import type { Persistence } from '../../core/storage/persistence.js'

/** Seconds after which the lease of a process that died is another's: longer than a request to the provider may take. */
const LEASE = 20

/** Seconds that a request to the provider may take. */
const REQUEST = 10

/** Milliseconds for which a call waits for the refresh of another process. */
export const MAX_WAIT = 12_000

/** Milliseconds between two reads of what another process has stored. */
export const POLL = 100

/** What leases are made with. */
export interface LeaseParts extends Pick<Persistence, 'store' | 'accountTokens'> {
  readonly adapter: GuardedAdapter
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly clock: Clock
  readonly logger: LoggerInstance
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
  return lease && { ...lease, isEnding: () => clock() - start > (LEASE - REQUEST) * 1000 }
}

/** A lease, apart from how long it lasts. */
type Place = Omit<RefreshLease, 'isEnding'>

/** The value under the key of a lease that was released, until the store drops it. */
const RELEASED = 'released'

async function leaseInStore({ account }: StoredTokens, parts: LeaseParts): Promise<Place | undefined> {
  const { store, adapter, logger } = parts
  const key = `token-refresh:${await tagOf(account, parts)}`
  const holder = randomToken(12)
  const isTaken =
    !(await store.compareAndSet(key, null, holder, LEASE)) &&
    !(await store.compareAndSet(key, RELEASED, holder, LEASE))
  if (isTaken) return undefined
  return {
    covers: async () => (await store.get(key)) === holder,
    async save(changed, { row }) {
      if (adapter.has('updateAccountIf') && row.refresh_token !== undefined) {
        return adapter.updateAccountIf(changed, row.refresh_token)
      }
      if ((await store.get(key)) !== holder) return false
      await adapter.updateAccount(changed)
      return true
    },
    async renew() {
      await quietly(async () => store.compareAndSet(key, holder, holder, LEASE), logger)
    },
    async release() {
      await quietly(async () => store.compareAndSet(key, holder, RELEASED, 1), logger)
    },
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
  if (until > now && until <= now + 2 * LEASE) return undefined
  const { refresh_token: token = '' } = account
  const holder = randomToken(12)
  const { userId, provider, providerAccountId, type } = account
  const changes = (refreshToken: string): AdapterAccount => ({
    ...{ userId, provider, providerAccountId, type },
    refresh_token: refreshToken,
  })
  const leased = changes(tokens.withLease(token, { until: now + LEASE, holder }))
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

/** Names an account, and reveals nothing of it. */
export async function tagOf(
  { provider, providerAccountId, userId }: AdapterAccount,
  { secrets, providers }: Pick<LeaseParts, 'secrets' | 'providers'>,
): Promise<string> {
  const authority = authorityOf(providers.get(provider))
  return createMac(secrets, 'token refresh').sign(
    JSON.stringify([provider, authority, providerAccountId, String(userId)]),
  )
}

/** How often a row is emptied in which others have stored new tokens meanwhile. */
const MAX_TRIES = 5

/**
 * Empties the tokens of an account that stays linked, and returns them as they were then, to be revoked. What a refresh that is in progress gets from
 * the provider is not stored afterwards. An adapter that updates no account leaves them.
 *
 * @param given - The account as the adapter returned it.
 */
export async function emptyTokens(given: AdapterAccount, parts: LeaseParts): Promise<AdapterAccount> {
  const { adapter } = parts
  if (!adapter.has('updateAccount')) return given
  const { provider, providerAccountId, userId, type } = given
  const changes = { provider, providerAccountId, userId, type, access_token: '', refresh_token: '' }
  const read = async (): Promise<AdapterAccount | undefined> => {
    const rows = adapter.has('getAccount')
      ? [await adapter.getAccount(providerAccountId, provider)]
      : await adapter.listAccountsByUserId(String(userId))
    const row = rows.find((each) => each?.providerAccountId === providerAccountId)
    // The name is that of the configuration, also where an adapter returns another one.
    return row && String(row.userId) === String(userId) ? { ...row, provider } : undefined
  }
  let row: AdapterAccount | undefined = given
  for (let tries = 0; tries < MAX_TRIES && adapter.has('updateAccountIf') && row?.refresh_token; tries++) {
    if (await adapter.updateAccountIf(changes, row.refresh_token)) return row
    row = await read()
  }
  const lease = await leaseFor(read, parts)
  try {
    row = await read()
    // Where the user does not have the account any more, nothing is left to empty.
    if (row) await adapter.updateAccount(changes)
  } finally {
    await lease?.release(undefined)
  }
  return row ?? given
}

/**
 * The turn of an account that no conditional update emptied; `undefined` where it has no refresh token, so that no refresh is in progress, where one
 * does not end in time, or the store fails.
 */
async function leaseFor(
  read: () => Promise<AdapterAccount | undefined>,
  parts: LeaseParts,
): Promise<RefreshLease | undefined> {
  const giveUp = performance.now() + MAX_WAIT
  try {
    const { open } = parts.accountTokens
    for (;;) {
      const row = await read()
      if (!row?.refresh_token) return undefined
      const lease = await takeLease({ row, account: await open(row) }, parts)
      if (lease || performance.now() > giveUp) return lease
      await delay(POLL)
    }
  } catch (error) {
    parts.logger.error(asError(error))
    return undefined
  }
}
