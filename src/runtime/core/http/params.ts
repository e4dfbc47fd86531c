import { InvalidRequest } from '../../../errors.js'

/** Names and values that a request carries, without a prototype. */
export type Params = Readonly<Record<string, unknown>>

/** More parameters than any form of ours has. */
export const MAX_PARAMS = 100

/** The parameters of a query string or form. Throws `InvalidRequest` when one occurs twice. */
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

/** The parameter as a string, or `undefined` when it is missing, empty or something else. */
export function textParam(params: Params, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
