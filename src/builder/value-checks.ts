import type { StandardSchemaV1 } from '@standard-schema/spec'
import { parseUrl } from '../model/parse-url.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'

/*
 * `@__NO_SIDE_EFFECTS__` lets bundlers leave the checks out of a bundle that builds no configuration, such as one
 * with `dev()` in production.
 */

/** `must` completes the sentence "… must be …". */
export interface Kind {
  readonly must: string
  readonly holds: (value: unknown) => boolean
}

export type Kinds<Options> = { readonly [Name in keyof Options]-?: Kind }

export const anObject: Kind = {
  must: 'an object',
  holds: (value) => typeof value === 'object' && value !== null,
}

export const aFunction: Kind = { must: 'a function', holds: (value) => typeof value === 'function' }

export const aBoolean: Kind = { must: '`true` or `false`', holds: (value) => typeof value === 'boolean' }

const aString: Kind = { must: 'a string', holds: (value) => typeof value === 'string' }

export const aTime: Kind = {
  must: 'an integer in seconds, from 1 to 3153600000',
  holds: (value) => isSeconds(value, 1),
}

export const anInterval: Kind = {
  must: 'an integer in seconds, from 0 to 3153600000',
  holds: (value) => isSeconds(value, 0),
}

export const aUrl: Kind = {
  must: 'a URL, such as https://example.com/auth',
  holds: (value) => typeof value === 'string' && /^https?:/i.test(value) && parseUrl(value) !== undefined,
}

export const aSchema: Kind = {
  must: 'a Standard Schema',
  holds: (value) => anObject.holds((value as Partial<StandardSchemaV1> | null | undefined)?.['~standard']),
}

export const secrets: Kind = {
  must: 'a string or an array of strings',
  holds: (value) => [value].flat().every(aString.holds),
}

// @__NO_SIDE_EFFECTS__
export function oneOf(...allowed: readonly string[]): Kind {
  const list = allowed.map((value) => `'${value}'`).join(', ')
  return {
    must: list.replace(/, (?=[^,]+$)/, ' or '),
    holds: (value) => aString.holds(value) && allowed.includes(value as string),
  }
}

// @__NO_SIDE_EFFECTS__
export function inAnyCase({ must, holds }: Kind): Kind {
  return { must, holds: (value) => holds(typeof value === 'string' ? value.toLowerCase() : value) }
}

/** The pattern must start with `^` and end with `$`. */
// @__NO_SIDE_EFFECTS__
export function stringMatching(must: string, pattern: RegExp): Kind {
  return { must, holds: (value) => typeof value === 'string' && pattern.test(value) }
}

export function kindProblems<Options extends object>(
  options: Options,
  kinds: { readonly [Name in keyof Options]?: Kind },
  prefix = '',
): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = []
  for (const name in kinds) {
    const value: unknown = options[name]
    const kind = kinds[name]
    if (value === undefined || !kind || kind.holds(value)) continue
    problems.push(problem('wrongType', `\`${prefix}${name}\``, kind.must))
  }
  return problems
}

/** The maximum is a hundred years, far below the range of `Date`. */
function isSeconds(value: unknown, minimum: number): boolean {
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= 3_153_600_000
}
