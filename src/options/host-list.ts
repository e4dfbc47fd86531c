import { parseUrl } from '../model/parse-url.js'

export interface TrustedHost {
  readonly scheme: 'http:' | 'https:' | undefined
  matches(url: URL): boolean
}

/**
 * Groups: scheme, wildcard labels, host, port. The expression is compiled on first use, so that servers without a list
 * of hosts start faster.
 */
const ENTRY = String.raw`^(?:(https?:)//)?((?:\*\.)*)(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)(:\d{1,5})?$`

/** At least two labels. An IPv4 address does not match: its last label begins with a digit. */
const severalLabels = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/

/**
 * Parses an entry of the list of trusted hosts. At least two labels must follow `*.`, because `*.com` would match hosts
 * of other owners. For browsers, a host with a trailing dot is a different origin, so it never matches.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-7.2
 */
export function trustedHost(entry: unknown): TrustedHost | undefined {
  const [, prefix, wildcards = '', name = '', port = ''] =
    new RegExp(ENTRY, 'iu').exec(typeof entry === 'string' ? entry : '') ?? []
  const urlOf = (protocol: string): string => `${protocol}//${name}${port}`
  const scheme = prefix?.toLowerCase() as TrustedHost['scheme']
  const url = parseUrl(urlOf('https:'))
  if (!url || name.endsWith('.')) return undefined
  if (wildcards !== '' && !severalLabels.test(url.hostname)) return undefined
  const labels = `(?:[a-z0-9_-]+\\.){${wildcards.length / 2}}`
  const pattern = (protocol: string): RegExp =>
    new RegExp(`^${labels}${new URL(urlOf(protocol)).host.replace(/[.[\]]/g, '\\$&')}$`)
  const [http, https] = [pattern('http:'), pattern('https:')]
  return { scheme, matches: ({ protocol, host }) => (protocol === 'https:' ? https : http).test(host) }
}

export interface HostList {
  readonly hosts: readonly string[]
  /** The first entry that is not a host. */
  readonly invalid: string | undefined
}

/** Hosts that are separated by commas, as in `AUTH_TRUSTED_HOSTS`. */
export function hostList(value: string | undefined): HostList {
  const entries = value?.split(',').map((entry) => entry.trim()) ?? []
  const hosts = entries.filter((entry) => entry !== '')
  return { hosts, invalid: hosts.find((host) => !trustedHost(host)) }
}
