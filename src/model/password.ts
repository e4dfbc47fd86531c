/** Why a new password is not accepted. */
export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'personal' | 'breached'

/**
 * Default of the option `minLength`, in code points: the minimum for a password that is the only factor.
 *
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
 */
const DEFAULT_MIN_LENGTH = 15

/** The smallest minimum length, in code points. A lower `minLength` is raised to it. */
export const LEAST_MIN_LENGTH = 8

/** The minimum length of a new password, in code points. */
export function minLengthOf({
  minLength = DEFAULT_MIN_LENGTH,
}: {
  readonly minLength?: number | undefined
}): number {
  return Math.max(minLength, LEAST_MIN_LENGTH)
}

/**
 * Why nothing was changed:
 *
 * - `'invalidAddress'`: the input is not an e-mail address.
 * - `'invalidFields'`: a required field of `password({ signUp })` is empty, or a field has an invalid value.
 * - `'taken'`: a user has the e-mail address. Only with `password({ verify: false })`.
 * - `'invalidLink'`: the link is malformed, has expired or was used, or the user has changed since it was sent,
 *   for example by another change of the password.
 * - `'signedOut'`: no user is signed in.
 * - `'reauthenticate'`: the user must sign in again first.
 * - `'wrongPassword'`: the current password is wrong.
 * - `'notFound'`: the user has no password, or no e-mail address to sign in with.
 * - `'hasPassword'`: the user already has a password.
 * - `'changed'`: another request changed the password in the meantime.
 * - `'lastSignInMethod'`: the user has no other way to sign in.
 */
export type PasswordRefusal =
  | SignUpRefusal
  | ConfirmationRefusal
  | FirstPasswordRefusal
  | PasswordChangeRefusal
  | PasswordRemovalRefusal

/** Why a sign-up did not start. See {@link PasswordRefusal}. */
export type SignUpRefusal = PasswordProblem | 'invalidAddress' | 'invalidFields' | 'taken'

/** Why a link did not finish a sign-up. See {@link PasswordRefusal}. */
export type ConfirmationRefusal = LinkRefusal | 'invalidFields'

/** Why a link did not set a password. See {@link PasswordRefusal}. */
export type LinkRefusal = PasswordProblem | 'invalidLink'

/** Why a first password was not set. See {@link PasswordRefusal}. */
export type FirstPasswordRefusal =
  | PasswordProblem
  | 'signedOut'
  | 'reauthenticate'
  | 'notFound'
  | 'hasPassword'

/** Why a password was not changed. See {@link PasswordRefusal}. */
export type PasswordChangeRefusal = PasswordProblem | 'signedOut' | 'wrongPassword' | 'notFound' | 'changed'

/** Why a password was not removed. See {@link PasswordRefusal}. */
export type PasswordRemovalRefusal =
  | 'signedOut'
  | 'reauthenticate'
  | 'wrongPassword'
  | 'notFound'
  | 'lastSignInMethod'

/** Result of a method of `passwords`. */
export type PasswordResult<Reason extends PasswordRefusal = PasswordRefusal> =
  | {
      readonly ok: true
      /**
       * The URL to redirect to. Set if the method has signed the user in. Also set if a callback, or a
       * feature such as two-factor authentication, has stopped the sign-in.
       */
      readonly url?: string | undefined
    }
  | { readonly ok: false; readonly reason: Reason }

/** Input of the fields of `password({ signUp })`, by name. */
export type TypedFields = Readonly<Record<string, string>>

/** The e-mail address and the password of a new user. */
export interface PasswordSignUp {
  readonly email: string
  readonly password: string
  /** The fields of `password({ signUp })`. */
  readonly fields?: TypedFields | undefined
}

/** The input that finishes a sign-up. */
export interface PasswordConfirmation {
  /** The parameter `token` of the link in the mail. */
  readonly token: string
  /** Default: the password of `signUp`, in the browser that called it. Required in another browser. */
  readonly password?: string | undefined
  /**
   * The fields of `password({ signUp })`. Default: the fields that were passed to `signUp` in the same
   * browser.
   */
  readonly fields?: TypedFields | undefined
}

/** The input of a password reset. */
export interface PasswordReset {
  /** The parameter `token` of the link in the mail. */
  readonly token: string
  readonly password: string
}

/** The input of a password change. */
export interface PasswordChange {
  /** The current password. */
  readonly current: string
  readonly password: string
}
