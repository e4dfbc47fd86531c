import type { SignInContext } from '../../../builder/spec.js'
import {
  AccountNotLinked,
  AuthError,
  CredentialsSignin,
  InvalidCheck,
  Verification,
} from '../../../errors.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import { addCookies } from '../http/cookies.js'
import { safeRedirect, withQuery } from '../http/redirects.js'
import type { App, Exchange } from '../lifetimes.js'
import { deviceOf } from '../sessions/device.js'
import { takeChoice } from '../sessions/remember.js'
import { sessionEnd } from '../sessions/session-rule.js'
import type { LiveSession, Login } from '../sessions/session-strategy.js'
import type { Decision, Stored } from './decision.js'
import { lastEnding, MAX_LOGIN_SECONDS, wereEndedSince } from './ended-sign-ins.js'
import type { Admission, LoginOptions, PendingLogin } from './hooks.js'
import { type Identity, sameId, stateOf } from './identity.js'
import { storeLastUsed } from './last-used.js'
import { type LinkedSession, requireLinking } from './link-to-session.js'
import type { Linking } from './linking-flow.js'
import { allowSignUp } from './sign-up.js'

/** How a login ended. */
export type LoginOutcome =
  | {
      readonly kind: 'signedIn'
      readonly isNewUser: boolean
      readonly userId: string
      /** Key of the session, as returned by `SessionStrategy.start`. */
      readonly session: string
      /** Result of linking, if the flow was to add a login. */
      readonly linked?: 'linked' | 'alreadyLinked'
    }
  /** Canceled by `callbacks.signIn`, the sign-up policy or a feature. */
  | { readonly kind: 'redirected'; readonly location: string }
  /**
   * Kept by a feature, which finishes it later. What the user has proven so far does not count as a failed
   * attempt.
   */
  | { readonly kind: 'pending'; readonly location: string; readonly userId: string }

/** The outcome of a login that does not sign the user in now. */
type Stopped = Exclude<LoginOutcome, { kind: 'signedIn' }>

/**
 * Signs a user in. Every flow ends here, and no other code creates a session.
 *
 * It decides first, then writes, then starts the session. A refused sign-in stores nothing. An interrupted
 * sign-in is finished by the next attempt. A failure after the write undoes it:
 *
 * | failure | undone by |
 * |---|---|
 * | a hook throws for a sign-up, or redirects it | `undo` |
 * | the session to link to has ended before the new session starts | `unlink` |
 * | it has ended while the new session starts | `unlink`, or `undo` if there is none |
 * | the new session cannot be started for another reason | `undo` |
 * | the new session is not confirmed, because another request changed the owner | only the session is discarded |
 * | it is not confirmed for another reason | `undo`, and the session is discarded |
 */
export async function login(
  identity: Identity,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const { emit, logger, users } = app
  const { linkTo, pendingSince = app.clock() } = options
  if (app.clock() - pendingSince >= MAX_LOGIN_SECONDS * 1000) {
    throw new InvalidCheck('The login was pending for more than an hour.')
  }
  const bound = await linkedSession(linkTo, app, exchange)
  const decision = await users.decide(identity, bound?.user ?? null)
  logger.debug(`login with '${identity.provider}'`, { account: decision.kind })
  const stopped = await allow(identity, decision, options, app, exchange)
  if (stopped) return stopped

  // Proving an e-mail address ends earlier sign-ins itself. If other code has ended this one, it must not
  // write first.
  if (options.pendingSince !== undefined && 'user' in decision)
    await requireNotEnded(options.lastEnding, decision.user.id, app)
  const stored = await users.store(identity, decision, exchange)
  const { user, undo, unlink } = stored
  if (isSignUp(decision)) {
    const held = await admit({ identity, user, intent: 'signUp' }, options, app, exchange).catch(
      rethrowAfter(undo),
    )
    // Otherwise the next attempt would be a sign-in, and features that check sign-ups would not see it.
    if (held?.kind === 'redirected') await undo?.()
    if (held) return held
  }
  await linkedSession(linkTo, app, exchange).catch(rethrowAfter(unlink))
  const { provider, account, profile } = identity
  const started: Started = {
    identity,
    login: {
      ...{ provider, user, account },
      // A pending sign-up is finished by the login of a user who is stored already.
      isNewUser: stored.isNewUser || admissionsOf(user, 'signUp', options).length > 0,
      ...(profile && { profile }),
      ...stateOf(identity, app),
    },
    // A login that was just added proves nothing about the user: an attacker with a session could add one.
    added: decision.kind === 'link' ? bound?.live : undefined,
    options,
    lastEnding: stored.lastEnding ?? options.lastEnding,
  }
  const session = await startSession(started, app, exchange).catch((error: unknown) =>
    rethrowAfter(error instanceof InvalidCheck ? (unlink ?? undo) : undo)(error),
  )
  await confirm(session, started, app, exchange).catch(async (error: unknown) => {
    // Keep an account that now belongs to another user, and a user whom another request has signed in.
    const isOthers = error instanceof AccountNotLinked || error instanceof Verification
    try {
      await exchange.site.sessions.discard(session, exchange)
    } finally {
      if (!isOthers) await undo?.()
    }
    throw error
  })
  await emit('signIn', started.login)
  const linked = decision.kind === 'link' ? 'linked' : 'alreadyLinked'
  const { isNewUser } = started.login
  return { kind: 'signedIn', isNewUser, userId: user.id, session, ...(bound && { linked }) }
}

