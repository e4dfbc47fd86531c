import { AuthError } from '../errors.js'
import {
  checkReasons,
  filledIn,
  type ReasonCode,
  type RunTimeReasonCode,
  type StepReasonCode,
  stepReasons,
} from './problem-sentences.js'

/** A rule that a configuration breaks. */
export interface ConfigurationProblem {
  /** The code of the rule. The code of a feature's rule is `<feature>/<rule>`. */
  readonly code: ReasonCode | `${string}/${string}`
  /** The problem and its solution. */
  readonly sentence: string
}

/**
 * A configuration breaks rules that the types did not report, for example in plain JavaScript. Thrown by `.build()`; with a lazy
 * configuration, by each request that uses it.
 *
 * @example
 * ```ts
 * import { AuthConfigurationError } from 'authwright'
 *
 * export function codes(error: unknown): readonly string[] {
 *   return error instanceof AuthConfigurationError ? error.problems.map(({ code }) => code) : []
 * }
 * ```
 */
export class AuthConfigurationError extends AuthError {
  /** Always `'AuthConfigurationError'`, also after the code was minified. */
  override readonly name = 'AuthConfigurationError'
  /** The problems. Problems that features find are reported only if there are no others. */
  readonly problems: readonly ConfigurationProblem[]

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(withPage).join('\n'))
    this.problems = problems
  }
}

/** The problem of a rule that a step checks itself. `names` fill in its sentence. */
export function problem(code: StepReasonCode, ...names: readonly string[]): ConfigurationProblem {
  return { code, sentence: filledIn(stepReasons[code], names) }
}

/** The problem of any rule that is checked at run time. Unlike {@link problem}, it needs the sentences of all these rules in the bundle. */
export function ruleProblem(code: RunTimeReasonCode, ...names: readonly string[]): ConfigurationProblem {
  return { code, sentence: filledIn({ ...stepReasons, ...checkReasons }[code], names) }
}

function withPage({ code, sentence }: ConfigurationProblem): string {
  // The rules of features have no page in docs/rules.
  return code.includes('/') ? sentence : `${sentence} See authwright/docs/rules/${code}.md`
}
