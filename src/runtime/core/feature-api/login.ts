import { AuthError } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser, SignInIntent } from '../../../model/user.js'
import { withDefaults } from '../../../options/with-defaults.js'
import { safeRedirect } from '../http/redirects.js'
import type { App, Exchange } from '../lifetimes.js'
import type { Admission, LoginAdmission } from '../login/hooks.js'
import { type Claim, type Identity, isMissingId } from '../login/identity.js'
import { destination, login as logIn } from '../login/login.js'
import type { FeatureApp, FeatureContext, FeatureExchange } from './context.js'

/** The user whom a flow has identified. */
export interface FeatureIdentity {
  /** The id of the provider. */
  readonly provider: string
  /** The user, as the provider describes them. */
  readonly user: IdentifiedUser
  /** The account. */
  readonly account: Account
  /** What identifies the user among those that are stored, such as an account. Default: nothing, and no user is stored. */
  readonly claim?: Claim
  /** The e-mail address in lower case, if the user has proven that it is theirs. Default: `null`. */
  readonly verifiedEmail?: string | null
}

/** The rest of a pending login. Plain data, passed to `login` unchanged. */
export interface FeatureLoginOptions {
  /** The hooks that have already admitted the login. */
  readonly admittedBy?: readonly Admission[]
  /** The redirect target. */
  readonly callbackUrl?: string | undefined
}

/** A login whose session has not started. To finish it later, seal or store it, and pass both members to `login`. */
export interface FeaturePendingLogin {
  /** The identified user. */
  readonly identity: FeatureIdentity
  /** The stored user. */
  readonly user: IdentifiedUser
  /** Whether this is a sign-in, a sign-up, or linking an account. */
  readonly intent: SignInIntent
  /** Options for `login`. */
  readonly options: FeatureLoginOptions
}

/** Takes part in each login. */
export interface FeatureLoginHook {
  /**
   * Decides whether a login goes on, before its session starts. A new user is stored already; otherwise nothing is. If it throws, the login is
   * refused. If it throws or redirects, a new user is removed again.
   */
  admit?(login: FeaturePendingLogin, app: FeatureApp, exchange: FeatureExchange): Awaitable<LoginAdmission>
  /** Called once the session has started. If it throws, the session is discarded, and what was stored is undone. */
  after?(
    login: { readonly identity: FeatureIdentity },
    app: FeatureApp,
    exchange: FeatureExchange,
  ): Promise<void>
}

/**
 * Signs the user in whom a flow has identified, and returns where the browser goes. Nothing else starts a session.
 *
 * @param to - `redirectTo` is a path or URL of the application. Default: where the browser was to go before the login was pending, or else its
 * first page. `pending` has the options of a login that is finished now.
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

/** A missing id would be the same for all users. */
function requireIds({ provider, user, claim }: Identity): void {
  const ids: unknown[] = [user.id, 'link' in claim ? claim.link.providerAccountId : user.id]
  if (ids.every((id) => typeof id === 'string' && id !== '' && !isMissingId(id))) return
  throw new AuthError(
    `A login with '${provider}' has no id. Pass \`login\` a string as \`user.id\`, and as \`providerAccountId\` of the account.`,
  )
}

/** The cast from public to internal types: a context is always made by the core. */
function internal(context: object): { readonly app: App; readonly exchange: Exchange } {
  return context as { readonly app: App; readonly exchange: Exchange }
}
