/**
 * Whether a browser says that the request comes from this site, or says nothing. A page with the
 * referrer policy `no-referrer` sends `Origin: null` even to its own site.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function comesFromSite({
  request: { headers },
  origin,
}: {
  readonly request: Pick<Request, 'headers'>
  readonly origin: string
}): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const sender = headers.get('origin')
  return sender === null || sender === origin || (sender === 'null' && site === 'same-origin')
}
