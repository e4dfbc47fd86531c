import type { AdapterUser, NewUser } from '../../../adapters/contract.js'
import { OAuthAccountNotLinked, StoreError } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import type { App } from '../../core/lifetimes.js'
import { type Identity, sameId } from '../../core/login/identity.js'
import { accountName } from '../../core/storage/account-names.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import {
  isLocked,
  type Lock,
  type LockWait,
  takeLock,
  type WorkLock,
  withLock,
} from '../../core/storage/with-lock.js'
import { linkOrFind, removeUser, unlinkIfProven, warnOfLeftUser } from './account-writes.js'

/*
 * The first sign-in with an account writes a user and then the account. Without transactions, a record is
 * written first. If the sign-in is interrupted, the next sign-in uses the record to finish it. A lock keeps
 * other logins with the account from finishing or deleting a first sign-in that is still running.
 */

/** The user of a new account, and whether this login created the user. */
export interface FirstLogin {
  readonly user: AdapterUser
  readonly isNewUser: boolean
}

/** Pauses before each attempt to read the account that another login of the same person is storing. */
const PAUSES_MS: readonly number[] = [0, 20, 80, 300]

/**
 * Stores a user and their account in one transaction, if the adapter has transactions. Otherwise it stores a
 * record of the pending sign-in first, so that the next sign-in can finish it if it is interrupted.
 *
 * If the account cannot be stored, the user is deleted. If a concurrent login of the same person has stored
 * the account, this login signs in the user of that account.
 */
export async function firstLogin(
  identity: Identity,
  link: Account,
  adapter: GuardedAdapter,
  app: App,
): Promise<FirstLogin> {
  const { user: profile, verifiedEmail } = identity
  const emailVerified = verifiedEmail !== null && isProofForAll(app) ? new Date(app.clock()) : null
  const stored = { ...profile, id: crypto.randomUUID(), email: profile.email ?? null, emailVerified }
  if (!adapter.has('inTransaction')) {
    return duringFirstSignIn(link, app, async (lock) => {
      if (lock) return storeStepByStep(stored, link, lock, adapter, app)
      return { user: await storedByAnother(link, adapter, firstSignInRunning()), isNewUser: false }
    })
  }
  try {
    const user = await adapter.inTransaction((inside) => createLinked(stored, link, inside))
    return { user, isNewUser: true }
  } catch (error) {
    return { user: await storedByAnother(link, adapter, error), isNewUser: false }
  }
}

/**
 * Whether an e-mail address verified by a provider counts as verified in the database. It does not if tenants
 * share the database or the configuration depends on the request, because the provider of one tenant would
 * then decide for all tenants.
 */
export function isProofForAll({ accountScope: { tenant, isLazy } }: App): boolean {
  return tenant === undefined && !isLazy
}

async function createLinked(stored: NewUser, link: Account, adapter: GuardedAdapter): Promise<AdapterUser> {
  const user = await adapter.createUser(stored)
  await adapter.linkAccount({ ...link, userId: user.id })
  return user
}

async function storeStepByStep(
  stored: NewUser & { readonly id: string },
  link: Account,
  lock: WorkLock,
  adapter: GuardedAdapter,
  app: App,
): Promise<FirstLogin> {
  const record = await writeFirstSignInRecord(link, stored.id, app)
  let user: AdapterUser
  try {
    user = await adapter.createUser(stored)
    if (!user) throw new Error('`createUser` of the adapter returned no user. Return the stored user.')
  } catch (error) {
    // The database may have stored the user despite the error, or may store it later. So the user is removed,
    // and the record is kept in case the user is stored later.
    await removeUser(stored, app)
    return { user: await storedByAnother(link, adapter, error), isNewUser: false }
  }
  return linkFirst(link, user, await recordFor(user, stored.id, link, record, app), lock, adapter, app)
}

/**
 * Returns the record with the id of the stored user. If the database has assigned another id, replaces the
 * record.
 */
