import type { AuthOptions } from '../options/auth-options.js'
import type { Limit, LimitsOptions } from '../options/limits-options.js'
import type { Store } from '../stores/contract.js'
import { nameProblems } from './checks.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'

/*
 * What is wrong with options that have no rule of their own: the compiler refuses them in its own words, and
 * JavaScript is told here.
 */

type Problems = readonly ConfigurationProblem[]

// Every key is asked for, so that none of a type can be forgotten.
const storeMethods: Record<keyof Store, true> = {
  get: true,
  set: true,
  consume: true,
  increment: true,
  compareAndSet: true,
}
const limitNames: Record<keyof LimitsOptions, true> = {
  addressAndAccount: true,
  address: true,
  account: true,
  global: true,
  browser: true,
  mailsPerRecipient: true,
  mailsPerClient: true,
}

/** What is wrong with `store`, `limits` and `clientAddress`. */
export function storeAndLimitsProblems({ store, limits, clientAddress }: AuthOptions): Problems {
  return [
    ...expected(store, isStore, '`store`', `a store, with ${Object.keys(storeMethods).join(', ')}`),
    ...expected(limits, isObject, '`limits`', 'an object'),
    ...(isObject(limits) ? limitsProblems(limits) : []),
    ...expected(clientAddress, isFunction, '`clientAddress`', 'a function'),
  ]
}

function limitsProblems(limits: LimitsOptions): Problems {
  const names = Object.keys(limitNames)
  const known = Object.entries(limits).filter(([name]) => names.includes(name))
  const limit = '`false`, or an object with `max` and `window`, whole numbers greater than 0'
  return [
    ...nameProblems('limit', limits, names),
    ...known.flatMap(([name, value]) => expected(value, isLimit, `\`limits.${name}\``, limit)),
  ]
}

function expected(value: unknown, isIt: (value: unknown) => boolean, option: string, what: string): Problems {
  return value === undefined || isIt(value) ? [] : [problem('wrongType', option, what)]
}

function isStore(value: unknown): boolean {
  return Object.keys(storeMethods).every((name) => isFunction(Object(value)[name]))
}

function isLimit(value: unknown): boolean {
  const { max, window } = Object(value) as Partial<Record<keyof Limit, unknown>>
  return value === false || (isPositive(max) && isPositive(window))
}

function isPositive(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}
