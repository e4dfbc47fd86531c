/**
 * Whether a request may change state: it must come from a page of this origin. Browsers without
 * `Sec-Fetch-Site` send `Origin` with methods other than GET and HEAD. A page with the referrer policy
 * `no-referrer` sends `Origin: null` even to the same origin. A link in a mail program sends GET with
 * `Sec-Fetch-Site: none`, or without the header.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function mayChangeState({
  incoming: { method, headers },
  origin,
}: {
  readonly incoming: { readonly method: string; readonly headers: Pick<Headers, 'get'> }
  readonly origin: string
}): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== 'same-origin' && (method === 'GET' || method === 'HEAD')) return false
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const sender = headers.get('origin')
  return sender === null || sender === origin || (sender === 'null' && site === 'same-origin')
}