export async function recordFor(
  user: AdapterUser,
  id: string,
  link: Account,
  record: FirstSignInRecord,
  app: App,
): Promise<FirstSignInRecord> {
  if (sameId(user.id, id)) return record
  try {
    const renamed = await writeFirstSignInRecord(link, user.id, app)
    await record.remove()
    return renamed
  } catch (error) {
    await removeUser(user, app)
    throw error
  }
}

/**
 * Links the account to the user that its first sign-in has stored, and deletes the record. If linking fails,
 * it deletes the user and the record. It keeps both if the lock has expired, because another login may then
 * have signed the user in, or if the user cannot be deleted.
 */
async function linkFirst(
  link: Account,
  user: AdapterUser,
  record: FirstSignInRecord,
  lock: WorkLock,
  adapter: GuardedAdapter,
  app: App,
): Promise<FirstLogin> {
  try {
    const { owner, by } = await linkOrFind(link, user, adapter)
    const isOurs = sameId(owner.id, user.id)
    if (!isOurs && !(await removeUser(user, app))) warnOfLeftUser(link, user.id, app.logger)
    // If the record were kept, the account could later be unlinked and then linked to the user again through
    // the record.
    await record.remove()
    if (isOurs && (await unlinkIfProven(link, user, adapter))) {
      throw new OAuthAccountNotLinked(
        'The owner of the e-mail address has signed in by mail in the meantime.',
        {
          cause: { provider: link.provider },
        },
      )
    }
    return { user: owner, isNewUser: by === 'us' }
  } catch (error) {
    if (error instanceof OAuthAccountNotLinked) throw error
    const hasLock = await lock.extend().catch(() => false)
    if (hasLock && (await removeUser(user, app))) {
      await record.remove().catch((failed: unknown) => app.logger.error(asError(failed)))
    } else warnOfLeftUser(link, user.id, app.logger)
    throw error
  }
}

/** Finishes a first sign-in that was interrupted after it stored the user. Its record was already removed. */
export async function resumeFirstLogin(
  user: AdapterUser,
  link: Account,
  adapter: GuardedAdapter,
  app: App,
): Promise<FirstLogin> {
  return duringFirstSignIn(link, app, async (lock) => {
    // If another login is in progress, the sign-in can still be resumed later.
    const record = await writeFirstSignInRecord(link, user.id, app)
    if (lock) return linkFirst(link, user, record, lock, adapter, app)
    return { user: await storedByAnother(link, adapter, firstSignInRunning()), isNewUser: false }
  })
}

/** The error if another login with the account does not finish in time. */
export function firstSignInRunning(): StoreError {
  return new StoreError('Another request is storing the user of the account. Retry in a few seconds.')
}

/** Waits for the user that a concurrent login of the same person stores. Throws `reason` if there is none. */
async function storedByAnother(
  link: Account,
  adapter: GuardedAdapter,
  reason: unknown,
): Promise<AdapterUser> {
  const user = await waitForOwner(link, adapter)
  if (user) return user
  throw reason
}

/**
 * The owner of an account that another login is linking. `null` if there is no owner in time, or if the
 * database is down.
 */
export async function waitForOwner(
  { provider, providerAccountId }: Account,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  for (const pause of PAUSES_MS) {
    await delay(pause)
    const user = await adapter.getUserByAccount({ provider, providerAccountId }).catch(() => undefined)
    // If this read fails as well, the database is down, and a retry would not help.
    if (user !== null) return user ?? null
  }
  return null
}

/**
 * The record of a first sign-in between its two writes, the user and the account. It is used if the adapter
 * has no transactions. The next sign-in with the account may finish this first sign-in only while the record
 * exists. A user without accounts proves nothing, because the account may have been unlinked.
 */
export interface FirstSignInRecord {
  /** Deletes the record. Throws when it may still exist. */
  remove(): Promise<void>
}

/** Milliseconds during which an interrupted first sign-in can be finished. */
const MAX_AGE_MS = 15 * 60 * 1000

/**
 * The identifier of the records among verification tokens. It is not an e-mail address, so no link can use
 * it.
 */
const IDENTIFIER = 'first-sign-in'

/** Seconds during which a first sign-in counts as in progress: longer than the timeout of a database. */
const RUNNING_TTL_SECONDS = 10

