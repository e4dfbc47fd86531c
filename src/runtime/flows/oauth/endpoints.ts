import type { Endpoint } from '../../../providers/kinds/oauth.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** The URL of an endpoint with its configured parameters, or `undefined` if it is to be discovered or is no URL. */
export function endpointUrl(endpoint: string | Endpoint | undefined, discovered?: string): URL | undefined {
  const given = typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})
  const address = given.url ?? discovered
  if (address === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(given.params ?? {})) {
    if (value === undefined || value === null) continue
    // `claims` is the one parameter that is itself JSON (OpenID Connect Core 1.0, section 5.5).
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url
}

/** Stands for an endpoint that is to be discovered, of which only the configured parameters matter. */
const UNDISCOVERED = 'https://provider.invalid'

/**
 * How the provider returns the authorization response: in the query, or in a form that its page posts.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function responseMode({ authorization }: ReadyOAuthProvider): 'query' | 'form_post' {
  const requested = endpointUrl(authorization, UNDISCOVERED)?.searchParams.get('response_mode')
  return requested === 'form_post' ? 'form_post' : 'query'
}