/** A login with a stored user. */
interface Started {
  readonly identity: Identity
  readonly login: Login
  /** The session to which the login is added. */
  readonly added: LiveSession | undefined
  readonly options: LoginOptions
  /** The number of the last end of sign-ins that does not end this login. */
  readonly lastEnding: number | undefined
}

/** Undoes stored changes, and rethrows the error. */
function rethrowAfter(takeBack: Stored['undo']): (error: unknown) => Promise<never> {
  return async (error) => {
    await takeBack?.()
    throw error
  }
}

async function startSession(
  { identity, login, added, options }: Started,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const { sessions, rules } = exchange.site
  const { user, isNewUser } = login
  const fields = {
    mark: identity.mark,
    end: await sessionEnd(rules, { identity, user, isNewUser }),
    device: deviceOf(exchange.request, app),
    isBrief: options.isBrief ?? (await isBrief(identity, app, exchange)),
  }
  const session = await sessions.start({ ...login, ...fields }, exchange, added)
  exchange.site.hasSessions()
  return session
}

/**
 * Reads the account again after the session has started, and runs the hooks of features. A concurrent
 * request may remove the account, change the password or verify an e-mail address. Either that request ends
 * this session, or the error here discards it.
 */
async function confirm(
  session: string,
  { identity, login: { user, provider }, added, options: { linkTo }, lastEnding }: Started,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { sessions, csrf } = exchange.site
  await requireNotEnded(lastEnding, user.id, app)
  await app.users.requireAttached(identity, user.id)
  const continued = added && (await sessions.key(exchange))
  // `callbacks.jwt` may have refused to start a session.
  const hooks = session === '' ? [] : app.features
  const finished = { identity, userId: user.id, session, continued, linkTo, lastEnding }
  for (const { login: hook } of hooks) await hook?.after?.(finished, app, exchange)
  addCookies(exchange, [await csrf.renew(session)])
  if (app.spec.options.lastUsed && !added) storeLastUsed(provider, exchange)
}

/** Whether the user had the choice to stay signed in, and did not take it. */
async function isBrief({ provider: id }: Identity, app: App, exchange: Exchange): Promise<boolean> {
  if (!app.spec.session.remember) return false
  const provider = app.providers.get(id)
  const flow = provider && (await app.flowOf(provider))
  // A flow that starts with a form has stored the choice in a cookie.
  return !takeChoice(exchange, flow?.start ? 'flow' : 'form')
}

/**
 * Calls `callbacks.signIn`, the sign-up policy, and the hooks of features unless the user is new. Returns
 * the outcome if the login stops here. An interrupted first sign-in can still be finished later.
 */
