import type { Auth } from './auth.js'
import type { Target } from './auth-state.js'
import type { AuthTypes } from './auth-types.js'

/** The result of `.build()`, by framework. The module of each framework adds a member. */
export interface BuildResults<T extends AuthTypes> {
  web: Auth<T>
}

/** The type of `request` in callbacks, by framework. The module of each framework adds a member. */
export interface BuildRequests {
  web: Request
}

/**
 * The parameter of a function passed to `createAuth()`, by framework. The modules of frameworks without `Request` add
 * members.
 */
export interface ConfigureInputs {}

export type BuildResult<Platform extends Target, T extends AuthTypes> = Platform extends keyof BuildResults<T>
  ? BuildResults<T>[Platform]
  : never

export type RequestOf<Platform extends Target> = Platform extends keyof BuildRequests
  ? BuildRequests[Platform]
  : Request

/** The parameter of a function passed to `createAuth()`. */
export type ConfigureInput<Platform extends Target> = Platform extends keyof ConfigureInputs
  ? ConfigureInputs[Platform]
  : Request | undefined
