import { AuthError } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import { withDefaults } from '../../../options/with-defaults.js'
import { safeRedirect } from '../http/redirects.js'
import type { Admission, LoginAdmission } from '../login/hooks.js'
import type { Claim, Identity } from '../login/identity.js'
import { destination, login as logIn } from '../login/login.js'
import { isMissingId } from '../login/stable-id.js'
import type { App, Exchange } from '../object-lifetimes.js'
import type { FeatureApp, FeatureContext, FeatureExchange } from './context.js'

/** The user that a flow has identified. */
export interface FeatureIdentity {
  /** The id of the provider. */
  readonly provider: string
  /** The user, as the provider describes them. */
  readonly user: IdentifiedUser
  /** The account. */
  readonly account: Account
  /** The key by which the user is found in the database. Without it, no user is stored. */
  readonly claim?: Claim
  /** The e-mail address in lower case, if the user has verified it. Default: `null`. */
  readonly verifiedEmail?: string | null
}

/** Options of a pending login. They are plain data. Pass them to `login` unchanged. */
export interface FeatureLoginOptions {
  /** The hooks that have already accepted the login. */
  readonly admittedBy?: readonly Admission[]
  /** The redirect target. */
  readonly callbackUrl?: string | undefined
}

/**
 * A login whose session has not started. To finish it later, seal or store `identity` and `options`, and pass them
 * to `login`.
 */
export interface FeaturePendingLogin {
  /** The identified user. */
  readonly identity: FeatureIdentity
  /** The user who signs in: the stored user, if users are stored. */
  readonly user: IdentifiedUser
  /** Whether this is a sign-in, a sign-up, or linking an account. */
  readonly intent: SignInIntent
  /** Options for `login`. */
  readonly options: FeatureLoginOptions
}

/** A hook that runs at each login. */
export interface FeatureLoginHook {
  /**
   * Decides whether a login may continue, before its session starts. If the hook throws, the login is
   * refused. A new user is stored before this call, and is removed again if the hook throws or redirects. For
   * an existing user, nothing is stored yet.
   */
  admit?(login: FeaturePendingLogin, app: FeatureApp, exchange: FeatureExchange): Awaitable<LoginAdmission>
  /**
   * Called after the session has started. If the hook throws, the session is discarded. Stored changes are
   * undone, unless the error is `AccountNotLinked` or `Verification`.
   */
  after?(
    login: { readonly identity: FeatureIdentity },
    app: FeatureApp,
    exchange: FeatureExchange,
  ): Promise<void>
}

/**
 * Signs in the user that a flow has identified, and returns the URL to redirect to.
 *
 * @param to - `redirectTo` is a path or URL of the application. Default: the target that was requested before
 * the login became pending or, if there was none, the start page of the application. `pending` has the
 * options of a pending login.
 * @throws AuthError if the identity has no id of a user or an account.
 */
export async function login(
  identity: FeatureIdentity,
  context: Pick<FeatureContext, 'app' | 'exchange'>,
  to: { readonly redirectTo?: string | undefined; readonly pending?: FeatureLoginOptions } = {},
): Promise<string> {
  const { app, exchange } = internal(context)
  const defaults: Pick<Identity, 'claim' | 'verifiedEmail'> = { claim: { kind: 'none' }, verifiedEmail: null }
  const complete: Identity = withDefaults(defaults, identity)
  requireIds(complete)
  const { origin } = exchange
  const redirectTo = to.redirectTo ?? to.pending?.callbackUrl
  const callbackUrl = safeRedirect(redirectTo, origin, app.mount.prefix)
  const options = { linkTo: undefined, ...to.pending, callbackUrl }
  const outcome = await logIn(complete, options, app, exchange)
  return destination(outcome, callbackUrl ?? origin + app.home, app, exchange)
}

/**
 * Throws if the user or the account has no id. Otherwise all users without an id would count as the same
 * user.
 */
function requireIds({ provider, user, claim }: Identity): void {
  const ids: unknown[] = [user.id, 'link' in claim ? claim.link.providerAccountId : user.id]
  if (ids.every((id) => typeof id === 'string' && id !== '' && !isMissingId(id))) return
  throw new AuthError(
    `The user or the account of a login with '${provider}' has no id. Pass strings as \`user.id\` and as \`providerAccountId\` of the account to \`login\`.`,
  )
}

/** Returns a context with its internal types. The core creates every context, so the cast is safe. */
function internal(context: object): { readonly app: App; readonly exchange: Exchange } {
  return context as { readonly app: App; readonly exchange: Exchange }
}
