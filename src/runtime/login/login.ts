import type { AdapterUser } from '../../adapters/contract.js'
import type { SignInContext } from '../../builder/spec.js'
import { AccountNotLinked, InvalidCheck, OAuthAccountNotLinked } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { IdentifiedUser } from '../../model/user.js'
import { addCookies } from '../http/cookies.js'
import { withQuery } from '../http/redirects.js'
import type { LiveSession, Login } from '../sessions/session-strategy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { LoginCapabilities, LoginExchange } from './capabilities.js'
import { decide } from './decide.js'
import type { Decision, Stored } from './decision.js'
import { userOfAddress } from './email-address.js'
import { firstLogin, resumeFirstLogin } from './first-login.js'
import { type Identity, sameId } from './identity.js'
import { linkOrFind, removeUser, unlink, warnOfLeftUser } from './linked-accounts.js'
import { beginFirstSignIn, takeFirstSignIn } from './pending-sign-in.js'
import { newOwner, provenOwner } from './store-owner.js'

/** How a login ended: signed in, or sent elsewhere by `callbacks.signIn`. */
export type LoginOutcome =
  | { readonly kind: 'signedIn'; readonly isNewUser: boolean }
  | { readonly kind: 'redirected'; readonly location: string }

/** What a login knows of the flow that led to it. */
export interface LoginOptions {
  /** The id of the user to whom the account is to be linked. Without it, the login replaces any session. */
  readonly linkTo: string | undefined
}

/**
 * Signs a user in. Every flow ends here, and nothing else creates a session.
 *
 * It decides first, then writes, then starts the session: a sign-in that is refused stores nothing, one whose
 * session cannot be started takes back what it stored, and one that is interrupted is finished by the next attempt.
 */
export async function login(
  identity: Identity,
  { linkTo }: LoginOptions,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<LoginOutcome> {
  const { emit, logger } = instance
  const bound = await boundSession(linkTo, instance, exchange)
  const decision = await decide(identity, bound?.user ?? null, instance)
  logger.debug(`login with '${identity.provider}'`, { account: decision.kind })
  const location = await allow(identity, decision, instance, exchange)
  if (location !== undefined) return { kind: 'redirected', location }

  const { user, isNewUser, undo, unlink } = await store(identity, decision, instance, exchange)
  const orTakeBack =
    (takeBack: Stored['undo']) =>
    async (error: unknown): Promise<never> => {
      await takeBack?.()
      throw error
    }
  await boundSession(linkTo, instance, exchange).catch(orTakeBack(unlink))
  const { provider, account, profile } = identity
  const done: Login = { provider, user, account, isNewUser, ...(profile && { profile }) }
  const { sessions, csrf } = exchange.site
  // A login that the user did not have yet proves nothing about them: an attacker with a session could add one.
  const added = decision.kind === 'link' ? bound?.live : undefined
  const session = await sessions.start(done, exchange, added).catch(orTakeBack(undo))
  await requireAttached(identity, user.id, instance).catch(async (error: unknown) => {
    await sessions.discard(session, exchange)
    throw error
  })
  addCookies(exchange, [await csrf.renew(session)])
  await emit('signIn', done)
  return { kind: 'signedIn', isNewUser }
}

/** Calls `callbacks.signIn`. An interrupted first sign-in that it rejects can still be finished afterwards. */
async function allow(
  identity: Identity,
  decision: Decision,
  instance: LoginCapabilities,
  { origin }: LoginExchange,
): Promise<string | undefined> {
  const restore = async (): Promise<void> => {
    if (decision.kind === 'resume') await beginFirstSignIn(decision.link, decision.user.id, instance)
  }
  try {
    const location = await instance.callbacks.signIn(signInContext(identity, decision), origin)
    if (location !== undefined) await restore()
    return location
  } catch (error) {
    await restore()
    throw error
  }
}

/**
 * Reads the account once more when the session has started: a request that removes an account, or verifies an address, at the
 * same time ends the sessions that there are, and this one is among them or is discarded here.
 */
async function requireAttached(
  { link, owner, user: { email } }: Identity,
  userId: string,
  { adapter }: LoginCapabilities,
): Promise<void> {
  if (!adapter || (!link && owner === undefined)) return
  const holder = link
    ? await adapter.getUserByAccount({ provider: link.provider, providerAccountId: link.providerAccountId })
    : await userOfAddress(email ?? '', adapter)
  if (holder && sameId(holder.id, userId)) return
  throw new AccountNotLinked('The account was removed from its user during the sign-in.')
}

/** The session of the user to link to. */
interface BoundSession {
  readonly live: LiveSession
  /** `null` without an adapter. */
  readonly user: AdapterUser | null
}

/** The session to link to. A flow that began signed in ends so, as the same user, or not at all. */
async function boundSession(
  userId: string | undefined,
  { adapter }: LoginCapabilities,
  exchange: LoginExchange,
): Promise<BoundSession | null> {
  if (userId === undefined) return null
  const { sessions } = exchange.site
  const live = await sessions.find(exchange)
  if (!live || !sameId(live.userId, userId)) {
    throw new InvalidCheck('The user who started this sign-in is not signed in any more.')
  }
  if (!adapter) return { live, user: null }
  const user = live.strategy === 'database' ? live.user : await adapter.getUser(live.userId)
  if (user && sameId(user.id, userId)) return { live, user }
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
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<Stored> {
  const { adapter, emit } = instance
  if (!adapter || decision.kind === 'unstored') return { user: userOf(identity, decision), isNewUser: false }
  if (identity.credential) {
    const { storeCredential } = await import('./credential.js')
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
      await forgetFirstSignIn(identity, link, user, adapter, instance)
      await linked(user, link)
      const takeBack = (): Promise<void> => unlink(link, instance)
      return { user, isNewUser: false, undo: takeBack, unlink: takeBack }
    }
    case 'resume':
    case 'create': {
      const { user, isNewUser } =
        decision.kind === 'create'
          ? await firstLogin(identity, decision.link, adapter, instance)
          : await resumeFirstLogin(decision.user, decision.link, adapter, instance)
      if (!isNewUser) return { user, isNewUser }
      await emit('createUser', { user })
      await linked(user, decision.link)
      return { user, isNewUser, undo: () => removeUser(user, instance) }
    }
  }
}

/** Ends the interrupted first sign-in of an account that is another user's now, and logs the user whom it left. */
async function forgetFirstSignIn(
  { user: { email } }: Identity,
  link: Account,
  owner: AdapterUser,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
): Promise<void> {
  if (!email || adapter.has('inTransaction')) return
  const left = await adapter.getUserByEmail(email).catch(() => null)
  if (!left || sameId(left.id, owner.id)) return
  if (await takeFirstSignIn(link, left.id, instance)) warnOfLeftUser(link, left.id, instance.logger)
}

async function updateTokens({ link }: Identity, user: AdapterUser, adapter: GuardedAdapter): Promise<void> {
  if (link && adapter.has('updateAccount')) await adapter.updateAccount({ ...link, userId: user.id })
}

/** Where to redirect after a login. */
export function destination(
  outcome: LoginOutcome,
  callbackUrl: string,
  { spec }: LoginCapabilities,
  { origin }: LoginExchange,
): string {
  if (outcome.kind === 'redirected') return outcome.location
  const { newUser } = spec.pages
  return outcome.isNewUser && newUser ? withQuery(origin + newUser, { callbackUrl }) : callbackUrl
}
