import type { Strategy } from '../options/session-options.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'
import type { AuthSpec, SessionSpec } from './spec.js'
import type { Mark, Target } from './state.js'

/** A configuration under construction, with the problems that its steps have found. */
export interface Draft extends Omit<AuthSpec, 'session'> {
  readonly target: Target
  /** The strategy set by `.session()`. */
  readonly strategy: Strategy | undefined
  readonly session: Omit<SessionSpec, 'strategy'>
  readonly marks: readonly Mark[]
  readonly problems: readonly ConfigurationProblem[]
}

/** The draft of a builder without steps. */
export function emptyDraft(target: Target): Draft {
  return {
    target,
    providers: [],
    adapter: undefined,
    strategy: undefined,
    session: {},
    jwt: {},
    callbacks: { signIn: [], redirect: undefined, jwt: [], session: [], authorized: undefined },
    events: {
      signIn: [],
      signOut: [],
      createUser: [],
      updateUser: [],
      linkAccount: [],
      unlinkAccount: [],
      removePasskey: [],
      impersonate: [],
      tokenRefreshFailed: [],
      backchannelLogout: [],
      session: [],
    },
    pages: {},
    cookies: {},
    options: {},
    features: [],
    marks: [],
    problems: [],
  }
}

/**
 * The session strategy of a draft: the strategy set by `.session()`; otherwise `'database'` with an adapter,
 * and `'jwt'` without one.
 */
export function strategyOf({ strategy, adapter }: Draft): Strategy {
  return strategy ?? (adapter ? 'database' : 'jwt')
}

/** Whether callbacks or listeners were added. Later steps must not change the types of their parameters. */
export function isSealed({ marks }: Draft): boolean {
  return marks.includes('callbacks')
}

/** A call of the builder, as a function from one draft to the next. */
export type Step = (draft: Draft) => Draft

/** A step that sets nothing and reports problems. */
export function refusal(...problems: readonly ConfigurationProblem[]): Step {
  return (draft) => ({ ...draft, problems: [...draft.problems, ...problems] })
}

/**
 * Applies a step to an options object. `undefined` sets nothing, and other values that are not objects are
 * refused.
 */
export function stepOf<Options extends object>(
  name: string,
  options: Options | undefined,
  step: (options: Options) => Step,
): Step {
  if (options === undefined) return (draft) => draft
  if (typeof options === 'object' && options !== null) return step(options)
  return refusal(problem('wrongType', `\`${name}\``, 'an object'))
}
