import type { AdapterSession } from '../../../adapters/contract.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { sessionEnded } from '../../core/login/linking-flow.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

/**
 * Deletes the session that a new session replaces. If this fails, the sign-in fails, because a copy of the old
 * cookie would stay valid. Rejects if a login was added to a session that has ended since it was read.
 */
export async function replaceSession(
  previous: string,
  reason: 'signIn' | 'addedLogin',
  adapter: GuardedAdapter,
): Promise<void> {
  const isAdded = reason === 'addedLogin'
  try {
    // A missing row means that the old session was revoked. If all sessions of the user were revoked, the row
    // of the new session was deleted, too, because it was stored before this call.
    if (isAdded && (await isGone(previous, adapter))) throw sessionEnded()
    const deleted = await adapter.deleteSession(previous)
    // `null` means that another request has deleted the row. This does not hold for adapters of Auth.js, which
    // may always return `null`. They have no `deleteSessionById`.
    if (isAdded && deleted === null && adapter.has('deleteSessionById')) throw sessionEnded()
  } catch (error) {
    if (!(await isGone(previous, adapter).catch(() => false))) throw error
    if (isAdded) throw sessionEnded()
  }
}

/** Deletes a session. Some adapters reject the deletion of a row that does not exist any more. */
export async function deleteIfStored(
  token: string,
  { adapter, logger }: { readonly adapter: GuardedAdapter; readonly logger: LoggerInstance },
): Promise<AdapterSession | null> {
  try {
    return (await adapter.deleteSession(token)) ?? null
  } catch (error) {
    if (!(await isGone(token, adapter).catch(() => false))) throw error
    logger.debug('the adapter rejected the deletion of a missing session', { error })
    return null
  }
}

async function isGone(token: string, adapter: GuardedAdapter): Promise<boolean> {
  return !(await adapter.getSessionAndUser(token))?.user
}
