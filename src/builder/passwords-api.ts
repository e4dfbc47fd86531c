import type {
  ConfirmationRefusal,
  FirstPasswordRefusal,
  LinkRefusal,
  PasswordChange,
  PasswordChangeRefusal,
  PasswordConfirmation,
  PasswordRemovalRefusal,
  PasswordReset,
  PasswordResult,
  PasswordSignUp,
  SignUpRefusal,
} from '../model/password.js'
import type { Reason } from './problem-sentences.js'
import type { AuthConfigError } from './type-rules/error-message-types.js'

/** Options of the methods of `passwords` that end with a redirect. */
export interface PasswordRedirect {
  /**
   * Path of the site to redirect to afterwards. Default: the start page; in the browser, the `callbackUrl` in the
   * URL of the page, or the current page.
   */
  redirectTo?: string | undefined
}

/**
 * Methods for custom pages. To sign in, call `signIn('password', { email, password })`.
 *
 * Each method throws `MissingCSRF` for a GET request, or for a request of another site. Methods that receive a
 * password throw `ServerBusy` if too many passwords are waiting to be hashed.
 */
export interface CurrentPasswords<SignUp = {}> {
  /**
   * Sends a mail with a link that finishes the sign-up. The result does not reveal whether a user with this e-mail
   * address exists, nor whether a rate limit or a function of `.signUp()` refused the mail. With
   * `password({ verify: false })`, stores the user and signs in instead.
   *
   * Throws `AccessDenied` if the sign-up is closed. Throws `EmailSignInError` if a setting for mails is missing, or if
   * the mail cannot be sent. With a function of `.signUp()`, a mail that cannot be sent is only logged. With
   * `verify: false`, throws `AccessDenied` if `.signUp()` refuses the sign-up, and `RateLimited` after too many attempts.
   */
  signUp(
    input: Omit<PasswordSignUp, 'fields'> & SignUp,
    options?: PasswordRedirect,
  ): Promise<PasswordResult<SignUpRefusal>>
  /**
   * Finishes a sign-up with the link of its mail, and signs in. Throws `AccessDenied` if `.signUp()` refuses the
   * sign-up.
   */
  finishSignUp(
    input: Omit<PasswordConfirmation, 'fields'> & Partial<SignUp>,
    options?: PasswordRedirect,
  ): Promise<PasswordResult<ConfirmationRefusal>>
  /**
   * Sends a mail for a forgotten password. The result does not reveal whether a user with this e-mail address exists.
   * Throws `InvalidRequest` without a provider that sends mails, and `EmailSignInError` if a setting for mails is
   * missing.
   */
  forgot(
    input: { readonly email: string },
    options?: PasswordRedirect,
  ): Promise<PasswordResult<'invalidAddress'>>
  /** Replaces a password with the link of a mail, and ends all sessions of the user. Does not sign in. */
  reset(input: PasswordReset): Promise<PasswordResult<LinkRefusal>>
  /** Sets the first password of the signed-in user. Requires a recent sign-in. */
  set(input: { readonly password: string }): Promise<PasswordResult<FirstPasswordRefusal>>
  /**
   * Replaces the password of the signed-in user, ends all sessions, and signs this browser in again. Throws
   * `RateLimited` after too many attempts.
   */
  change(input: PasswordChange): Promise<PasswordResult<PasswordChangeRefusal>>
  /**
   * Removes the password of the signed-in user, unless it is the last way to sign in. Throws `RateLimited`
   * after too many attempts.
   */
  remove(input: { readonly current: string }): Promise<PasswordResult<PasswordRemovalRefusal>>
}

/**
 * The methods of {@link CurrentPasswords} for the user of a request. The `headers` of a result contain the cookies to send.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { nodemailer } from 'authwright/providers/nodemailer'
 * import { password } from 'authwright/providers/password'
 *
 * const auth = createAuth()
 *   .provider(password())
 *   .provider(nodemailer({ server: 'smtp://localhost', from: 'sign-in@example.com' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 *
 * export async function changePassword(request: Request): Promise<Response> {
 *   const form = await request.clone().formData()
 *   const [current, password] = [String(form.get('current')), String(form.get('password'))]
 *   const result = await auth.passwords.change({ current, password }, { request })
 *   return new Response(result.ok ? 'Changed.' : result.reason, { headers: result.headers })
 * }
 * ```
 */
export type RequestPasswords<SignUp = {}> = {
  [Name in keyof CurrentPasswords<SignUp>]: CurrentPasswords<SignUp>[Name] extends (
    input: infer Input,
    options?: infer Options,
  ) => Promise<infer Result>
    ? (
        input: Input,
        options: (Options extends PasswordRedirect ? Options : {}) & { request: Request },
      ) => Promise<Result & { headers: Headers }>
    : never
}

/** The type of `passwords`, depending on whether `password()` is configured. */
export interface PasswordControls<Methods> {
  stored: Methods
  /** There is no `password()`. */
  nowhere: AuthConfigError<Reason<'passwordsNeedProvider'>>
}
