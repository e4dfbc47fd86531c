import type { TokenSet } from '../../model/account.js'
import type { Fetch } from './custom-fetch.js'

/**
 * Returns a function that requests JSON from a provider's API with the access token. It throws an error with the provider's name if the
 * status is not 2xx.
 *
 * @param name - The provider's name, for the error message.
 * @param tokens - The tokens of the user.
 * @param fetch - The provider's `fetch`, with limits on time and size.
 */
export function profileFetcher(
  name: string,
  tokens: TokenSet,
  fetch: Fetch,
): (
  url: string,
  init?: { readonly method?: string; readonly headers?: Record<string, string> },
) => Promise<unknown> {
  return async (url, { method = 'GET', headers } = {}) => {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${tokens.access_token}`,
        ...headers,
      },
    })
    if (response.ok) return response.json()
    throw new Error(`${name} responded with status ${response.status} to the request for the profile.`)
  }
}
