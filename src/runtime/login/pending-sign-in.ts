import type { Account } from '../../model/account.js'
import { asError } from '../base/as-error.js'
import { createMac } from '../crypto/mac.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { LoginCapabilities } from './capabilities.js'

/**
 * The record of a first sign-in between its two writes, the user and the account, where the adapter has no transactions.
 * Only while it exists may the next sign-in with the account finish this one: a user without accounts proves nothing, the
 * account may have been unlinked.
 */
export interface PendingSignIn {
  /** Deletes the record. Throws when it may still exist. */
  remove(): Promise<void>
}

/** Milliseconds for which an interrupted first sign-in can be finished. */
const MAX_AGE = 15 * 60 * 1000

/** The identifier of the records among verification tokens. It is no e-mail address, so no mail and no link names it. */
const IDENTIFIER = 'first-sign-in'

/** Seconds for which a first sign-in counts as in progress: longer than the timeout of a database. */
const RUNNING_AGE = 10

/** Does work that stores a user and the account, while other logins with the account wait for it. */
export async function duringFirstSignIn<Result>(
  account: Account,
  instance: LoginCapabilities,
  work: () => Promise<Result>,
): Promise<Result> {
  const { store, logger } = instance
  const running = runningKeyOf(await tagOf(instance, account))
  await store.set(running, 'running', RUNNING_AGE)
  try {
    return await work()
  } finally {
    await Promise.resolve(store.consume(running)).catch((error: unknown) => logger.error(asError(error)))
  }
}

/**
 * Writes the record: as a verification token where the adapter has them, so that it outlives the process, else in the
 * store. A database of an application without e-mail providers may lack the table; the store stands in for it.
 */
export async function beginFirstSignIn(
  account: Account,
  userId: string,
  instance: LoginCapabilities,
): Promise<PendingSignIn> {
  const { adapter, store, clock, logger, providers } = instance
  const tag = await tagOf(instance, account, userId)
  if (adapter && hasTokens(adapter)) {
    const row = { identifier: IDENTIFIER, token: tag }
    try {
      await adapter.createVerificationToken({ ...row, expires: new Date(clock() + MAX_AGE) })
      return { remove: async () => void (await adapter.useVerificationToken(row)) }
    } catch (error) {
      if ([...providers.values()].some(({ type }) => type === 'email')) throw error
      logger.debug('the verification tokens cannot be written', { error: asError(error).message })
    }
  }
  await store.set(keyOf(tag), 'pending', MAX_AGE / 1000)
  return { remove: async () => void (await store.consume(keyOf(tag))) }
}

/** Whether another request is storing a user with this account at the moment, as far as the store knows. */
export async function isFirstSignInRunning(account: Account, instance: LoginCapabilities): Promise<boolean> {
  return (await instance.store.get(runningKeyOf(await tagOf(instance, account)))) !== null
}

/** Whether a first sign-in with the account was interrupted after it stored this user. Its record is deleted. */
export async function takeFirstSignIn(
  account: Account,
  userId: string,
  instance: LoginCapabilities,
): Promise<boolean> {
  const { adapter, store, clock } = instance
  const tag = await tagOf(instance, account, userId)
  if (adapter && hasTokens(adapter)) {
    const row = await adapter.useVerificationToken({ identifier: IDENTIFIER, token: tag }).catch(() => null)
    // A database that compares loosely may return another row, and a date that cannot be read is in no future.
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

function runningKeyOf(tag: string): string {
  return `${IDENTIFIER}-running:${tag}`
}

/** Names an account, or an account and its user, and reveals neither. */
async function tagOf(
  { secrets }: LoginCapabilities,
  { provider, providerAccountId }: Account,
  userId?: string,
): Promise<string> {
  const named = [provider, providerAccountId, ...(userId === undefined ? [] : [String(userId)])]
  return createMac(secrets, 'first sign-in').sign(JSON.stringify(named))
}