/** Time to wait for another first sign-in: about the time that a first sign-in takes. */
const RUNNING_WAIT: LockWait = { maxMs: 400, pollMs: 20 }

/**
 * Does work that stores a user and the account, under a lock of the account. If the process ends, the lock
 * expires.
 *
 * @param work - Called with `undefined` if another login still has the lock after the wait. `work` must then
 * store nothing.
 */
export async function duringFirstSignIn<Result>(
  account: Account,
  app: App,
  work: (lock: WorkLock | undefined) => Promise<Result>,
): Promise<Result> {
  const { store, logger } = app
  const keys = await runningKeysOf(account, app)
  const take = (): Promise<Lock | undefined> => takeLock(store, keys, RUNNING_TTL_SECONDS)
  return withLock(take, RUNNING_WAIT, logger, work)
}

/**
 * Writes the record. It is a verification token if the adapter supports them, so that it outlives the
 * process. Otherwise it is in the store, because the database of an application without e-mail providers may
 * lack the table.
 */
export async function writeFirstSignInRecord(
  account: Account,
  userId: string,
  app: App,
): Promise<FirstSignInRecord> {
  const { adapter, store, clock, logger, providers } = app
  const tag = await tagOf(app, account, userId)
  if (adapter && hasTokens(adapter)) {
    const row = { identifier: IDENTIFIER, token: tag }
    try {
      await adapter.createVerificationToken({ ...row, expires: new Date(clock() + MAX_AGE_MS) })
      return { remove: async () => void (await adapter.useVerificationToken(row)) }
    } catch (error) {
      if ([...providers.values()].some(({ type }) => type === 'email')) throw error
      logger.debug('the verification tokens cannot be written', { error: asError(error).message })
    }
  }
  await store.set(keyOf(tag), 'pending', MAX_AGE_MS / 1000)
  return { remove: async () => void (await store.consume(keyOf(tag))) }
}

/** Whether another request is currently storing a user with this account, according to the store. */
export async function isFirstSignInRunning(account: Account, app: App): Promise<boolean> {
  return isLocked(app.store, await runningKeysOf(account, app))
}

/**
 * Whether a first sign-in with the account was interrupted after it stored this user. Its record is deleted.
 */
export async function consumeFirstSignInRecord(account: Account, userId: string, app: App): Promise<boolean> {
  // The record may have been written before the secret was rotated.
  for (const tag of await tagsOf(app, account, userId)) if (await consumeTag(tag, app)) return true
  return false
}

async function consumeTag(tag: string, { adapter, store, clock }: App): Promise<boolean> {
  if (adapter && hasTokens(adapter)) {
    const row = await adapter.useVerificationToken({ identifier: IDENTIFIER, token: tag }).catch(() => null)
    // A database that compares loosely may return another row. An invalid date counts as past.
    if (row?.token === tag && new Date(row.expires).getTime() > clock()) return true
  }
  return (await store.consume(keyOf(tag))) !== null
}

function hasTokens(adapter: GuardedAdapter): boolean {
  return adapter.has('createVerificationToken') && adapter.has('useVerificationToken')
}

function keyOf(tag: string): string {
  return `${IDENTIFIER}:${tag}`
}

/** The lock keys of a first sign-in: one per secret, as `takeLock` requires. */
async function runningKeysOf(account: Account, app: App): Promise<readonly string[]> {
  return (await tagsOf(app, account)).map((tag) => `${IDENTIFIER}-running:${tag}`)
}

/** A hash that identifies an account and its user, without revealing them. */
async function tagOf(app: App, account: Account, userId: string): Promise<string> {
  const [newest = ''] = await tagsOf(app, account, userId)
  return newest
}

/** Hashes that identify an account, or an account and its user: one per secret, newest first. */
async function tagsOf(
  { mac, providers, accountScope }: App,
  { provider, providerAccountId }: Account,
  userId?: string,
): Promise<readonly string[]> {
  const name = await accountName(provider, providers, accountScope)
  const named = [name, providerAccountId, ...(userId === undefined ? [] : [String(userId)])]
  return mac('first sign-in').signAll(JSON.stringify(named))
}
