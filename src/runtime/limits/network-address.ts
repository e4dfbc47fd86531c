/**
 * What an address is counted as: an IPv4 address as it stands, an IPv6 address by its /64, which is the least that one
 * customer gets. A port, brackets and a zone do not count. `undefined` for what is no address.
 *
 * The URL parser reads and shortens IPv6 addresses, so that each has one spelling.
 *
 * @see https://url.spec.whatwg.org/#concept-ipv6-serializer
 * @see https://www.rfc-editor.org/rfc/rfc6177.html#section-2
 */
export function networkAddress(text: string): string | undefined {
  const address = text.trim()
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(address)) return hostOf(address)
  const [, inner = address] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? []
  const host = hostOf(`[${inner.replace(/%.*$/, '')}]`)
  return host && networkOf(groupsOf(host.slice(1, -1)))
}

function hostOf(authority: string): string | undefined {
  const url = `http://${authority}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** The eight groups of a shortened IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::', 2)
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return groups(head)
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

function networkOf(groups: readonly string[]): string {
  // An IPv4 address that a server shows as IPv6 (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    return bytes.join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
