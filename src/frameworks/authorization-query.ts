/** Converts parameters to a query. Leaves out `undefined` and `null`, which `URLSearchParams` would convert to strings. */
export function authorizationQuery(params: string | object | null | undefined): URLSearchParams {
  const query = params ?? ''
  if (typeof query !== 'object' || Symbol.iterator in query) {
    return new URLSearchParams(query as string | URLSearchParams)
  }
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}
