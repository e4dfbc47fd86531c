import type { ConfigurationProblem } from './configuration-error.js'
import { checkReasons, filledIn, type RunTimeReasonCode, stepReasons } from './problem-sentences.js'

/** The problem of a rule that is checked at run time. `names` fill in its sentence. */
export function ruleProblem(code: RunTimeReasonCode, ...names: readonly string[]): ConfigurationProblem {
  return { code, sentence: filledIn({ ...stepReasons, ...checkReasons }[code], names) }
}
