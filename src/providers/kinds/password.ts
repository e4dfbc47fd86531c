import type { Awaitable } from '../../model/awaitable.js'
import type { CommonProvider } from './common-provider.js'
import type { OwnHash, PasswordMail, PasswordPolicy } from './password-options.js'
import type { AnyProviderId } from './provider-id.js'

/** Sign-in with an e-mail address and a password that the adapter stores. */
export interface PasswordProvider<Id extends string = AnyProviderId>
  extends CommonProvider<Id>,
    PasswordPolicy {
  readonly type: 'password'
  /** Functions that hash in place of Argon2id. */
  readonly hash?: OwnHash | undefined
  /** Whether a mail proves the e-mail address before a sign-up stores anything. Default: `true`. */
  readonly verify?: boolean | undefined
  /** Sends the mails about passwords. Default: the first e-mail provider of the configuration sends them. */
  readonly send?: ((mail: PasswordMail) => Awaitable<unknown>) | undefined
}
