/** A host that a request may name, as one entry of `trustHost` or `AUTH_TRUSTED_HOSTS` lists it. */
export interface TrustedHost {
  /** The scheme that the entry names. */
  readonly scheme: 'http:' | 'https:' | undefined
  /** Whether the entry lists host and port of the URL. */
  lists(url: URL): boolean
}

/** Scheme, wildcard labels, host name or address, port. Made where it is used, for a server without such a list pays for it at its start. */
const FORM = String.raw`^(?:(https?:)//)?((?:\*\.)*)(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)(:\d{1,5})?$`

/** A name of at least two labels, the last of which does not begin with a digit as in an IP address. */
const severalLabels = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/

/**
 * Reads an entry: a host name or an IP address, with a port unless it is the scheme's own. `undefined` for anything else.
 *
 * Each `*.` at the start stands for exactly one label. At least two labels follow, because `*.com` would list everybody's hosts.
 * The form with a trailing dot is another origin to a browser, so it is never listed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-7.2
 */
export function trustedHost(entry: unknown): TrustedHost | undefined {
  const [, given, wildcards = '', name = '', port = ''] =
    new RegExp(FORM, 'iu').exec(typeof entry === 'string' ? entry : '') ?? []
  const address = (scheme: string): string => `${scheme}//${name}${port}`
  const scheme = given?.toLowerCase() as TrustedHost['scheme']
  if (!URL.canParse(address('https:')) || name.endsWith('.')) return undefined
  if (wildcards !== '' && !severalLabels.test(new URL(address('https:')).hostname)) return undefined
  const labels = `(?:[a-z0-9_-]+\\.){${wildcards.length / 2}}`
  const pattern = (protocol: string): RegExp =>
    new RegExp(`^${labels}${new URL(address(protocol)).host.replace(/[.[\]]/g, '\\$&')}$`)
  const [http, https] = [pattern('http:'), pattern('https:')]
  return { scheme, lists: ({ protocol, host }) => (protocol === 'https:' ? https : http).test(host) }
}
