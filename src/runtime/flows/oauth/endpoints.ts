import type { Endpoint } from '../../../providers/kinds/oauth.js'

/** The address of an endpoint with its parameters, or `undefined` when it is to be discovered. */
export function endpointUrl(endpoint: string | Endpoint | undefined, discovered?: string): URL | undefined {
  const given = typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})
  const address = given.url ?? discovered
  if (address === undefined) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(given.params ?? {})) {
    if (value === undefined || value === null) continue
    // `claims` is the one parameter that is itself JSON (OpenID Connect Core 1.0, section 5.5).
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url
}
