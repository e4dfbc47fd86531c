import type { AdapterUser } from '../../adapters/contract.js'
import type { SignInContext } from '../../builder/spec.js'
import { InvalidCheck, OAuthAccountNotLinked } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { IdentifiedUser } from '../../model/user.js'
import { asError } from '../as-error.js'
import { setCookies } from '../cookies/cookie-exchange.js'
import type { Identity } from '../flows/identity.js'
import type { GuardedAdapter } from '../instance/guarded-adapter.js'
import type { Instance } from '../instance/instance.js'
import type { Exchange } from '../request/exchange.js'
import type { Login } from '../sessions/session-strategy.js'
import { decide } from './decide.js'
import type { Decision } from './decision.js'
import { firstLogin } from './first-login.js'
import { linkOrFind } from './link-account.js'
import { removeUser } from './remove-user.js'
import { sameId } from './same-id.js'
import { newOwner, provenOwner } from './store-owner.js'
import type { Stored } from './stored.js'
import { warnOfLeftUser } from './warn-of-left-user.js'

/** How a login ended: signed in, or sent elsewhere by `callbacks.signIn`. */
export type LoginOutcome =
  | { readonly kind: 'signedIn'; readonly isNewUser: boolean }
  | { readonly kind: 'redirected'; readonly location: string }

/** What a login knows of the flow that led to it. */
export interface LoginOptions {
  /** The id of the user who was signed in when the flow began; the account is linked to them. */
  readonly linkTo: string | undefined
}

/**
 * Signs somebody in. Every flow ends here, and nothing else creates a session.
 *
 * It decides first, then writes, then starts the session: a sign-in that is refused stores nothing, one whose
 * session cannot be started takes back what it stored, and one that is interrupted is finished by the next attempt.
 */
export async function login(
  identity: Identity,
  { linkTo }: LoginOptions,
  instance: Instance,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const { callbacks, emit, logger } = instance
  const decision = await decide(identity, await boundUser(linkTo, instance, exchange), instance)
  logger.debug(`login with '${identity.provider}'`, { account: decision.kind })
  const location = await callbacks.signIn(signInContext(identity, decision), exchange.origin)
  if (location !== undefined) return { kind: 'redirected', location }

  const { user, isNewUser, undo } = await store(identity, decision, instance, exchange)
  const { provider, account, profile } = identity
  const done: Login = { provider, user, account, isNewUser, ...(profile && { profile }) }
  const session = await exchange.site.sessions.start(done, exchange).catch(async (error: unknown) => {
    await undo?.()
    throw error
  })
  setCookies(exchange, [await exchange.site.csrf.renew(session)])
  await emit('signIn', done)
  return { kind: 'signedIn', isNewUser }
}

/** The user to link to. A flow that began signed in ends so, as the same user, or not at all. */
async function boundUser(
  userId: string | undefined,
  { adapter }: Instance,
  exchange: Exchange,
): Promise<AdapterUser | null> {
  if (userId === undefined) return null
  const { sessions } = exchange.site
  const live = await sessions.find(exchange)
  if (!live || !sameId(live.userId, userId)) {
    throw new InvalidCheck('Whoever began this sign-in is not signed in any more.')
  }
  if (!adapter) return null
  const user = live.strategy === 'database' ? live.user : await adapter.getUser(live.userId)
  if (user && sameId(user.id, userId)) return user
  // A sealed session outlives its user, and would end the next sign-in here, too.
  sessions.clear(exchange)
  throw new InvalidCheck('The user who began this sign-in is not stored any more.')
}

function signInContext(identity: Identity, decision: Decision): SignInContext {
  const { provider, account, profile, credentials } = identity
  return {
    provider,
    user: userOf(identity, decision),
    account,
    ...(profile && { profile }),
    ...(credentials !== undefined && { credentials }),
  }
}

function userOf(identity: Identity, decision: Decision): IdentifiedUser {
  return 'user' in decision ? decision.user : identity.user
}

async function store(
  identity: Identity,
  decision: Decision,
  instance: Instance,
  exchange: Exchange,
): Promise<Stored> {
  const { adapter, emit } = instance
  if (!adapter || decision.kind === 'unstored') return { user: userOf(identity, decision), isNewUser: false }
  if (identity.credential) {
    const { storeCredential } = await import('./store-credential.js')
    return storeCredential(identity, identity.credential, decision, adapter, instance)
  }
  const linked = (user: AdapterUser, account: Account): Awaitable<void> =>
    emit('linkAccount', { provider: identity.provider, user, account, profile: identity.user })
  switch (decision.kind) {
    case 'known':
      await updateTokens(identity, decision.user, adapter)
      return { user: decision.user, isNewUser: false }
    case 'owner':
      return { user: await provenOwner(decision.user, adapter, instance, exchange), isNewUser: false }
    case 'join': {
      const { user, isNewUser } = await newOwner(identity, adapter, instance, exchange)
      return isNewUser ? { user, isNewUser, undo: () => removeUser(user, instance) } : { user, isNewUser }
    }
    case 'link': {
      const { user, link } = decision
      const { owner, by } = await linkOrFind(link, user, adapter)
      if (!sameId(owner.id, user.id)) {
        throw new OAuthAccountNotLinked('Another user has linked the account just now.')
      }
      if (by === 'another') return { user, isNewUser: false }
      await warnOfLeftUser(link, user, instance)
      await linked(user, link)
      return { user, isNewUser: false, undo: () => unlink(link, instance) }
    }
    case 'resume':
    case 'create': {
      const { user, isNewUser } = await finishFirstLogin(identity, decision, adapter, instance)
      if (!isNewUser) return { user, isNewUser }
      await emit('createUser', { user })
      await linked(user, decision.link)
      return { user, isNewUser, undo: () => removeUser(user, instance) }
    }
  }
}

async function unlink(account: Account, { adapter, logger }: Instance): Promise<void> {
  if (!adapter?.has('unlinkAccount')) return
  await adapter.unlinkAccount(account).catch((error: unknown) => logger.error(asError(error)))
}

async function finishFirstLogin(
  identity: Identity,
  decision: Extract<Decision, { kind: 'resume' | 'create' }>,
  adapter: GuardedAdapter,
  instance: Instance,
): Promise<{ user: AdapterUser; isNewUser: boolean }> {
  const { link } = decision
  if (decision.kind === 'create') return firstLogin(decision.id, identity, link, adapter, instance)
  const { owner, by } = await linkOrFind(link, decision.user, adapter)
  return { user: owner, isNewUser: by === 'us' }
}

async function updateTokens({ link }: Identity, user: AdapterUser, adapter: GuardedAdapter): Promise<void> {
  if (link && adapter.has('updateAccount')) await adapter.updateAccount({ ...link, userId: user.id })
}
