import { endpointUrl } from './endpoints.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/** How the provider sends somebody back. */
export type ResponseMode = 'query' | 'form_post'

/** Stands for an endpoint that is discovered: only what the configuration adds to it is looked at. */
const UNKNOWN = 'https://provider.invalid'

/**
 * How the provider sends somebody back: in the address, or in a form that its page posts.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function responseMode({ authorization }: ReadyOAuthProvider): ResponseMode {
  const asked = endpointUrl(authorization, UNKNOWN)?.searchParams.get('response_mode')
  return asked === 'form_post' ? 'form_post' : 'query'
}
