import type { AdapterUser } from '../../../adapters/contract.js'
import { AdapterError, AuthError, CallbackRouteError, MissingAdapter } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { OwnUser, OwnUsers, ProviderIdentity, ProviderSignIn } from '../../../model/user.js'
import { asError } from '../../core/base/as-error.js'
import { inTime } from '../../core/base/in-time.js'
import { membersOf } from '../../core/base/members-of.js'
import { redactErrors } from '../../core/config/logger.js'
import type { Stored } from '../../core/login/decision.js'
import { type Identity, sameId, stateOf } from '../../core/login/identity.js'
import { MAX_ID_LENGTH, stableId } from '../../core/login/stable-id.js'
import type { UserStore } from '../../core/login/user-store.js'
import type { App } from '../../core/object-lifetimes.js'
import { accountName } from '../../core/storage/account-names.js'

/** Maximum time that a function of `.users()` may take. */
const TIME_LIMIT_MS = 5_000

export function ownUsers(app: App): UserStore {
  return {
    async decide(identity) {
      const { claim, user } = identity
      if (claim.kind === 'password' || claim.kind === 'newUser')
        throw new MissingAdapter(
          'Passwords are stored by an adapter: .users() cannot store them. Call .adapter() instead of .users().',
        )
      if (claim.kind === 'none' || claim.kind === 'address') return { kind: 'unstored', user }
      const { link } = claim
      const found = await find(await providerIdentity(identity, link, app), app)
      return found ? { kind: 'known', user: found } : { kind: 'create', link }
    },
    async store(identity, decision) {
      if (decision.kind === 'unstored') return { user: decision.user, isNewUser: false }
      const { claim } = identity
      if (!('link' in claim))
        throw new TypeError(
          `.users() stores only users with an account at a provider (claim '${claim.kind}'). Call .adapter() for other sign-in methods.`,
        )
      return storeOwnUser(identity, claim.link, decision.kind === 'known' ? decision.user : undefined, app)
    },
    release: async () => undefined,
    requireAttached: async () => undefined,
    userOf: () => undefined,
  }
}

/**
 * Updates or creates the user. If `create` fails or returns nothing, another request may have just stored the
 * user.
 */
async function storeOwnUser(
  identity: Identity,
  link: Account,
  known: AdapterUser | undefined,
  app: App,
): Promise<Stored> {
  const { user, profile } = identity
  const key = await providerIdentity(identity, link, app)
  const signIn: ProviderSignIn = { ...key, user, profile, ...stateOf(identity, app) }
  if (known) return { user: await update(known, signIn, app), isNewUser: false }
  let failure: unknown
  const created = await call('create', [signIn], app).catch((error: unknown) => {
    if (!(error instanceof AdapterError)) throw error
    failure = error
  })
  if (created) {
    await app.emit('createUser', { user: created, ...stateOf(identity, app) })
    return { user: created, isNewUser: true }
  }
  const other = await find(key, app).catch((error: unknown) => {
    throw failure ?? error
  })
  if (other) return { user: other, isNewUser: false }
  throw (
    failure ??
    new CallbackRouteError(
      '`users.create` returned no user, and `users.find` found none. Return the new user from `users.create`.',
    )
  )
}

async function update(known: AdapterUser, signIn: ProviderSignIn, app: App): Promise<AdapterUser> {
  const updated = await call('update', [known, signIn], app)
  if (!updated) return known
  if (!sameId(updated.id, known.id))
    throw new CallbackRouteError(
      '`users.update` returned another user. Return the user with the same `id`, or nothing.',
    )
  await app.emit('updateUser', { user: updated })
  return updated
}

async function find(key: ProviderIdentity, app: App): Promise<AdapterUser | undefined> {
  return call('find', [key], app)
}

async function providerIdentity(
  { verifiedEmail, issuer }: Identity,
  { provider, providerAccountId }: Account,
  { providers, accountScope }: App,
): Promise<ProviderIdentity> {
  return {
    provider: await accountName(provider, providers, accountScope),
    providerAccountId,
    issuer,
    tenant: accountScope.tenant,
    verifiedEmail,
  }
}

async function call(
  name: keyof OwnUsers<OwnUser>,
  args: readonly unknown[],
  { spec: { users }, logger }: App,
): Promise<AdapterUser | undefined> {
  const method = users?.[name] as ((...args: unknown[]) => unknown) | undefined
  if (!method) return undefined
  logger.debug(`users ${name}`)
  let result: unknown
  try {
    result = await redactErrors(
      () => inTime(Reflect.apply(method, users, args), TIME_LIMIT_MS),
      () => args.flatMap((each) => [each, membersOf(each)['profile']]),
    )
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AdapterError(`\`users.${name}\` failed.`, {
      cause: { err: asError(error), method: `users.${name}` },
    })
  }
  if (result === null || result === undefined) return undefined
  if (isUser(result)) return result
  throw new CallbackRouteError(
    `\`users.${name}\` must return a user or null. The \`id\` of a user is a safe integer, a \`bigint\`, or a string of 1 to ${MAX_ID_LENGTH} characters without control characters. Strings such as 'undefined' and '[object Object]' are refused.`,
  )
}

function isUser(result: unknown): result is AdapterUser {
  return stableId(membersOf(result)['id']) !== undefined
}
