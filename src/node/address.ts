import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { InvalidRequest } from '../errors.js'

/** A path and query that a URL parser leaves as they are. */
const plain = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:[?][\w=&.~+%-]*)?$/

/** The part of a request that its address is made of. Express keeps the whole path in `originalUrl`. */
type Addressed = Pick<IncomingMessage, 'headers' | 'url' | 'socket'> & { readonly originalUrl?: string }

/**
 * Parses the addresses of requests. The origin of the last host is cached, because a server has few names.
 *
 * @returns A function that throws `InvalidRequest` for a request that has no address.
 */
export function addresses(): (request: Addressed) => string {
  let last = { site: '', origin: '' }
  return ({ headers, url = '/', originalUrl = url, socket }) => {
    const { host = headers[':authority'] } = headers
    const site = `${(socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'}://${host}`
    if (site !== last.site) last = { site, origin: originOf(site) }
    return last.origin + (plain.test(originalUrl) ? originalUrl : pathOf(originalUrl, last.origin))
  }
}

/** The origin of a scheme and host. What a host cannot hold, such as a path or a user name, is refused. */
function originOf(site: string): string {
  const url = /^https?:\/\/[^/?#@\\]+$/.test(site) && URL.canParse(site) ? new URL(site) : undefined
  if (url) return url.origin
  throw new InvalidRequest('The request has no `Host` header that names a host.')
}

/** A path and query as a URL parser writes them. A request to a proxy has the whole address in their place. */
function pathOf(target: string, origin: string): string {
  const address = target.startsWith('/') ? origin + target : target
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.pathname + url.search
  throw new InvalidRequest('The request has no address.')
}
