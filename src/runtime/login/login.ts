import type { AdapterUser } from '../../adapters/contract.js'
import type { SignInContext } from '../../builder/spec.js'
import { AccountNotLinked, CredentialsSignin, InvalidCheck } from '../../errors.js'
import type { IdentifiedUser, SignInIntent } from '../../model/user.js'
import { addCookies, clearChunked } from '../http/cookies.js'
import { withQuery } from '../http/redirects.js'
import type { Login } from '../sessions/session-strategy.js'
import type { Decision, Stored } from './account-linking.js'
import type { LoginCapabilities, LoginExchange } from './capabilities.js'
import { type Identity, sameId, stateOf } from './identity.js'
import { storeLastUsed } from './last-used.js'
import type { LinkedSession } from './link-to-session.js'
import type { Linking } from './linking.js'

/** How a login ended: signed in, or sent elsewhere by `callbacks.signIn`. */
export type LoginOutcome =
  | {
      readonly kind: 'signedIn'
      readonly isNewUser: boolean
      /** Names the session, as `SessionStrategy.start` returned it. */
      readonly session: string
      /** How linking ended, where the flow was to add a login. */
      readonly linked?: 'linked' | 'alreadyLinked'
    }
  | { readonly kind: 'redirected'; readonly location: string }

/** What a login knows of the flow that led to it. */
export interface LoginOptions {
  /** The session to which the account is to be added. Without it, the login replaces any session. */
  readonly linkTo: Linking | undefined
  /** Whether the sign-ins of a user were ended since the flow began. Called when the session has started. */
  readonly wasEnded?: (userId: string) => Promise<boolean>
}

/**
 * Signs a user in. Every flow ends here, and nothing else creates a session.
 *
 * It decides first, then writes, then starts the session: a sign-in that is refused stores nothing, one whose
 * session cannot be started takes back what it stored, and one that is interrupted is finished by the next attempt.
 */
