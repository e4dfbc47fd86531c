/** Leaves out `undefined` and `null`, which `URLSearchParams` would convert to strings. */
export function authorizationQuery(params: string | object | undefined): URLSearchParams {
  if (typeof params !== 'object' || Symbol.iterator in params) {
    return new URLSearchParams(params as string | URLSearchParams | undefined)
  }
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}
