import type { ProviderUser } from './provider-user.js'

/** The user that a built-in provider makes of a profile, unless its `profile` option makes another. */
export interface StandardUser extends ProviderUser {
  name: string | null
  email: string | null
  /** The address of an image. */
  image: string | null
}
