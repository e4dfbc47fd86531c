import { InvalidRequest } from '../../../errors.js'

/** An object without a prototype. */
export type Params = Readonly<Record<string, unknown>>

export const NO_PARAMS: Params = Object.freeze(Object.create(null))

/** Maximum number of parameters. Every built-in form has fewer. */
export const MAX_PARAMS = 100

export function readParams(search: URLSearchParams): Params {
  const params: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const [name, value] of search) {
    if (name in params) throw new InvalidRequest('A parameter occurs more than once.')
    if (++count > MAX_PARAMS) throw new InvalidRequest('The request has too many parameters.')
    params[name] = value
  }
  return params
}

/** Returns the parameter as a string, or `undefined` if it is missing, empty or not a string. */
export function textParam(params: Params, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function searchParamsOf(params: Params): URLSearchParams {
  const texts = Object.entries(params).filter(
    (param): param is [string, string] => typeof param[1] === 'string',
  )
  return new URLSearchParams(texts)
}
