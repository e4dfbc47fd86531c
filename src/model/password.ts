/** Why a new password is not accepted. */
export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'personal' | 'breached'

/**
 * Why nothing was changed:
 *
 * - `'invalidAddress'`: the input is not an e-mail address.
 * - `'invalidFields'`: a required field of `password({ signUp })` is empty, or a field has an invalid value.
 * - `'taken'`: a user has the e-mail address. Only with `password({ verify: false })`.
 * - `'invalidLink'`: the link is malformed, has expired or was used, or the user has changed since it was sent.
 * - `'signedOut'`: no user is signed in.
 * - `'reauthenticate'`: the user must sign in again first.
 * - `'wrongPassword'`: the current password is wrong.
 * - `'notFound'`: the user has no password, or no e-mail address to sign in with.
 * - `'hasPassword'`: the user already has a password.
 * - `'changed'`: another request changed or removed the password in the meantime.
 * - `'lastSignInMethod'`: the user has no other way to sign in.
 */
export type PasswordRefusal =
  | SignUpRefusal
  | ConfirmationRefusal
  | FirstPasswordRefusal
  | PasswordChangeRefusal
  | PasswordRemovalRefusal

export type SignUpRefusal = PasswordProblem | 'invalidAddress' | 'invalidFields' | 'taken'

export type ConfirmationRefusal = LinkRefusal | 'invalidFields'

export type LinkRefusal = PasswordProblem | 'invalidLink'

export type FirstPasswordRefusal =
  | PasswordProblem
  | 'signedOut'
  | 'reauthenticate'
  | 'notFound'
  | 'hasPassword'

export type PasswordChangeRefusal = PasswordProblem | 'signedOut' | 'wrongPassword' | 'notFound' | 'changed'

export type PasswordRemovalRefusal =
  | 'signedOut'
  | 'reauthenticate'
  | 'wrongPassword'
  | 'notFound'
  | 'changed'
  | 'lastSignInMethod'

/** Result of a method of `passwords`. */
export type PasswordResult<Reason extends PasswordRefusal = PasswordRefusal> =
  | {
      readonly ok: true
      /**
       * The URL to redirect to. Set if the method signed the user in, or if a callback or a feature stopped the
       * sign-in.
       */
      readonly url?: string | undefined
    }
  | { readonly ok: false; readonly reason: Reason }

/** The values of the fields of `password({ signUp })`, by name. */
export type TypedFields = Readonly<Record<string, string>>

export interface PasswordSignUp {
  readonly email: string
  readonly password: string
  /** The values of the fields of `password({ signUp })`. */
  readonly fields?: TypedFields | undefined
}

export interface PasswordConfirmation {
  /** The parameter `token` of the link in the mail. */
  readonly token: string
  /** Required, except in the browser that called `signUp`. Default: the password that `signUp` received. */
  readonly password?: string | undefined
  /** Default: in the browser that called `signUp`, the fields that `signUp` received. */
  readonly fields?: TypedFields | undefined
}

export interface PasswordReset {
  /** The parameter `token` of the link in the mail. */
  readonly token: string
  readonly password: string
}

export interface PasswordChange {
  readonly current: string
  readonly password: string
}
