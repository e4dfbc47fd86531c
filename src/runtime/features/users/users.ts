import type { AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked, InvalidRequest, MissingAdapter } from '../../../errors.js'
import { asError } from '../../core/base/as-error.js'
import { canonicalAddress, receivedAddress, userOfAddress } from '../../core/login/email-address.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { lowerCase, sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { DEFAULT_LIMIT, type ListUsersOptions, MAX_LIMIT, type UsersPage } from './user-list.js'

export async function listUsers(
  app: App,
  { limit = DEFAULT_LIMIT, after }: ListUsersOptions,
): Promise<UsersPage<AdapterUser>> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new InvalidRequest(`\`limit\` of users.list() must be an integer from 1 to ${MAX_LIMIT}.`)
  }
  const found = await adapterOf(app).listUsers({ limit: limit + 1, ...(after !== undefined && { after }) })
  const users = found.slice(0, limit)
  return { users, next: found.length > limit ? (users.at(-1)?.id ?? null) : null }
}

export async function getUser(app: App, id: string): Promise<AdapterUser | null> {
  const user = await adapterOf(app).getUser(id)
  return user && sameId(user.id, id) ? user : null
}

export async function getUserByEmail(app: App, email: string): Promise<AdapterUser | null> {
  const adapter = adapterOf(app)
  // A sign-in with a provider may not store the canonical form.
  return (await userOfAddress(receivedAddress(email), adapter)) ?? userOfAddress(addressOf(email), adapter)
}

/**
 * Returns the canonical e-mail address, or `undefined`. Plain JavaScript may pass a value that is not a
 * string.
 */
function addressOf(email: unknown): string | undefined {
  return typeof email === 'string' ? canonicalAddress(email) : undefined
}

/**
 * Returns the e-mail address to store. Converts an unchanged e-mail address only to lower case, because a
 * provider may have stored a form that is not canonical.
 *
 * @param stored - In lower case.
 */
function changedAddress(email: unknown, stored: string): string | undefined {
  return typeof email === 'string' && lowerCase(email) === stored ? stored : addressOf(email)
}

/**
 * Changes a user. Stores the e-mail address in the form in which sign-ins look it up. Makes a changed e-mail
 * address unverified, because not every adapter does. Never changes the `id`, which plain JavaScript could
 * pass.
 */
export async function updateUser(
  app: App,
  id: string,
  changes: { readonly email?: string | null; readonly emailVerified?: Date | null },
): Promise<AdapterUser | null> {
  const before = await getUser(app, id)
  if (!before) return null
  const { email } = changes
  const adapter = adapterOf(app)
  if (email === undefined) return adapter.updateUser({ ...changes, id })
  const stored = lowerCase(before.email ?? '')
  const address = email === null ? null : changedAddress(email, stored)
  if (address === undefined) throw new InvalidRequest('`email` of users.update() is not one e-mail address.')
  const { emailVerified = address === stored ? before.emailVerified : null } = changes
  const changed = { ...changes, email: address, id, ...(address !== before.email && { emailVerified }) }
  if (address === null) return adapter.updateUser(changed)
  try {
    return await adapter.updateUser(changed)
  } catch (error) {
    // A concurrent request may have stored the e-mail address.
    const holder = await userOfAddress(address, adapter).catch(() => null)
    if (!holder || sameId(holder.id, id)) throw error
    throw new AccountNotLinked(
      'Another user already has the e-mail address that was passed to users.update().',
      {
        cause: { err: asError(error) },
      },
    )
  }
}

/**
 * Deletes a user. Deletes remaining data even if there is no such user, because an earlier deletion may have
 * failed halfway. Some databases compare ids loosely and find another user, who is not deleted.
 */
export async function deleteUser(app: App, id: string): Promise<boolean> {
  const adapter = adapterOf(app)
  const user = await adapter.getUser(id)
  if (user && !sameId(user.id, id)) {
    await endSessions(app, id)
    return false
  }
  const accounts = await adapter.listAccountsByUserId(id)
  // End the sessions before the deletion, so that the user is kept if the store fails. End them again
  // afterwards, because a sign-in may have started a session in the meantime.
  await endSessions(app, id)
  await adapter.deleteUser(id)
  await endSessions(app, id)
  await app.tokensEnded(accounts)
  return Boolean(user)
}

/** Ends the sessions of a user. Sessions in the database are deleted with the user. */
async function endSessions(app: App, id: string): Promise<void> {
  await endSignIns(id, app)
  if (app.spec.session.strategy === 'jwt') await app.revocations.revokeAll(id)
}

function adapterOf({ adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('users() needs an adapter: call .adapter() before .build().')
}
