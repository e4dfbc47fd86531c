import { parseUrl } from '../model/parse-url.js'
import { isLoopback } from '../model/protected-url.js'
import { peerAddress } from '../runtime/core/http/incoming.js'

/*
 * A provider without passwords must not be reachable from other machines. `NODE_ENV` alone cannot decide that, because it is unset by
 * default, on servers too.
 */

type Variables = Readonly<Record<string, string | undefined>>

export function variables(): Variables {
  const { process } = globalThis as { process?: { env?: Variables } }
  return process?.env ?? {}
}

export function isLoopbackUrl(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed !== undefined && isLoopback(parsed.hostname)
}

const CLIENT_HEADERS = [
  ...['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'fly-client-ip', 'x-client-ip'],
  ...['x-nf-client-connection-ip', 'x-vercel-forwarded-for', 'x-original-forwarded-for'],
] as const

const HOST_HEADERS = ['host', 'x-forwarded-host', 'x-original-host'] as const

/**
 * Returns a reason to believe that the request comes from another machine, or `undefined`. With DNS rebinding, the page
 * of an attacker can send requests to this machine, but their `Host` header contains the host of the attacker. Clients
 * other than browsers can send any header, so the IP address of the connection is checked, too.
 */
export function remoteSign(request: Request, origin: string): string | undefined {
  const { headers, url } = request
  const env = variables()
  if (env['NODE_ENV'] === 'production') return "NODE_ENV is 'production'"
  const headerHosts = HOST_HEADERS.flatMap((name) => headers.get(name)?.split(/, */) ?? [])
  const hosts = [new URL(origin).host, new URL(url).host, ...headerHosts]
  const host = hosts.find((each) => !isLoopbackUrl(`http://${each}`))
  if (host !== undefined) return `the request is for the host '${printable(host)}'`
  for (const name of CLIENT_HEADERS) {
    const remote = headers
      .get(name)
      ?.split(',')
      .find((ipAddress) => !isLoopbackAddress(ipAddress))
    if (remote !== undefined) return `the header ${name} names '${printable(remote.trim())}'`
  }
  for (const name of ['forwarded', 'via']) {
    if (headers.has(name)) return `the header ${name} shows a proxy`
  }
  const peer = peerAddress(request)
  if (peer !== undefined && !isLoopbackAddress(peer)) return `the connection comes from '${printable(peer)}'`
  const mode = env['NODE_ENV']
  if (peer === undefined && mode !== 'development' && mode !== 'test') {
    return "the server does not show the IP address of the connection, and NODE_ENV is not 'development'. Start it with NODE_ENV=development"
  }
  return undefined
}

/** Includes IPv4 in IPv6 notation. @see https://www.rfc-editor.org/rfc/rfc4291.html#section-2.5.5.2 */
function isLoopbackAddress(ipAddress: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(ipAddress.trim().replace(/^\[(.*)\]$/, '$1'))
}

function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x21-\x7e]/g, '?')
}
