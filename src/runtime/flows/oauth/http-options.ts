import type * as oauth from 'oauth4webapi'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'

/** The options with which every request of `oauth4webapi` goes through `fetch`. */
export interface HttpOptions {
  // biome-ignore lint/suspicious/noExplicitAny: the library's own type of the option, for every method and body.
  [oauth.customFetch]: (url: string, options: oauth.CustomFetchOptions<any, any>) => Promise<Response>
  [oauth.allowInsecureRequests]: boolean
}

/** `fetch` itself refuses insecure addresses, but for loopback hosts, so the library need not. */
export function httpOptions(library: typeof import('./protocol.js'), fetch: Fetch): HttpOptions {
  return {
    [library.customFetch]: (url, { body, method, headers, signal }) =>
      fetch(url, { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }),
    [library.allowInsecureRequests]: true,
  }
}
