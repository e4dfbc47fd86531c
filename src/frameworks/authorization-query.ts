/**
 * Converts the authorization parameters of `signIn` to a query. Leaves out members that are `undefined` or
 * `null`, which `URLSearchParams` would convert to strings.
 */
export function authorizationQuery(params: string | object | undefined): URLSearchParams {
  if (typeof params !== 'object' || Symbol.iterator in params) {
    return new URLSearchParams(params as string | URLSearchParams | undefined)
  }
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}
