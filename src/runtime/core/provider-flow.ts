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
import type { RouteResult } from './http/route-result.js'
import type { App, Exchange } from './object-lifetimes.js'
import type { RouteContext } from './route.js'
import type { LiveSession } from './sessions/session-strategy.js'
import type { SignInMethod } from './sign-in-page-methods.js'

/** A sign-in started by a form. */
export interface StartRequest {
  /** The validated redirect target. */
  readonly callbackUrl: string
  /** Validated by the schema of `.flow({ data })`. */
  readonly data: unknown
}

/** A sign-in started by a call of the application. */
export interface SignInRequest {
  /** The validated redirect target. */
  readonly callbackUrl: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Additional parameters for the authorization endpoint of a provider. */
  readonly params: URLSearchParams
}

export interface ProviderFlow {
  /** The methods that `/callback/:provider` accepts. */
  readonly callbackMethods: readonly ('GET' | 'POST')[]
  callback(provider: Provider, context: RouteContext): Promise<RouteResult>
  /** Starts a sign-in by `POST /signin/:provider`. Default: the sign-in page. */
  start?(provider: Provider, request: StartRequest, context: RouteContext): Promise<RouteResult>
  /** Signs in by a call on the server, and returns the URL to redirect to. Default: refused. */
  signIn?(provider: Provider, request: SignInRequest, app: App, exchange: Exchange): Promise<string>
  /** Returns how the sign-in page offers the provider, or `undefined` to leave it out. */
  signInMethod?(provider: Provider, page: SignInMethodContext): SignInMethod | undefined
  sentMail?(provider: Provider, context: RouteContext): Promise<SentMail>
  /**
   * Returns a function that checks a password without starting a session, and throws `RateLimited` after too
   * many attempts. Returns `undefined` if the form has other fields than an e-mail address and a password.
   */
  checkPassword?(provider: Provider): CheckPassword | undefined
  readonly passwords?: PasswordCalls
  /**
   * Returns the fields of the sign-in form. A refused form shows their values again, except those of secret
   * fields.
   */
  fields?(provider: Provider): CredentialFields | undefined
}

/** Returns the id of the user, or `undefined` for a wrong password. */
export type CheckPassword = (
  typed: { readonly address: string; readonly password: string },
  app: App,
  exchange: Exchange,
) => Promise<string | undefined>

/** Each call receives a `callbackUrl` that is already validated. */
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
  /** Whether the mail is in the terminal of the application, as in development without a mail server. */
  readonly isPrinted?: boolean | undefined
  /** Present if the mail contains a code and this browser requested it. */
  readonly codeForm?: CodeForm | undefined
}

export interface CodeForm {
  readonly csrfToken: string
  readonly providerId: string
  readonly action: string
  readonly callbackUrl?: string | undefined
}

export interface SignInMethodContext {
  readonly app: App
  readonly origin: string
  readonly live: LiveSession | null
}
