/** Why a new password is not accepted. */
export type PasswordProblem = 'too-short' | 'too-long' | 'common' | 'personal' | 'breached'

/** The result of setting, changing, resetting or removing a password. */
export type PasswordResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly reason:
        | PasswordProblem
        /** No user is signed in. */
        | 'signedOut'
        /** The user must sign in again first. */
        | 'reauthenticate'
        /** The current password is another one. */
        | 'wrongPassword'
        /** The user has no password, or no e-mail address to sign in with. */
        | 'notFound'
        /** The user has a password already. */
        | 'hasPassword'
        /** Another request changed the password meanwhile. */
        | 'changed'
        /** The user has no other way to sign in. */
        | 'lastSignInMethod'
        /** The link has expired, was used, or the password was changed since it was sent. */
        | 'invalidLink'
    }
