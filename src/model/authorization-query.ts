/**
 * The parameters that `signIn` was given for an authorization endpoint, as a query: a member that is `undefined` is left out, which a bare
 * `URLSearchParams` would send as the word.
 */
export function authorizationQuery(params: string | object | undefined): URLSearchParams {
  if (typeof params !== 'object' || Symbol.iterator in params) {
    return new URLSearchParams(params as string | URLSearchParams | undefined)
  }
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
