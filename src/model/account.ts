import type { ProviderType } from '../providers/kinds/provider-type.js'
import type { TokenSet } from './token-set.js'

/** Links a user to a provider, with the fields of the token response. */
export interface Account<out Id extends string = string> extends TokenSet {
  /** The provider's id. */
  provider: Id
  /** OAuth and OIDC: the `id` from `profile()`. E-mail: the address. Credentials: the `id` from `authorize()`. */
  providerAccountId: string
  type: ProviderType
  /** The user who owns it, once stored. */
  userId?: string | undefined
  /** When `access_token` expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
}
