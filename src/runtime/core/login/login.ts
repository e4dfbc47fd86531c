import { AccountNotLinked, CredentialsSignin, InvalidCheck, Verification } from '../../../errors.js'
import { asError } from '../base/as-error.js'
import { addCookies } from '../http/cookies.js'
import { withQuery } from '../http/redirects.js'
import type { App, Exchange } from '../object-lifetimes.js'
import { deviceOf } from '../sessions/device.js'
import { takeBriefChoice } from '../sessions/remember-cookie.js'
import { sessionEnd } from '../sessions/session-rule.js'
import type { LiveSession, Login } from '../sessions/session-strategy.js'
import { admit, allow, finishesSignUp, intentOf, type StoppedLogin } from './admission.js'
import type { Stored } from './decision.js'
import { MAX_LOGIN_SECONDS, wereEndedSince } from './ended-sign-ins.js'
import type { LoginOptions } from './hooks.js'
import { type Identity, stateOf } from './identity.js'
import { storeLastUsed } from './last-used.js'
import { type LinkedSession, requireLinking } from './link-to-session.js'
import type { Linking } from './linking-flow.js'

export type LoginOutcome =
  | {
      readonly kind: 'signedIn'
      readonly isNewUser: boolean
      readonly userId: string
      /** The key from `SessionStrategy.start`. */
      readonly session: string
      readonly linked?: 'linked' | 'alreadyLinked'
      readonly lastEnding?: number
    }
  | StoppedLogin

/**
 * Signs in or links the identified user. Every flow ends here, and no other code creates a session. If a step
 * fails after users and accounts were stored, a function of `Stored` removes them again:
 *
 * | failure | undone by |
 * |---|---|
 * | a hook throws for a sign-up, or redirects it | `undo` |
 * | the session that requested the linking has ended before the new session starts | `unlink` |
 * | that session ends while the new session starts | `unlink`, or `undo` if there is none |
 * | the new session cannot be started for another reason | `undo` |
 * | the new session is not confirmed, because another request changed the owner | only the session is discarded |
 * | the new session is not confirmed for another reason | `undo`, and the session is discarded |
 */