async function allow(
  identity: Identity,
  decision: Decision,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<Stopped | undefined> {
  const { origin } = exchange
  const intent = intentOf(decision)
  try {
    const location =
      (await app.callbacks.signIn(signInContext(identity, decision, app), origin)) ??
      (await signUp(identity, decision, app, origin))
    const stopped: Stopped | undefined =
      location !== undefined
        ? { kind: 'redirected', location }
        : isSignUp(decision)
          ? undefined
          : await admit({ identity, user: userOf(identity, decision), intent }, options, app, exchange)
    if (stopped) await app.users.release(decision)
    return stopped
  } catch (error) {
    await app.users.release(decision)
    throw error
  }
}

/** Calls the `admit` hooks of features, except those that have already accepted this login. */
async function admit(
  { identity, user, intent }: Omit<PendingLogin, 'options'>,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<Stopped | undefined> {
  const admitted = admissionsOf(user, intent, options)
  for (const { name, login: hook } of app.features) {
    if (!hook?.admit || admitted.some((admission) => admission.name === name)) continue
    const resumed: LoginOptions = {
      ...options,
      pendingSince: options.pendingSince ?? app.clock(),
      lastEnding: options.lastEnding ?? (await lastEnding(app.commonStore)),
      isBrief: options.isBrief ?? (await isBrief(identity, app, exchange)),
      callbackUrl: options.callbackUrl ?? exchange.callbackUrl,
      admittedBy: [...admitted, { name, userId: String(user.id), intent }],
    }
    const pending = { identity: withoutOwner(identity), user, intent, options: resumed }
    const admission = await hook.admit(pending, app, exchange)
    if (admission.kind === 'continue') continue
    app.logger.debug(`login ${admission.kind} by '${name}'`)
    const location = safeRedirect(admission.location, exchange.origin, app.mount.prefix)
    if (location !== undefined) {
      return admission.kind === 'pending'
        ? { kind: 'pending', location, userId: user.id }
        : { kind: 'redirected', location }
    }
    throw new AuthError(
      `The hook \`admit\` of the feature '${name}' must redirect to a URL of the application, or to a path.`,
    )
  }
  return undefined
}

/**
 * The earlier admissions that still apply: those for the same user and purpose. When a pending sign-up is
 * finished, its user is stored and signs in.
 */
function admissionsOf(
  user: IdentifiedUser,
  intent: SignInIntent,
  { admittedBy = [] }: LoginOptions,
): readonly Admission[] {
  return admittedBy.filter(
    (admission) =>
      sameId(admission.userId, user.id) &&
      (admission.intent === intent || (admission.intent === 'signUp' && intent === 'signIn')),
  )
}

/** The e-mail address may belong to another user when the login is finished. */
function withoutOwner(identity: Identity): Identity {
  if (identity.claim.kind !== 'address') return identity
  const { owner: _, ...claim } = identity.claim
  return { ...identity, claim }
}

/** Calls the sign-up policy if a user would be created. */
async function signUp(
  identity: Identity,
  decision: Decision,
  app: App,
  origin: string,
): Promise<string | undefined> {
  const { provider, user, account, verifiedEmail } = identity
  if (!isSignUp(decision)) return undefined
  return allowSignUp({ provider, user, account, verifiedEmail, ...stateOf(identity, app) }, app, origin)
}

function isSignUp(decision: Decision): boolean {
  return intentOf(decision) === 'signUp'
}

function intentOf({ kind }: Decision): SignInIntent {
  switch (kind) {
    case 'create':
    case 'join':
    case 'resume':
      return 'signUp'
    case 'link':
      return 'link'
    case 'known':
    case 'owner':
    case 'unstored':
      return 'signIn'
  }
}

/** Throws `CredentialsSignin` if the sign-ins of the user were ended after the counter had this number. */
async function requireNotEnded(
  ending: number | undefined,
  userId: string,
  { commonStore }: App,
): Promise<void> {
  if (ending !== undefined && (await wereEndedSince(ending, userId, commonStore)))
    throw new CredentialsSignin('The sessions of the user were ended before this sign-in was finished.')
}

/** The session to link to, if the flow began in order to add a login. */
async function linkedSession(
  linkTo: Linking | undefined,
  app: App,
  exchange: Exchange,
): Promise<LinkedSession | null> {
  if (!linkTo) return null
  return requireLinking(linkTo, app, exchange)
}

function signInContext(identity: Identity, decision: Decision, app: App): SignInContext {
  const { provider, account, profile, credentials } = identity
  return {
    provider,
    user: userOf(identity, decision),
    account,
    ...(profile && { profile }),
    ...(credentials !== undefined && { credentials }),
    verifiedEmail: identity.verifiedEmail,
    intent: intentOf(decision),
    ...stateOf(identity, app),
  }
}

function userOf(identity: Identity, decision: Decision): IdentifiedUser {
  return 'user' in decision ? decision.user : identity.user
}

/** Where to redirect after a login. */
export function destination(
  outcome: LoginOutcome,
  callbackUrl: string,
  { spec }: App,
  { origin }: Exchange,
): string {
  if (outcome.kind !== 'signedIn') return outcome.location
  const { newUser } = spec.pages
  return outcome.isNewUser && newUser ? withQuery(origin + newUser, { callbackUrl }) : callbackUrl
}
