import { InvalidRequest } from '../../errors.js'
import { type RequestUrl, urlOf } from './origin.js'

/**
 * An address of the first of several hosts that is one. A header that holds more than a host, such as a path, names none.
 *
 * @param scheme - With its colon.
 * @param target - A path with its query, or the whole address that a request to a proxy has in its place.
 * @throws InvalidRequest when no host is one, or the target is no address.
 */
export function requestUrl(scheme: string, hosts: readonly (string | null)[], target: string): RequestUrl {
  const [origin] = hosts.flatMap((host) =>
    host === null ? [] : (urlOf(scheme.slice(0, -1), host)?.origin ?? []),
  )
  const address = origin !== undefined && target.startsWith('/') ? origin + target : target
  if (origin === undefined || !URL.canParse(address)) throw new InvalidRequest('The request has no address.')
  const { pathname, search } = new URL(address)
  return (origin + pathname + search) as RequestUrl
}
