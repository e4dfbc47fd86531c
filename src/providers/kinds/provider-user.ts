import type { User } from '../../model/user.js'

/**
 * The least that `profile()` and `authorize()` may return: an id that stays the same for one person.
 * Fields that the application adds to `User` are optional here, because no provider can promise them.
 */
export interface ProviderUser extends Partial<User> {
  id: string
}
