import type { AuthBuilder } from './auth-builder.js'
import type { BuildResult } from './build-results.js'
import type { AuthConfigError } from './config-error.js'
import type { AuthState } from './state.js'
import type { Target } from './target.js'

/**
 * Any builder of a platform, with the members that distinguish it from an object. It is not `AuthBuilder<…>`:
 * a function that returns one builder or another is inferred as both, and no single state describes both.
 */
export interface BuilderOf<Platform extends Target> {
  // biome-ignore lint/suspicious/noExplicitAny: whatever an instance is typed by, it is one of the platform.
  readonly build: (() => BuildResult<Platform, any>) | AuthConfigError<string>
}

/**
 * The builder that a function returned, or one in the state that an object stands for. Where a compiler
 * saw no builder, it infers `never` or the constraint.
 */
export type StartedBuilder<Platform extends Target, Builder, S extends AuthState> = [Builder] extends [never]
  ? AuthBuilder<S>
  : [BuilderOf<Platform>] extends [Builder]
    ? AuthBuilder<S>
    : Builder
