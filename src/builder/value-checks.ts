import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type ConfigurationProblem, problem } from './configuration-error.js'

/*
 * Checks of option values without a separate rule. The compiler checks the types. These checks make sure
 * that a number is a valid time and a string a valid URL. They also cover plain JavaScript and environment
 * variables.
 *
 * The comments for bundlers let a bundle that builds no configuration, such as one with `dev()` in
 * production, leave the checks out.
 */

/** A check of a value. `must` completes the sentence "… must be …". */
export interface Kind {
  readonly must: string
  readonly holds: (value: unknown) => boolean
}

/** The checks of all members of a type. Every key is required, so that none can be forgotten. */
export type Kinds<Options> = { readonly [Name in keyof Options]-?: Kind }

export const anObject: Kind = {
  must: 'an object',
  holds: (value) => typeof value === 'object' && value !== null,
}

export const aFunction: Kind = { must: 'a function', holds: (value) => typeof value === 'function' }

export const aBoolean: Kind = { must: '`true` or `false`', holds: (value) => typeof value === 'boolean' }

const aText: Kind = { must: 'a string', holds: (value) => typeof value === 'string' }

export const aTime: Kind = {
  must: 'an integer in seconds, greater than 0',
  holds: (value) => isWhole(value, 1),
}

export const anInterval: Kind = {
  must: 'an integer in seconds, 0 or more',
  holds: (value) => isWhole(value, 0),
}

export const anAddress: Kind = {
  must: 'a URL, such as https://example.com/auth',
  holds: (value) => typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value),
}

export const aSchema: Kind = {
  must: 'a Standard Schema',
  holds: (value) => anObject.holds((value as Partial<StandardSchemaV1> | null | undefined)?.['~standard']),
}

export const secrets: Kind = {
  must: 'a string or an array of strings',
  holds: (value) => [value].flat().every(aText.holds),
}

/** One of several strings. */
// @__NO_SIDE_EFFECTS__
export function oneOf(...texts: readonly string[]): Kind {
  const all = texts.map((text) => `'${text}'`).join(', ')
  return {
    must: all.replace(/, (?=[^,]+$)/, ' or '),
    holds: (value) => aText.holds(value) && texts.includes(value as string),
  }
}

/** The same check, ignoring case. */
// @__NO_SIDE_EFFECTS__
export function inAnyCase({ must, holds }: Kind): Kind {
  return { must, holds: (value) => holds(typeof value === 'string' ? value.toLowerCase() : value) }
}

/** A string that matches a pattern, which must be anchored. */
// @__NO_SIDE_EFFECTS__
export function textLike(must: string, pattern: RegExp): Kind {
  return { must, holds: (value) => typeof value === 'string' && pattern.test(value) }
}

/** The problems in the values of an object. `undefined` counts as absent. */
export function kindProblems<Options extends object>(
  options: Options,
  kinds: { readonly [Name in keyof Options]?: Kind },
  within = '',
): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = []
  for (const name in kinds) {
    const value: unknown = options[name]
    const kind = kinds[name]
    if (value === undefined || !kind || kind.holds(value)) continue
    problems.push(problem('wrongType', `\`${within}${name}\``, kind.must))
  }
  return problems
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least
}
