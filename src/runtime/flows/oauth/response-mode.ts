import type { ReadyOAuthProvider } from './oauth-provider.js'

/** How the provider sends somebody back. */
export type ResponseMode = 'query' | 'form_post'

/**
 * How the provider sends somebody back: in the address, or in a form that its page posts.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function responseMode({ authorization }: ReadyOAuthProvider): ResponseMode {
  const mode = typeof authorization === 'object' ? authorization.params?.response_mode : undefined
  return mode === 'form_post' ? 'form_post' : 'query'
}
