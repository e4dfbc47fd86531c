import type { Awaitable } from '../../model/awaitable.js'
import type { CarriedTypes } from '../../model/carried-types.js'
import type { CommonProvider } from './common-provider.js'
import type { CredentialFields } from './credentials.js'
import type { OwnHash, PasswordMail, PasswordPolicy, SignUpFields } from './password-options.js'
import type { AnyProviderId } from './provider-id.js'

export interface PasswordTypes<out Typed, out Stored> {
  typed: Typed
  stored: Stored
}

/** Sign-in with an e-mail address and a password that the adapter stores. */
export interface PasswordProvider<Id extends string = AnyProviderId, Typed = unknown, Stored = unknown>
  extends CommonProvider<Id>,
    CarriedTypes<PasswordTypes<Typed, Stored>>,
    PasswordPolicy {
  /** Marks a provider that signs in with an e-mail address and a stored password. */
  readonly type: 'password'
  /** Functions that hash passwords, instead of Argon2id. */
  readonly hash?: OwnHash | undefined
  /** Whether a mail verifies the e-mail address before a sign-up stores anything. Default: `true`. */
  readonly verify?: boolean | undefined
  /** Sends the mails of `password()`. Default: the first e-mail provider of the configuration sends them. */
  readonly send?: ((mail: PasswordMail) => Awaitable<unknown>) | undefined
  /** The fields of a sign-up besides the e-mail address and the password. */
  readonly signUp?: { readonly fields: SignUpFields; readonly form?: CredentialFields } | undefined
}
