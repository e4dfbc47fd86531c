import { parseUrl } from '../../../model/parse-url.js'
import { isLoopback } from '../../../model/protected-url.js'

/**
 * Whether a host is local or has a private IP address. A host name that is not private may still resolve to a
 * private IP address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6890.html#section-2.2.2
 * @see https://www.rfc-editor.org/rfc/rfc6762.html#section-3
 * @see https://www.rfc-editor.org/rfc/rfc8375.html
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  if (isLoopback(host) || /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/.test(host)) return true
  const ipv4 = ipv4Of(host)
  if (ipv4) return isPrivateIPv4(ipv4)
  return host.startsWith('[') && isPrivateIPv6(host.slice(1, -1))
}

/**
 * Whether a resolved IP address is private. The ranges for benchmarks (198.18.0.0/15) and for future use
 * (240.0.0.0/4) are allowed: proxies and service meshes use them for names that they resolve themselves.
 *
 * @param ipAddress - As the resolver writes it, possibly with a zone.
 */
export function isPrivateAddress(ipAddress: string): boolean {
  const host = ipAddress.includes(':') ? `[${ipAddress.replace(/%.*$/, '')}]` : ipAddress
  const url = parseUrl(`http://${host}`)
  if (!url) return false
  const [first = 0] = ipv4Of(url.hostname) ?? []
  return first !== 198 && first < 240 && isPrivateHost(url.hostname)
}

/**
 * Returns the bytes of an IPv4 address, which may be part of an IPv6 address.
 *
 * @param host - As in the host name of a `URL`.
 * @see https://www.rfc-editor.org/rfc/rfc4291.html#section-2.5.5
 * @see https://www.rfc-editor.org/rfc/rfc6052.html#section-2.1
 */
export function ipv4Of(host: string): readonly number[] | undefined {
  if (/^\d+(?:\.\d+){3}$/.test(host)) return host.split('.').map(Number)
  const groups = /^\[(?:::ffff:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host)
  if (!groups) return undefined
  const [high = 0, low = 0] = groups.slice(1).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff]
}

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
function isPrivateIPv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  switch (a) {
    case 0:
    case 10:
    case 127:
      return true
    case 100:
      return b >= 64 && b < 128
    case 169:
      return b === 254
    case 172:
      return b >= 16 && b < 32
    case 192:
      return b === 168 || (b === 0 && (c === 0 || c === 2))
    case 198:
      return b === 18 || b === 19
    default:
      return a >= 224
  }
}

/**
 * Whether an IPv6 address is not public.
 *
 * @param ipAddress - In the format of a URL: groups without leading zeros, and `::` for the longest run of zeros.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
function isPrivateIPv6(ipAddress: string): boolean {
  // 6to4 (2002::/16, RFC 3056) and Teredo (2001::/32, RFC 4380) embed an IPv4 address.
  if (/^2002:|^2001:(?:0:|:)/.test(ipAddress)) return true
  // Only 2000::/3 is assigned for public use.
  return !/^[23][0-9a-f]{3}:/.test(ipAddress)
}
