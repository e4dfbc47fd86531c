/**
 * Converts the parameters of `signIn` to a query. Members that are `undefined` are left out; `URLSearchParams` alone would send the string
 * "undefined".
 */
export function authorizationQuery(params: string | object | undefined): URLSearchParams {
  if (typeof params !== 'object' || Symbol.iterator in params) {
    return new URLSearchParams(params as string | URLSearchParams | undefined)
  }
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
