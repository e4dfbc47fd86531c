import type { Tagged } from 'type-fest'
import { InvalidRequest } from '../../../errors.js'

/**
 * The whole address of a request, whose host ends where its path begins. It comes from a URL parser or from `requestUrl`: a `Host` header
 * may hold a path, and in front of another path it would decide which page a guard sees.
 */
export type RequestUrl = Tagged<string, 'RequestUrl'>

/** The address of a web-standard request, which a URL parser wrote. */
export function parsedUrl({ url }: Pick<Request, 'url'>): RequestUrl {
  return url as RequestUrl
}

/** Characters of the longest host name, with a port. */
export const MAX_HOST_LENGTH = 260

/** The URL of a host as it may stand in a header; `undefined` when it is none. */
export function hostUrl(scheme: string, host: string): URL | undefined {
  if (host.length > MAX_HOST_LENGTH || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host))
    return undefined
  const address = `${scheme}://${host}`
  return URL.canParse(address) ? new URL(address) : undefined
}

/** An address in two: scheme and host, and the rest, which starts with `/`. */
export interface SplitUrl {
  readonly site: string
  readonly path: string
  /** With its `?`; empty where there is none. */
  readonly search: string
}

/** Takes an address apart that was parsed before, which is cheaper than to parse it again. */
export function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const slash = url.indexOf('/', url.indexOf('//') + 2)
  const mark = url.indexOf('?')
  const query = mark === -1 || mark > end ? end : mark
  return { site: url.slice(0, slash), path: url.slice(slash, query), search: url.slice(query, end) }
}

/**
 * An address of the first of several hosts that is one. A header that holds more than a host, such as a path, names none.
 *
 * @param scheme - With its colon.
 * @param target - A path with its query, or the whole address that a request to a proxy has in its place.
 * @throws InvalidRequest when no host is one, or the target is no address.
 */
export function requestUrl(scheme: string, hosts: readonly (string | null)[], target: string): RequestUrl {
  const [origin] = hosts.flatMap((host) =>
    host === null ? [] : (hostUrl(scheme.slice(0, -1), host)?.origin ?? []),
  )
  const address = origin !== undefined && target.startsWith('/') ? origin + target : target
  if (origin === undefined || !URL.canParse(address))
    throw new InvalidRequest('The request has no valid URL.')
  const { pathname, search } = new URL(address)
  return (origin + pathname + search) as RequestUrl
}
