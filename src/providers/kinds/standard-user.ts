import type { ProviderUser } from './provider-user.js'

/** The user that a built-in provider returns, unless its option `profile` returns another. */
export interface StandardUser extends ProviderUser {
  name: string | null
  email: string | null
  image: string | null
}
