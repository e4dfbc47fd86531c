import { AdapterError, StoreError } from '../../../errors.js'
import { asError } from '../../core/base/as-error.js'
import { randomToken } from '../../core/crypto/random.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import {
  type Lock,
  type LockWait,
  NO_LOCK,
  takeLock,
  type WorkLock,
  withLock,
} from '../../core/storage/with-lock.js'

/** Several times the maximum duration of a database call. */
const LOCK_TTL_SECONDS = 30

const LOCK_WAIT: LockWait = { maxMs: 1_000, pollMs: 20 }

export async function underRemovalLocks<Result>(
  userId: string,
  app: App,
  work: (locks: readonly WorkLock[]) => Promise<Result>,
): Promise<Result> {
  const { store, logger } = app
  const names = await app.mac('account removal').signAll(String(userId))
  const [name = ''] = names
  const keys = names.map((each) => `account-removal:${each}`)
  const inStore = (): Promise<Lock | undefined> => takeLock(store, keys, LOCK_TTL_SECONDS)
  return withLock(inStore, LOCK_WAIT, logger, async (lock) => {
    if (!lock) throw removalInProgress()
    if (store.scope !== 'process') return work([lock])
    // An in-memory store does not know the locks of other processes that share the database.
    return withLock(
      () => takeDatabaseLock(name, app),
      LOCK_WAIT,
      logger,
      async (databaseLock) => {
        if (databaseLock) return work([lock, databaseLock])
        await requireStorable(name, app)
        throw removalInProgress()
      },
    )
  })
}

export const removalInProgress = (): StoreError =>
  new StoreError('Another request is removing a sign-in method of the user. Retry in a minute.')

const SLOT_MS = 60_000

/** Time for which a request may use its database lock. The lock lasts longer: at least one slot. */
const MAX_WORK_MS = SLOT_MS / 2

/** Identifier of the verification tokens. It is not an e-mail address, so it never belongs to a sign-in link. */
const IDENTIFIER = 'account-removal'

/**
 * Takes a lock in the database. The lock consists of two verification tokens, for the current and the next
 * time slot. If a process crashes and does not release its lock, the lock ends with these slots.
 */
async function takeDatabaseLock(name: string, app: App): Promise<Lock | undefined> {
  const { adapter, clock } = app
  if (!adapter?.has('createVerificationToken') || !adapter.has('useVerificationToken')) return NO_LOCK
  const began = performance.now()
  const slot = Math.floor(clock() / SLOT_MS)
  const rows: { readonly identifier: string; readonly token: string }[] = []
  const release = async (): Promise<void> => {
    for (const row of rows.splice(0)) await adapter.useVerificationToken(row)
  }
  for (const each of [slot, slot + 1]) {
    const row = { identifier: IDENTIFIER, token: `${name}.${each}` }
    try {
      await adapter.createVerificationToken({ ...row, expires: new Date((each + 2) * SLOT_MS) })
    } catch (error) {
      await release()
      if (await hasTokens(adapter)) return undefined
      if ([...app.providers.values()].some(({ type }) => type === 'email')) throw error
      return NO_LOCK
    }
    rows.push(row)
  }
  return { extend: async () => performance.now() - began <= MAX_WORK_MS, release }
}

/**
 * Throws if the table of verification tokens cannot store a lock, for example because of a constraint on
 * identifiers. Without this check, the failed write would look like a lock of another request.
 */
async function requireStorable(name: string, { adapter, clock }: App): Promise<void> {
  const row = { identifier: IDENTIFIER, token: `${name}.${randomToken(6)}` }
  try {
    await adapter?.createVerificationToken({ ...row, expires: new Date(clock()) })
    await adapter?.useVerificationToken(row)
  } catch (cause) {
    throw new AdapterError(
      `The table of verification tokens does not store the identifier '${IDENTIFIER}'. Requests that remove sign-in methods use it as a lock. Allow any string in that table, or give the processes a shared store.`,
      { cause: asError(cause) },
    )
  }
}

/** Whether the table of verification tokens exists. It may be missing if there are no e-mail providers. */
async function hasTokens(adapter: GuardedAdapter): Promise<boolean> {
  try {
    await adapter.useVerificationToken({ identifier: IDENTIFIER, token: 'none' })
    return true
  } catch {
    return false
  }
}
