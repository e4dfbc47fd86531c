import type { AdapterUser, NewUser } from '../../../adapters/contract.js'
import { OAuthAccountNotLinked, StoreError } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import { type Identity, sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
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
 * For adapters without transactions, a first sign-in writes a record, then the user, and then the account. If
 * the first sign-in is interrupted, the next sign-in with the account finds the record and finishes the first
 * sign-in. A lock prevents this while the first sign-in is still running.
 */

export interface FirstLogin {
  readonly user: AdapterUser
  readonly isNewUser: boolean
}

/** Pauses before each attempt to read the account that another login of the same person is storing. */
const PAUSES_MS: readonly number[] = [0, 20, 80, 300]

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
 * Whether an e-mail address that a provider has verified counts as verified in the database. With several
 * tenants, the provider of one tenant must not decide for all tenants.
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
  } catch (error) {
    // The database may have stored the user despite the error, or may store the user later. So the user is
    // removed, and the record is kept for a user that is stored later.
    await removeUser(stored, app)
    return { user: await storedByAnother(link, adapter, error), isNewUser: false }
  }
  return linkFirst(link, user, await recordFor(user, stored.id, link, record, app), lock, adapter, app)
}

/**
 * Returns a record with the id of the stored user. The database may have assigned another id than the record
 * contains.
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
 * Links the account to the new user. After a failure, keeps the user if the lock has expired, because another
 * login may have signed the user in.
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
    // Remove the record now. Otherwise, if the user unlinks the account later, a sign-in could link it again.
    await record.remove()
    if (isOurs && (await unlinkIfProven(link, user, adapter, app.logger))) {
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

/** Finishes an interrupted first sign-in. Call it after the record was removed. */
export async function resumeFirstLogin(
  user: AdapterUser,
  link: Account,
  adapter: GuardedAdapter,
  app: App,
): Promise<FirstLogin> {
  return duringFirstSignIn(link, app, async (lock) => {
    // The record is written again, so that another login can finish the sign-in if this login fails.
    const record = await writeFirstSignInRecord(link, user.id, app)
    if (lock) return linkFirst(link, user, record, lock, adapter, app)
    const owner = await storedByAnother(link, adapter, firstSignInRunning())
    // The other login may have removed the record before it was written again.
    await record.remove()
    if (!sameId(owner.id, user.id)) warnOfLeftUser(link, user.id, app.logger)
    return { user: owner, isNewUser: false }
  })
}

/**
 * Writes the record of an interrupted first sign-in again. Call it if the login that would have resumed it is
 * canceled.
 */
export async function restoreFirstSignInRecord(
  link: Account,
  userId: string,
  adapter: GuardedAdapter,
  app: App,
): Promise<void> {
  const record = await writeFirstSignInRecord(link, userId, app)
  const { provider, providerAccountId } = link
  // Another login may have linked the account, and removed the record before it was written again.
  if (await adapter.getUserByAccount({ provider, providerAccountId })) await record.remove()
}

export function firstSignInRunning(): StoreError {
  return new StoreError('Another request is storing the user of the account. Retry in a few seconds.')
}

async function storedByAnother(
  link: Account,
  adapter: GuardedAdapter,
  reason: unknown,
): Promise<AdapterUser> {
  const user = await waitForOwner(link, adapter)
  if (user) return user
  throw reason
}

export async function waitForOwner(
  { provider, providerAccountId }: Account,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  for (const pause of PAUSES_MS) {
    await delay(pause)
    const user = await adapter.getUserByAccount({ provider, providerAccountId }).catch(() => undefined)
    // If the read fails, the database is probably down, so there is no further attempt.
    if (user !== null) return user ?? null
  }
  return null
}

/**
 * The record of a first sign-in that is not finished. Another sign-in with the same account may finish it
 * only while the record exists. Without a record, the first sign-in may have been finished, and the user may
 * have unlinked the account later.
 */
export interface FirstSignInRecord {
  remove(): Promise<void>
}

