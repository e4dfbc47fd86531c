import type { Tagged } from 'type-fest'
import { InvalidRequest } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'

/**
 * Either the URL of a web-standard request, or a result of `requestUrl`, which ignores a `Host` header that contains
 * a path. Otherwise such a header could change the path that a guard checks.
 */
export type RequestUrl = Tagged<string, 'RequestUrl'>

export function parsedUrl({ url }: Pick<Request, 'url'>): RequestUrl {
  return url as RequestUrl
}

/** Maximum length of a host name with its port. */
export const MAX_HOST_LENGTH = 260

export function hostUrl(scheme: string, host: string): URL | undefined {
  if (host.length > MAX_HOST_LENGTH || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host))
    return undefined
  const url = `${scheme}://${host}`
  return parseUrl(url)
}

export interface SplitUrl {
  readonly site: string
  readonly path: string
  /** Includes the `?`. Empty if there is no query. */
  readonly search: string
}

/**
 * Splits a URL into origin, path and query, which is cheaper than parsing it again. `url` must be the result
 * of a URL parser.
 */
export function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const slash = url.indexOf('/', url.indexOf('//') + 2)
  const questionMark = url.indexOf('?')
  const query = questionMark === -1 || questionMark > end ? end : questionMark
  return { site: url.slice(0, slash), path: url.slice(slash, query), search: url.slice(query, end) }
}

/**
 * Returns the URL of a request, without a fragment. Throws if the host or the target is not valid.
 *
 * @param scheme - With its colon.
 * @param hosts - The first valid host is used. A header that contains more than a host is invalid.
 * @param target - A path with its query, or the absolute URL in a request to a proxy.
 */
export function requestUrl(scheme: string, hosts: readonly (string | null)[], target: string): RequestUrl {
  const [origin] = hosts.flatMap((host) =>
    host === null ? [] : (hostUrl(scheme.slice(0, -1), host)?.origin ?? []),
  )
  const url = parseUrl(origin !== undefined && target.startsWith('/') ? origin + target : target)
  if (origin === undefined || !url || !/^https?:$/.test(url.protocol))
    throw new InvalidRequest('The request has no valid URL.')
  const { pathname, search } = url
  return (origin + pathname + search) as RequestUrl
}
