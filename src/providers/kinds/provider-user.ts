import type { User } from '../../model/user.js'

/**
 * The minimum that `profile()` and `authorize()` must return. Fields that the application adds to `User` are optional here. The type
 * parameter is a hint, which TypeScript prints if the id is not a string.
 */
export interface ProviderUser<_Hint extends string = 'Its id is a string: String(id)'> extends Partial<User> {
  id: string
}
