import type {
  ConfirmationRefusal,
  FirstPasswordRefusal,
  LinkRefusal,
  PasswordChange,
  PasswordChangeRefusal,
  PasswordConfirmation,
  PasswordRefusal,
  PasswordRemovalRefusal,
  PasswordReset,
  PasswordResult,
  PasswordSignUp,
  SignUpRefusal,
} from '../../model/password.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { RouteResult } from './http/result.js'
import type { App, Exchange } from './lifetimes.js'
import type { RouteContext } from './route.js'
import type { LiveSession } from './sessions/session-strategy.js'
import type { SignInMethod } from './sign-in-method.js'

/** A sign-in that a form starts. */
export interface StartRequest {
  /** Where to go afterwards. Validated. */
  readonly callbackUrl: string
  /** What the sign-in was started with, as `.flow({ data })` returned it. */
  readonly data: unknown
}

/** A sign-in that the application starts by a call. */
export interface SignInRequest {
  /** Where to go afterwards. Validated. */
  readonly callbackUrl: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Parameters for an authorization endpoint. */
  readonly params: URLSearchParams
}

/** How users sign in with the providers of a type. */
export interface ProviderFlow {
  /** The methods that `/callback/:provider` accepts. */
  readonly callbackMethods: readonly ('GET' | 'POST')[]
  callback(provider: Provider, context: RouteContext): Promise<RouteResult>
  /** Starts a sign-in by `POST /signin/:provider`. Default: the sign-in page. */
  start?(provider: Provider, request: StartRequest, context: RouteContext): Promise<RouteResult>
  /** Signs in by a call on the server, and returns where to go. Default: refused. */
  signIn?(provider: Provider, request: SignInRequest, app: App, exchange: Exchange): Promise<string>
  /** How the sign-in page offers the provider; `undefined` if it cannot. */
  signInMethod?(provider: Provider, page: SignInMethodContext): SignInMethod | undefined
  /** The mail that the browser of a request has requested. */
  sentMail?(provider: Provider, context: RouteContext): Promise<SentMail>
  /**
   * Whether an e-mail address and a password are those of a stored user. Starts no session. Throws `RateLimited` after too many attempts.
   * Omitted if the form has other fields.
   */
  checkPassword?(provider: Provider): CheckPassword | undefined
  /** Sign-up, reset and change of passwords by calls on the server. */
  readonly passwords?: PasswordCalls
  /** Fields of the form, whose values a refused form shows again. */
  fields?(provider: Provider): CredentialFields | undefined
}

/** Returns the id of the user whose password it is; `undefined` for a wrong password. */
export type CheckPassword = (
  typed: { readonly address: string; readonly password: string },
  app: App,
  exchange: Exchange,
) => Promise<string | undefined>

/** Sign-up, reset and change of passwords. `callbackUrl` is where to go in the end. Validated. */
export interface PasswordCalls {
  signUp: PasswordCall<PasswordSignUp, SignUpRefusal>
  finishSignUp: PasswordCall<PasswordConfirmation, ConfirmationRefusal>
  forgot: PasswordCall<{ readonly email: string }, 'invalidAddress'>
  reset: PasswordCall<PasswordReset, LinkRefusal>
  set: PasswordCall<{ readonly password: string }, FirstPasswordRefusal>
  change: PasswordCall<PasswordChange, PasswordChangeRefusal>
  remove: PasswordCall<{ readonly current: string }, PasswordRemovalRefusal>
}

type PasswordCall<Input, Reason extends PasswordRefusal> = (
  input: Input & { readonly callbackUrl: string | undefined },
  context: { readonly provider: Provider; readonly app: App; readonly exchange: Exchange },
) => Promise<PasswordResult<Reason>>

/** A mail that was requested, whether or not it was sent. */
export interface SentMail {
  /** The recipient, if this browser requested the mail. */
  readonly address?: string | undefined
  /** Present if the mail holds a code, and this browser requested it. */
  readonly codeForm?: CodeForm | undefined
}

/** The form for the code of a mail. */
export interface CodeForm {
  readonly csrfToken: string
  readonly providerId: string
  /** URL that the form is sent to. */
  readonly action: string
  /** URL that the browser is redirected to after the sign-in, if it is known. */
  readonly callbackUrl?: string | undefined
}

/** Parameters of `signInMethod`. */
export interface SignInMethodContext {
  readonly app: App
  readonly origin: string
  /** The session of the request, where there is one. */
  readonly live: LiveSession | null
}