/** An interrupted first sign-in can be finished within this time. */
const MAX_AGE_MS = 15 * 60 * 1000

/** Identifier of the verification tokens. It is not an e-mail address, so it never belongs to a sign-in link. */
const IDENTIFIER = 'first-sign-in'

/** Longer than the timeout of a database. */
const RUNNING_TTL_SECONDS = 10

/** About the time that a first sign-in takes. */
const RUNNING_WAIT: LockWait = { maxMs: 400, pollMs: 20 }

/**
 * Calls `work` under a lock for the account. Calls it without a lock if another login still has it after the
 * wait. In that case, `work` must store neither the user nor the account.
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
 * Writes the record of a first sign-in. It is a verification token, because it must outlive the process.
 * Without e-mail providers, the database may lack the table of verification tokens, and then the record is
 * written to the store.
 */
export async function writeFirstSignInRecord(
  account: Account,
  userId: string,
  app: App,
): Promise<FirstSignInRecord> {
  const { adapter, store, clock, logger } = app
  const tag = await tagOf(app, account, userId)
  if (adapter && hasTokens(adapter)) {
    const row = { identifier: IDENTIFIER, token: tag }
    try {
      await adapter.createVerificationToken({ ...row, expires: new Date(clock() + MAX_AGE_MS) })
      return { remove: async () => void (await adapter.useVerificationToken(row)) }
    } catch (error) {
      if (sendsMails(app)) throw error
      logger.debug('the verification tokens cannot be written', { error: asError(error).message })
    }
  }
  await store.set(keyOf(tag), 'pending', MAX_AGE_MS / 1000)
  return { remove: async () => void (await store.consume(keyOf(tag))) }
}

export async function isFirstSignInRunning(account: Account, app: App): Promise<boolean> {
  return isLocked(app.store, await runningKeysOf(account, app))
}

export async function consumeFirstSignInRecord(account: Account, userId: string, app: App): Promise<boolean> {
  // The record may have been written before the secret was rotated.
  for (const tag of await tagsOf(app, account, userId)) if (await consumeTag(tag, app)) return true
  return false
}

async function consumeTag(tag: string, app: App): Promise<boolean> {
  const { adapter, store, clock } = app
  if (adapter && hasTokens(adapter)) {
    const read = adapter.useVerificationToken({ identifier: IDENTIFIER, token: tag })
    const row = await (sendsMails(app) ? read : read.catch(() => null))
    // A database with a case-insensitive collation may return another row. An invalid date counts as past.
    if (row?.token === tag && new Date(row.expires).getTime() > clock()) return true
  }
  return (await store.consume(keyOf(tag))) !== null
}

/** Whether the configuration has an e-mail provider. The database then has the table of verification tokens. */
function sendsMails({ providers }: App): boolean {
  return [...providers.values()].some(({ type }) => type === 'email')
}

function hasTokens(adapter: GuardedAdapter): boolean {
  return adapter.has('createVerificationToken') && adapter.has('useVerificationToken')
}

function keyOf(tag: string): string {
  return `${IDENTIFIER}:${tag}`
}

/** Returns one key per secret, as `takeLock` requires. */
async function runningKeysOf(account: Account, app: App): Promise<readonly string[]> {
  return (await tagsOf(app, account)).map((tag) => `${IDENTIFIER}-running:${tag}`)
}

async function tagOf(app: App, account: Account, userId: string): Promise<string> {
  const [newest = ''] = await tagsOf(app, account, userId)
  return newest
}

/** Returns one hash per secret, newest first. */
async function tagsOf(
  { mac, providers, accountScope }: App,
  { provider, providerAccountId }: Account,
  userId?: string,
): Promise<readonly string[]> {
  const name = await accountName(provider, providers, accountScope)
  const named = [name, providerAccountId, ...(userId === undefined ? [] : [String(userId)])]
  return mac('first sign-in').signAll(JSON.stringify(named))
}
