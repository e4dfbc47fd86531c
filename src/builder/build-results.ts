import type { Auth } from './auth.js'
import type { AuthTypes } from './auth-types.js'
import type { Target } from './target.js'

/**
 * What `.build()` returns, by target. The module of a framework adds its own member.
 *
 * @example
 * ```ts
 * import type { AuthTypes } from 'authwright'
 *
 * interface Parts<T extends AuthTypes> {
 *   auth(): Promise<T['session'] | null>
 * }
 *
 * declare module 'authwright' {
 *   interface BuildResults<T extends AuthTypes> {
 *     sveltekit: Parts<T>
 *   }
 * }
 * ```
 */
export interface BuildResults<T extends AuthTypes> {
  web: Auth<T>
}

/** The requests that callbacks are given, by target. The module of a framework adds its own member. */
export interface BuildRequests {
  web: Request
}

/** What `.build()` returns for a target. */
export type BuildResult<Platform extends Target, T extends AuthTypes> = Platform extends keyof BuildResults<T>
  ? BuildResults<T>[Platform]
  : never

/** The request that callbacks are given for a target. */
export type RequestOf<Platform extends Target> = Platform extends keyof BuildRequests
  ? BuildRequests[Platform]
  : Request
