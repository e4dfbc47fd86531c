import { type ConfigurationProblem, problem } from './configuration-error.js'
import type { Draft } from './draft.js'

/** Takes a draft one step further. */
export type Step = (draft: Draft) => Draft

/** A step that sets nothing and reports what is wrong. */
export function refusal(...problems: readonly ConfigurationProblem[]): Step {
  return (draft) => ({ ...draft, problems: [...draft.problems, ...problems] })
}

/** The step that options stand for: none where they are `undefined`, a refusal where they are no object. */
export function stepOf<Options extends object>(
  name: string,
  options: Options | undefined,
  step: (options: Options) => Step,
): Step {
  if (options === undefined) return (draft) => draft
  if (typeof options === 'object' && options !== null) return step(options)
  return refusal(problem('wrongType', `\`${name}\``, 'an object'))
}
