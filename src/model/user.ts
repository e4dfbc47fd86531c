/**
 * A person, as a provider's `profile()` describes them. Augment it to add fields for the whole
 * program:
 *
 * @example
 * ```ts
 * declare module 'authwright' {
 *   interface User {
 *     plan?: 'free' | 'pro'
 *   }
 * }
 * ```
 */
export interface User {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** What `profile()` and `authorize()` return: a user with an id that stays the same for one person. */
export interface IdentifiedUser extends User {
  id: string
}
