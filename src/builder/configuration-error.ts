import { AuthError } from '../errors.js'
import { filledIn, type ReasonCode, type StepReasonCode, stepReasons } from './problem-sentences.js'

/** A rule that a configuration breaks. */
export interface ConfigurationProblem {
  readonly code: ReasonCode
  /** What is wrong and what to do. */
  readonly sentence: string
}

/**
 * A configuration breaks rules that its types could not show, as in plain JavaScript. `.build()` throws
 * it, and with a lazy configuration the first request that uses it.
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
  override readonly name = 'AuthConfigurationError'
  /** All problems of the configuration, in the order of its steps. */
  readonly problems: readonly ConfigurationProblem[]

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ code, sentence }) => `${sentence} See ${pageOf(code)}`).join('\n'))
    this.problems = problems
  }
}

/** The problem of a rule that a step checks itself, with the names that its sentence mentions. */
export function problem(code: StepReasonCode, ...names: readonly string[]): ConfigurationProblem {
  return { code, sentence: filledIn(stepReasons[code], names) }
}

function pageOf(code: ReasonCode): string {
  return `authwright/docs/rules/${code}.md`
}
