import type { Auth } from './auth.js'
import type { AuthTypes } from './auth-types.js'
import type { Target } from './state.js'

/** The result of `.build()`, by target. The module of each framework adds a member. */
export interface BuildResults<T extends AuthTypes> {
  web: Auth<T>
}

/** The type of `request` in callbacks, by target. The module of each framework adds a member. */
export interface BuildRequests {
  web: Request
}

/**
 * The parameter of a function that returns a lazy configuration, for targets that do not pass a `Request`. The module of each framework adds
 * a member.
 */
export interface ConfigureInputs {}

/** The result of `.build()` for a target. */
export type BuildResult<Platform extends Target, T extends AuthTypes> = Platform extends keyof BuildResults<T>
  ? BuildResults<T>[Platform]
  : never

/** The type of `request` in callbacks for a target. */
export type RequestOf<Platform extends Target> = Platform extends keyof BuildRequests
  ? BuildRequests[Platform]
  : Request

/** The parameter of a function that returns a lazy configuration, for a target. */
export type ConfigureInput<Platform extends Target> = Platform extends keyof ConfigureInputs
  ? ConfigureInputs[Platform]
  : Request | undefined
