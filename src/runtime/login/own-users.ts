import type { AdapterUser } from '../../adapters/contract.js'
import { AdapterError, AuthError, CallbackRouteError } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { OwnUser, OwnUsers, ProviderIdentity, ProviderSignIn } from '../../model/user.js'
import { asError } from '../base/as-error.js'
import { accountName } from '../storage/account-keys.js'
import { inTime } from '../storage/in-time.js'
import type { Decision, Stored } from './account-linking.js'
import type { LoginCapabilities } from './capabilities.js'
import { type Identity, isMissingId, sameId, stateOf } from './identity.js'

/** Decides what a login writes where the application keeps the users: the account leads to one, or one is created. */
export async function decideOwnUser(
  identity: Identity,
  link: Account,
  instance: LoginCapabilities,
): Promise<Decision> {
  const user = await find(await identityOf(identity, link, instance), instance)
  return user ? { kind: 'known', user } : { kind: 'create', link }
}

/** Has the application create or update a user. A user whom another request created at the same moment is found. */
export async function storeOwnUser(
  identity: Identity,
  link: Account,
  known: AdapterUser | undefined,
  instance: LoginCapabilities,
): Promise<Stored> {
  const { user, profile } = identity
  const key = await identityOf(identity, link, instance)
  const signIn: ProviderSignIn = { ...key, user, profile, ...stateOf(identity, instance) }
  if (known) return { user: await update(known, signIn, instance), isNewUser: false }
  let failure: unknown
  const created = await call('create', [signIn], instance).catch((error: unknown) => {
    if (!(error instanceof AdapterError)) throw error
    failure = error
  })
  if (created) {
    await instance.emit('createUser', { user: created, ...stateOf(identity, instance) })
    return { user: created, isNewUser: true }
  }
  const other = await find(key, instance).catch((error: unknown) => {
    throw failure ?? error
  })
  if (other) return { user: other, isNewUser: false }
  throw failure ?? new CallbackRouteError('`users.create` returned no user, and `users.find` finds none.')
}

async function update(
  known: AdapterUser,
  signIn: ProviderSignIn,
  instance: LoginCapabilities,
): Promise<AdapterUser> {
  const updated = await call('update', [known, signIn], instance)
  if (!updated) return known
  if (!sameId(updated.id, known.id)) throw new CallbackRouteError('`users.update` returned another user.')
  await instance.emit('updateUser', { user: updated })
  return updated
}

async function find(key: ProviderIdentity, instance: LoginCapabilities): Promise<AdapterUser | undefined> {
  return call('find', [key], instance)
}

async function identityOf(
  { user, address, issuer }: Identity,
  { provider, providerAccountId }: Account,
  { providers, accountScope }: LoginCapabilities,
): Promise<ProviderIdentity> {
  return {
    provider: await accountName(provider, providers, accountScope),
    providerAccountId,
    issuer,
    tenant: accountScope.tenant,
    verifiedEmail: address === 'proven' ? (user.email ?? null) : null,
  }
}

/** The user that a function of the application returns. What it throws fails as a database does. */
async function call(
  name: keyof OwnUsers<OwnUser>,
  args: readonly unknown[],
  { spec: { users }, logger }: LoginCapabilities,
): Promise<AdapterUser | undefined> {
  const method = users?.[name] as ((...args: unknown[]) => unknown) | undefined
  if (!method) return undefined
  logger.debug(`users ${name}`)
  let result: unknown
  try {
    result = await inTime(Reflect.apply(method, users, args))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AdapterError(`\`users.${name}\` failed.`, {
      cause: { err: asError(error), method: `users.${name}` },
    })
  }
  if (result === null || result === undefined) return undefined
  if (isUser(result)) return result
  throw new CallbackRouteError(
    `\`users.${name}\` must return a user with an \`id\`, a string of 1 to 255 characters or an integer, or null.`,
  )
}

/** A number beyond the safe integers may stand for several users, and `String()` makes one of every object, or of a column that is missing. */
function isUser(result: unknown): result is AdapterUser {
  const { id } = Object(result) as { id?: unknown }
  return typeof id === 'string'
    ? /^\P{Cc}{1,255}$/u.test(id) && !isMissingId(id)
    : Number.isSafeInteger(id) || typeof id === 'bigint'
}
