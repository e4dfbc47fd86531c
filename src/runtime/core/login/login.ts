import type { SignInContext } from '../../../builder/spec.js'
import { AuthError, CredentialsSignin, InvalidCheck } from '../../../errors.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import { addCookies } from '../http/cookies.js'
import { safeRedirect, withQuery } from '../http/redirects.js'
import type { App, Exchange, LoginOptions, PendingLogin } from '../lifetimes.js'
import { deviceOf } from '../sessions/device.js'
import { takeChoice } from '../sessions/remember.js'
import { sessionEnd } from '../sessions/session-rule.js'
import type { Login } from '../sessions/session-strategy.js'
import type { Decision, Stored } from './decision.js'
import { wereEndedSince } from './ended-sign-ins.js'
import { type Identity, stateOf } from './identity.js'
import { storeLastUsed } from './last-used.js'
import { type LinkedSession, requireLinking } from './link-to-session.js'
import type { Linking } from './linking.js'
import { allowSignUp } from './sign-up.js'

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

/**
 * Signs a user in. Every flow ends here, and nothing else creates a session.
 *
 * It decides first, then writes, then starts the session: a sign-in that is refused stores nothing, one whose
 * session cannot be started takes back what it stored, and one that is interrupted is finished by the next attempt.
 */
export async function login(
  identity: Identity,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const { emit, logger, users } = app
  const { linkTo } = options
  const bound = await linkedSession(linkTo, app, exchange)
  const decision = await users.decide(identity, bound?.user ?? null)
  logger.debug(`login with '${identity.provider}'`, { account: decision.kind })
  const location = await allow(identity, decision, options, app, exchange)
  if (location !== undefined) return { kind: 'redirected', location }

  const { user, isNewUser, undo, unlink } = await users.store(identity, decision, exchange)
  const orTakeBack =
    (takeBack: Stored['undo']) =>
    async (error: unknown): Promise<never> => {
      await takeBack?.()
      throw error
    }
  if (isSignUp(decision)) {
    const held = await admit({ identity, user, intent: 'signUp' }, options, app, exchange).catch(
      orTakeBack(undo),
    )
    if (held !== undefined) return { kind: 'redirected', location: held }
  }
  await linkedSession(linkTo, app, exchange).catch(orTakeBack(unlink))
  const { provider, account, profile } = identity
  const done: Login = {
    ...{ provider, user, account, isNewUser },
    ...(profile && { profile }),
    ...stateOf(identity, app),
  }
  const { sessions, csrf, rules } = exchange.site
  // A login that the user did not have yet proves nothing about them: an attacker with a session could add one.
  const added = decision.kind === 'link' ? bound?.live : undefined
  const startSession = async (): Promise<string> => {
    const fields = {
      mark: identity.mark,
      end: await sessionEnd(rules, { identity, user, isNewUser }),
      device: deviceOf(exchange.request, app),
      isBrief: options.isBrief ?? (await isBrief(identity, app, exchange)),
    }
    return sessions.start({ ...done, ...fields }, exchange, added)
  }
  const session = await startSession()
    // What a session that has ended was to add is taken off its user, as above.
    .catch(async (error: unknown) =>
      orTakeBack(error instanceof InvalidCheck ? (unlink ?? undo) : undo)(error),
    )
  await requireAttached(identity, user.id, options, app).catch(async (error: unknown) => {
    await sessions.discard(session, exchange)
    throw error
  })
  addCookies(exchange, [await csrf.renew(session)])
  if (app.spec.options.lastUsed && !added) storeLastUsed(provider, exchange)
  const continued = added && (await sessions.key(exchange))
  try {
    for (const { login: hook } of app.features)
      await hook?.after?.({ identity, session, continued }, app, exchange)
  } catch (error) {
    try {
      await sessions.discard(session, exchange)
    } finally {
      await undo?.()
    }
    throw error
  }
  await emit('signIn', done)
  const linked = decision.kind === 'link' ? 'linked' : 'alreadyLinked'
  return { kind: 'signedIn', isNewUser, session, ...(bound && { linked }) }
}

/** Whether the user could choose to stay signed in, and did not. */
async function isBrief({ provider: id }: Identity, app: App, exchange: Exchange): Promise<boolean> {
  if (!app.spec.session.remember) return false
  const provider = app.providers.get(id)
  const flow = provider && (await app.flowOf(provider))
  // A flow that starts with a form has kept its choice in a cookie.
  return !takeChoice(exchange, flow?.start ? 'flow' : 'form')
}

/**
 * Calls `callbacks.signIn`, the sign-up policy, and the hooks of features unless the user is new. Returns where to redirect instead of
 * signing in. An interrupted first sign-in that is not carried out now can still be finished afterwards.
 */
async function allow(
  identity: Identity,
  decision: Decision,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  const { origin } = exchange
  const intent = intentOf(decision)
  try {
    const location =
      (await app.callbacks.signIn(signInContext(identity, decision, app), origin)) ??
      (await signUp(identity, decision, app, origin)) ??
      (isSignUp(decision)
        ? undefined
        : await admit({ identity, user: userOf(identity, decision), intent }, options, app, exchange))
    if (location !== undefined) await app.users.release(decision)
    return location
  } catch (error) {
    await app.users.release(decision)
    throw error
  }
}

/** Calls the `admit` hooks of features. Returns where to redirect if one of them does not let the login go on. */
async function admit(
  login: Omit<PendingLogin, 'options'>,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  const { admittedBy = [] } = options
  for (const { name, login: hook } of app.features) {
    if (!hook?.admit || admittedBy.includes(name)) continue
    const resumed: LoginOptions = {
      ...options,
      isBrief: options.isBrief ?? (await isBrief(login.identity, app, exchange)),
      admittedBy: [...admittedBy, name],
    }
    const admission = await hook.admit({ ...login, options: resumed }, app, exchange)
    if (admission.kind === 'continue') continue
    app.logger.debug(`login ${admission.kind} by '${name}'`)
    const location = safeRedirect(admission.location, exchange.origin, app.mount.prefix)
    if (location !== undefined) return location
    throw new AuthError(
      `The hook \`admit\` of the feature '${name}' must redirect to a URL of the application, or to a path.`,
    )
  }
  return undefined
}

/** Asks the sign-up policy, where a user would be created. */
async function signUp(
  identity: Identity,
  decision: Decision,
  app: App,
  origin: string,
): Promise<string | undefined> {
  const { provider, user, account } = identity
  if (app.spec.signUp === undefined || !isSignUp(decision)) return undefined
  return allowSignUp(
    { provider, user, account, email: user.email ?? null, ...stateOf(identity, app) },
    app,
    origin,
  )
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
    default:
      return 'signIn'
  }
}

/**
 * Reads the account once more when the session has started: a request that removes an account, changes a password or verifies an address, at the
 * same time ends the sessions that there are, and this one is among them or is discarded here.
 */
async function requireAttached(
  identity: Identity,
  userId: string,
  { lastEnding }: LoginOptions,
  { users, commonStore }: App,
): Promise<void> {
  if (lastEnding !== undefined && (await wereEndedSince(lastEnding, userId, commonStore)))
    throw new CredentialsSignin(
      'The sessions of the user, and with them this sign-in, were ended before it was finished.',
    )
  await users.requireAttached(identity, userId)
}

/** The session to link to, where the flow began to add a login. */
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
  if (outcome.kind === 'redirected') return outcome.location
  const { newUser } = spec.pages
  return outcome.isNewUser && newUser ? withQuery(origin + newUser, { callbackUrl }) : callbackUrl
}
