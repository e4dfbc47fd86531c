import type { SignInContext } from '../../../builder/auth-spec.js'
import { AuthError } from '../../../errors.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import { asError } from '../base/as-error.js'
import { safeRedirect } from '../http/redirects.js'
import type { App, Exchange } from '../object-lifetimes.js'
import { takeBriefChoice } from '../sessions/remember-cookie.js'
import type { Decision } from './decision.js'
import { lastEnding } from './ended-sign-ins.js'
import type { Admission, LoginOptions, PendingLogin } from './hooks.js'
import { type Identity, sameId, stateOf } from './identity.js'
import { allowSignUp } from './sign-up.js'

/* Whether a login may continue: `callbacks.signIn`, the sign-up policy and the `admit` hooks decide. */

export type StoppedLogin =
  | { readonly kind: 'redirected'; readonly location: string }
  /**
   * A feature finishes the login later. The attempt does not count as failed, because the sign-in with the
   * provider has succeeded.
   */
  | { readonly kind: 'pending'; readonly location: string; readonly userId: string }

/**
 * Returns why a login stops, or `undefined` if it may continue. If it stops or fails, restores the single-use
 * records that `decide` used, so that a later login can still finish an interrupted first sign-in.
 */
export async function allow(
  identity: Identity,
  decision: Decision,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<StoppedLogin | undefined> {
  let stopped: StoppedLogin | undefined
  try {
    stopped = await stoppedBy(identity, decision, options, app, exchange)
  } catch (error) {
    await app.users.release(decision).catch((failure: unknown) => app.logger.error(asError(failure)))
    throw error
  }
  if (stopped) await app.users.release(decision)
  return stopped
}

async function stoppedBy(
  identity: Identity,
  decision: Decision,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<StoppedLogin | undefined> {
  const { origin } = exchange
  const intent = intentOf(decision)
  const location =
    (await app.callbacks.signIn(signInContext(identity, decision, app), origin)) ??
    (intent === 'signUp' ? await signUp(identity, app, origin) : undefined)
  if (location !== undefined) return { kind: 'redirected', location }
  // For a new user, `admit` is called after the user is stored, so that a pending login can finish with the
  // stored user.
  if (intent === 'signUp') return undefined
  return admit({ identity, user: userOf(identity, decision), intent }, options, app, exchange)
}

export async function admit(
  { identity, user, intent }: Omit<PendingLogin, 'options'>,
  options: LoginOptions,
  app: App,
  exchange: Exchange,
): Promise<StoppedLogin | undefined> {
  const admitted = admissionsOf(user, intent, options)
  for (const { name, login: hook } of app.features) {
    if (!hook?.admit || admitted.some((admission) => admission.name === name)) continue
    const resumed: LoginOptions = {
      ...options,
      pendingSince: options.pendingSince ?? app.clock(),
      lastEnding: options.lastEnding ?? (await lastEnding(app.commonStore)),
      isBrief: options.isBrief ?? (await takeBriefChoice(identity.provider, app, exchange)),
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

/** Whether the login finishes a sign-up that a feature had kept pending. Its user is already stored. */
export function finishesSignUp(user: IdentifiedUser, options: LoginOptions): boolean {
  return admissionsOf(user, 'signUp', options).length > 0
}

/**
 * Returns the admissions that apply to this login. An admission to a sign-up also applies to a sign-in,
 * because its user is stored before the login is finished.
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

/** Removes the owner of the e-mail address. Another user may own it when the pending login is finished. */
function withoutOwner(identity: Identity): Identity {
  if (identity.claim.kind !== 'address') return identity
  const { owner: _, ...claim } = identity.claim
  return { ...identity, claim }
}

function signUp(identity: Identity, app: App, origin: string): Promise<string | undefined> {
  const { provider, user, account, verifiedEmail } = identity
  return allowSignUp({ provider, user, account, verifiedEmail, ...stateOf(identity, app) }, app, origin)
}

export function intentOf({ kind }: Decision): SignInIntent {
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
