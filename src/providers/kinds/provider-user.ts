import type { User } from '../../model/user.js'

/**
 * The least that `profile()` and `authorize()` may return: an id that stays the same for one person.
 * Fields that the application adds to `User` are optional here, because no provider can promise them. A compiler prints the
 * type parameter where the id is no string.
 */
export interface ProviderUser<_Hint extends string = 'Its id is a string: String(id)'> extends Partial<User> {
  id: string
}
