import { parseUrl } from '../../../model/parse-url.js'
import type { Endpoint } from '../../../providers/kinds/oauth.js'
import type { ReadyOAuthProvider } from './provider.js'

/**
 * Returns the URL of an endpoint with its parameters, or `undefined` if there is no valid URL. `discovered`
 * is used if no URL is configured.
 */
export function endpointUrl(endpoint: string | Endpoint | undefined, discovered?: string): URL | undefined {
  const { url: href = discovered, params = {} }: Endpoint =
    typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})
  const url = href === undefined ? undefined : parseUrl(href)
  if (!url) return undefined
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    // The value of `claims` is JSON (OpenID Connect Core 1.0, section 5.5).
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return url
}

export function authorizationParam({ authorization }: ReadyOAuthProvider, name: string): string | null {
  // Only the parameters are read. So if the endpoint has no configured URL, a placeholder is enough.
  return endpointUrl(authorization, 'https://provider.invalid')?.searchParams.get(name) ?? null
}

/** @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html */
export function responseMode(provider: ReadyOAuthProvider): 'query' | 'form_post' {
  return authorizationParam(provider, 'response_mode') === 'form_post' ? 'form_post' : 'query'
}
