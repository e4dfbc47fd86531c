/** An address that a browser may be sent to, if it is one: of the web, and never a script. */
export function webUrl(address: unknown): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address, location.href)) return undefined
  const url = new URL(address, location.href)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