export async function login(
  identity: Identity,
  { linkTo, wasEnded }: LoginOptions,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<LoginOutcome> {
  const { emit, logger } = instance
  const bound = await linkedSession(linkTo, instance, exchange)
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
  await linkedSession(linkTo, instance, exchange).catch(orTakeBack(unlink))
  const { provider, account, profile } = identity
  const done: Login = {
    ...{ provider, user, account, isNewUser },
    ...(profile && { profile }),
    ...stateOf(identity, instance),
  }
  const { sessions, csrf, cookies } = exchange.context
  // A login that the user did not have yet proves nothing about them: an attacker with a session could add one.
  const added = decision.kind === 'link' ? bound?.live : undefined
  const session = await sessions
    .start(
      {
        ...done,
        mark: identity.mark,
        end: identity.end,
        device: await instance.deviceOf(exchange.request),
        isBrief: await isBrief(identity, instance, exchange),
      },
      exchange,
      added,
    )
    // What a session that has ended was to add is taken off its user, as above.
    .catch(async (error: unknown) =>
      orTakeBack(error instanceof InvalidCheck ? (unlink ?? undo) : undo)(error),
    )
  await requireAttached(identity, user.id, wasEnded, instance).catch(async (error: unknown) => {
    await sessions.discard(session, exchange)
    throw error
  })
  addCookies(exchange, [await csrf.renew(session)])
  if (instance.spec.options.lastUsed && !added) storeLastUsed(provider, exchange)
  if (exchange.cookies.has(cookies.providerSession.name)) {
    const atProvider = await exchange.context.providerSessions()
    await atProvider.follow(added && (await sessions.key(exchange)), session, exchange)
  }
  // Tokens in the cookie belong to the session that was replaced.
  addCookies(exchange, clearChunked(cookies.providerTokens, exchange.cookies))
  await emit('signIn', done)
  const linked = decision.kind === 'link' ? 'linked' : 'alreadyLinked'
  return { kind: 'signedIn', isNewUser, session, ...(bound && { linked }) }
}

/**
 * Decides what a login is to write. Throws `OAuthAccountNotLinked` when the account, or its address,
 * belongs to another user.
 *
 * @param current - The user who was signed in when the flow began, and still is.
 */
async function decide(
  identity: Identity,
  current: AdapterUser | null,
  instance: LoginCapabilities,
): Promise<Decision> {
  const { adapter } = instance
  const { link, user, credential, owner: ofAddress } = identity
  if (ofAddress !== undefined) return ofAddress ? { kind: 'owner', user: ofAddress } : { kind: 'join' }
  if (!link) return { kind: 'unstored', user }
  if (instance.spec.users) {
    const { decideOwnUser } = await import('./own-users.js')
    return decideOwnUser(identity, link, instance)
  }
  // Two providers may return the same id for different users.
  if (!adapter) return { kind: 'unstored', user: { ...user, id: `${link.provider}|${user.id}` } }
  if (credential) {
    const { decideCredential } = await import('./credential.js')
    return decideCredential(identity, credential, link, current, adapter)
  }
  const { decideAccount } = await import('./account-linking.js')
  return decideAccount(identity, link, current, adapter, instance)
}

/** Whether the user could choose to stay signed in, and did not. */
async function isBrief(
  { provider }: Identity,
  { spec, providers }: LoginCapabilities,
  exchange: LoginExchange,
): Promise<boolean> {
  if (!spec.session.remember) return false
  const type = providers.get(provider)?.type
  const { takeChoice } = await import('../sessions/remember.js')
  return !takeChoice(exchange, type === 'credentials' || type === 'webauthn' ? 'form' : 'flow')
}

/** Calls `callbacks.signIn`. An interrupted first sign-in that it rejects can still be finished afterwards. */
async function allow(
  identity: Identity,
  decision: Decision,
  instance: LoginCapabilities,
  { origin }: LoginExchange,
): Promise<string | undefined> {
  const restore = async (): Promise<void> => {
    if (decision.kind !== 'resume') return
    const { beginFirstSignIn } = await import('./first-login.js')
    await beginFirstSignIn(decision.link, decision.user.id, instance)
  }
  try {
    const location =
      (await instance.callbacks.signIn(signInContext(identity, decision, instance), origin)) ??
      (await signUp(identity, decision, instance, origin))
    if (location !== undefined) await restore()
    return location
  } catch (error) {
    await restore()
    throw error
  }
}

/** Asks the sign-up policy, where a user would be created. */
async function signUp(
  identity: Identity,
  decision: Decision,
  instance: LoginCapabilities,
  origin: string,
): Promise<string | undefined> {
  const { provider, user, account } = identity
  if (instance.spec.signUp === undefined || intentOf(decision) !== 'signUp') return undefined
  const { allowSignUp } = await import('./sign-up.js')
  return allowSignUp(
    { provider, user, account, email: user.email ?? null, ...stateOf(identity, instance) },
    instance,
    origin,
  )
}

function intentOf({ kind }: Decision): SignInIntent {
  switch (kind) {
    case 'create':
    case 'join':
    case 'resume':
      return 'signUp'
    case 'link':
      return 'link'
    default:
      return 'signIn'
  }
}

/**
 * Reads the account once more when the session has started: a request that removes an account, changes a password or verifies an address, at the
 * same time ends the sessions that there are, and this one is among them or is discarded here.
 */
async function requireAttached(
  { link, owner, user: { email } }: Identity,
  userId: string,
  wasEnded: LoginOptions['wasEnded'],
  { adapter }: LoginCapabilities,
): Promise<void> {
  if (await wasEnded?.(userId))
    throw new CredentialsSignin(
      'The sessions of the user, and with them this sign-in, were ended before it was finished.',
    )
  if (!adapter || (!link && owner === undefined)) return
  const holder = link
    ? await adapter.getUserByAccount({ provider: link.provider, providerAccountId: link.providerAccountId })
    : await ownerOf(email ?? '', adapter)
  if (holder && sameId(holder.id, userId)) return
  throw new AccountNotLinked('The account was removed from its user during the sign-in.')
}

/** Loaded for addresses alone. */
async function ownerOf(
  address: string,
  adapter: NonNullable<LoginCapabilities['adapter']>,
): Promise<AdapterUser | null> {
  const { userOfAddress } = await import('./email-address.js')
  return userOfAddress(address, adapter)
}

/** The session to link to, where the flow began to add a login. */
async function linkedSession(
  linkTo: Linking | undefined,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<LinkedSession | null> {
  if (!linkTo) return null
  const { requireLinking } = await import('./link-to-session.js')
  return requireLinking(linkTo, instance, exchange)
}

function signInContext(identity: Identity, decision: Decision, instance: LoginCapabilities): SignInContext {
  const { provider, account, profile, credentials } = identity
  return {
    provider,
    user: userOf(identity, decision),
    account,
    ...(profile && { profile }),
    ...(credentials !== undefined && { credentials }),
    intent: intentOf(decision),
    ...stateOf(identity, instance),
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
  const { adapter, spec } = instance
  if (spec.users && identity.link) {
    const { storeOwnUser } = await import('./own-users.js')
    const known = decision.kind === 'known' ? decision.user : undefined
    return storeOwnUser(identity, identity.link, known, instance)
  }
  if (!adapter || decision.kind === 'unstored') return { user: userOf(identity, decision), isNewUser: false }
  if (identity.credential) {
    const { storeCredential } = await import('./credential.js')
    return storeCredential(identity, identity.credential, decision, adapter, instance)
  }
  const { storeLogin } = await import('./account-linking.js')
  return storeLogin(identity, decision, adapter, instance, exchange)
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
