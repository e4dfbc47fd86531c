import type { AuthBuilder } from './auth-builder.js'
import type { BuildResult } from './build-results.js'
import type { Reason } from './problem-sentences.js'
import type { AuthConfigError } from './rules/refused.js'
import type { AuthState, Target } from './state.js'

/**
 * Any builder of a platform, with the members that distinguish it from an object. It is not `AuthBuilder<…>`:
 * a function that returns one builder or another is inferred as both, and no single state describes both.
 */
export interface BuilderOf<Platform extends Target> {
  // biome-ignore lint/suspicious/noExplicitAny: whatever an instance is typed by, it is one of the platform.
  readonly build: (() => BuildResult<Platform, any>) | AuthConfigError<string>
}

/**
 * What a function may return beside an object: a builder, of any entry, or what `.build()` returned, of which each has one of
 * these members. Only a builder of the same entry can be built; the others are taken to say so in one sentence.
 */
export type Misplaced = { readonly build: unknown } | { readonly signIn: unknown } | { readonly GET: unknown }

/** Stands where the builder would be whose function returns what cannot be built. */
export interface Unbuildable<Sentence extends string> {
  readonly build: AuthConfigError<Sentence>
}

/**
 * The builder that a function returned, or one in the state that an object stands for. Where a compiler
 * saw no builder, it infers `never` or the constraint. `NoInfer`, because the place that a builder is given to would be inferred for it.
 */
export type StartedBuilder<Platform extends Target, Made, Refused extends string, S extends AuthState> = [
  Refused,
] extends [never]
  ? [Made] extends [never]
    ? AuthBuilder<S>
    : [Misplaced] extends [Made]
      ? AuthBuilder<S>
      : [Made] extends [BuilderOf<Platform>]
        ? NoInfer<Made>
        : Unbuildable<
            [Made] extends [{ readonly build: unknown }] ? Reason<'lazyForeign'> : Reason<'lazyBuilt'>
          >
  : Unbuildable<Reason<'lazyCallbacks'>>
