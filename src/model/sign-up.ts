import type { Account } from './account.js'
import type { Awaitable } from './awaitable.js'
import type { IdentifiedUser } from './user.js'

/** What would happen to a user: a stored one signs in, one is created, or an account is added to a stored one. */
export type SignInIntent = 'signIn' | 'signUp' | 'link'

/** What a sign-up policy is given. */
export interface SignUpParams {
  /** The provider's id. */
  provider: string
  /** The user as the provider describes them, who is not stored. */
  user: IdentifiedUser
  account: Account
  /** The address. OAuth, OpenID Connect: as the provider says. Passkeys: as it was typed. `null` where there is none. */
  email: string | null
  /** `true` when a mail is requested, in which the address is as it was typed; the policy runs again when its link is used. */
  verificationRequest?: true
}

/** Who may become a user: every person, none, or as a function decides: `true`, `false`, or where to redirect instead. */
export type SignUpPolicy = 'open' | 'closed' | ((params: SignUpParams) => Awaitable<boolean | string>)
