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
  /** The code of the rule. For a rule of a feature, `<feature>/<rule>`. */
  readonly code: ReasonCode | `${string}/${string}`
  /** The problem and its solution. */
  readonly sentence: string
}

/**
 * A configuration breaks rules. Thrown by `.build()`, or by requests if the configuration is a function of the
 * request.
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
  /** The broken rules. Problems that features find are reported only if there are no others. */
  readonly problems: readonly ConfigurationProblem[]

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(withPage).join('\n'))
    this.problems = problems
  }
}

export function problem(code: StepReasonCode, ...names: readonly string[]): ConfigurationProblem {
  return { code, sentence: filledIn(stepReasons[code], names) }
}

/** Creates a problem of a run-time rule. Unlike {@link problem}, it adds the sentences of all run-time rules to the bundle. */
export function ruleProblem(code: RunTimeReasonCode, ...names: readonly string[]): ConfigurationProblem {
  return { code, sentence: filledIn({ ...stepReasons, ...checkReasons }[code], names) }
}

function withPage({ code, sentence }: ConfigurationProblem): string {
  // The rules of features have no page in docs/rules.
  return code.includes('/') ? sentence : `${sentence} See authwright/docs/rules/${code}.md`
}