export async function login(
  identity: Identity,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<LoginOutcome> {
  requireInTime(options, app)
  const target = await linkedSession(options.linkTo, app, exchange)
  const decision = await app.users.decide(identity, target?.user ?? null)
  app.logger.debug(`login with '${identity.provider}'`, { account: decision.kind })
  const stopped = await allow(identity, decision, options, app, exchange)
  if (stopped) return stopped

  // A pending login must not store anything after the user's sign-ins were ended. The check in `confirm` is
  // not enough: a login that verifies an e-mail address for the first time ends earlier sign-ins itself, and
  // `confirm` then detects only later endings.
  if (options.pendingSince !== undefined && 'user' in decision) {
    await requireNotEnded(options.lastEnding, decision.user.id, app)
  }
  const stored = await app.users.store(identity, decision, exchange)
  if (intentOf(decision) === 'signUp') {
    const stoppedSignUp = await admitNewUser(identity, stored, options, app, exchange)
    if (stoppedSignUp) return stoppedSignUp
  }

  await orUndo(linkedSession(options.linkTo, app, exchange), stored.unlink, app)
  const isLinked = decision.kind === 'link'
  const started: StartedLogin = {
    identity,
    login: loginOf(identity, stored, options, app),
    stored,
    isStored: decision.kind !== 'unstored',
    // Linking is not a sign-in: the new account proves nothing, because an attacker with a stolen session
    // could link it.
    extended: isLinked ? target?.live : undefined,
    options,
    lastEnding: stored.lastEnding ?? options.lastEnding,
  }
  const session = await startOrUndo(started, app, exchange)
  await confirmOrDiscard(session, started, app, exchange)
  await app.emit('signIn', started.login)
  const { isNewUser, user } = started.login
  const linked = target && { linked: isLinked ? ('linked' as const) : ('alreadyLinked' as const) }
  const ended = stored.lastEnding !== undefined && { lastEnding: stored.lastEnding }
  return { kind: 'signedIn', isNewUser, userId: user.id, session, ...linked, ...ended }
}

interface StartedLogin {
  readonly identity: Identity
  readonly login: Login
  readonly stored: Stored
  readonly isStored: boolean
  readonly extended: LiveSession | undefined
  readonly options: LoginOptions
  /** See `LoginOptions`. */
  readonly lastEnding: number | undefined
}

function requireInTime({ pendingSince }: LoginOptions, { clock }: App): void {
  if (pendingSince === undefined || clock() - pendingSince < MAX_LOGIN_SECONDS * 1000) return
  throw new InvalidCheck('The login was pending for more than an hour.')
}

async function requireNotEnded(
  ending: number | undefined,
  userId: string,
  { commonStore }: App,
): Promise<void> {
  if (ending === undefined || !(await wereEndedSince(ending, userId, commonStore))) return
  throw new CredentialsSignin('The sessions of the user were ended before this sign-in was finished.')
}

async function linkedSession(
  linkTo: Linking | undefined,
  app: App,
  exchange: Exchange,
): Promise<LinkedSession | null> {
  return linkTo ? requireLinking(linkTo, app, exchange) : null
}

async function orUndo<Result>(step: Promise<Result>, undo: Undo, app: App): Promise<Result> {
  try {
    return await step
  } catch (error) {
    await undoAfterError(undo, app)
    throw error
  }
}

type Undo = (() => Promise<unknown>) | undefined

/** Calls `undo`. Only logs its error, because the caller throws the error that ended the login. */
async function undoAfterError(undo: Undo, { logger }: App): Promise<void> {
  try {
    await undo?.()
  } catch (error) {
    logger.error(asError(error))
  }
}

async function admitNewUser(
  identity: Identity,
  { user, undo }: Stored,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<StoppedLogin | undefined> {
  const stopped = await orUndo(admit({ identity, user, intent: 'signUp' }, options, app, exchange), undo, app)
  // Otherwise the next attempt would be a sign-in, which features that check sign-ups do not check.
  if (stopped?.kind === 'redirected') await undo?.()
  return stopped
}

function loginOf(identity: Identity, { user, isNewUser }: Stored, options: LoginOptions, app: App): Login {
  const { provider, account, profile } = identity
  return {
    provider,
    user,
    account,
    isNewUser: isNewUser || finishesSignUp(user, options),
    ...(profile && { profile }),
    ...stateOf(identity, app),
  }
}

async function startOrUndo(started: StartedLogin, app: App, exchange: Exchange): Promise<string> {
  try {
    return await startSession(started, app, exchange)
  } catch (error) {
    const { undo, unlink = undo } = started.stored
    await undoAfterError(error instanceof InvalidCheck ? unlink : undo, app)
    throw error
  }
}

async function startSession(
  { identity, login, isStored, extended, options }: StartedLogin,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const { sessions, rules } = exchange.site
  const { user, isNewUser, provider } = login
  const fields = {
    isStored,
    mark: identity.mark,
    end: await sessionEnd(rules, { identity, user, isNewUser }, app.clock() / 1000),
    device: deviceOf(exchange.request, app),
    isBrief: options.isBrief ?? (await takeBriefChoice(provider, app, exchange)),
  }
  const session = await sessions.start({ ...login, ...fields }, exchange, extended)
  exchange.site.compareSecretsWhenDue()
  return session
}

async function confirmOrDiscard(
  session: string,
  started: StartedLogin,
  app: App,
  exchange: Exchange,
): Promise<void> {
  try {
    await confirm(session, started, app, exchange)
  } catch (error) {
    // These errors mean that another request has changed or signed in the user, so the changes are kept.
    const keepsChanges = error instanceof AccountNotLinked || error instanceof Verification
    await undoAfterError(() => exchange.site.sessions.discard(session, exchange), app)
    if (!keepsChanges) await undoAfterError(started.stored.undo, app)
    throw error
  }
}

/**
 * Checks that the login is still valid after the session has started, and runs the `after` hooks. A
 * concurrent request may remove the account, change the password or verify an e-mail address. Either that
 * request ends this session, or this function throws.
 */
async function confirm(
  session: string,
  { identity, login: { user, provider }, extended, options: { linkTo }, lastEnding }: StartedLogin,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { sessions, csrf } = exchange.site
  await requireNotEnded(lastEnding, user.id, app)
  await app.users.requireAttached(identity, user.id)
  const continued = extended && (await sessions.key(exchange))
  // `callbacks.jwt` may have refused to start a session.
  const hooks = session === '' ? [] : app.features
  const finished = { identity, userId: user.id, session, continued, linkTo, lastEnding }
  for (const { login: hook } of hooks) await hook?.after?.(finished, app, exchange)
  addCookies(exchange, [await csrf.renew(session)])
  if (app.spec.options.lastUsed && !extended) storeLastUsed(provider, exchange)
}

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
