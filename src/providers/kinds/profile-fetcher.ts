import type { TokenSet } from '../../model/account.js'
import type { Fetch } from './custom-fetch.js'

/** @param fetch - The provider's `fetch`, with limits on time and size. */
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
