/**
 * Refuses every request that a browser sends for a page of another site.
 *
 * - GET and HEAD need `Sec-Fetch-Site: same-origin`: a link in a mail program sends `none`, or no header.
 * - Other methods are refused if a header names another origin. Browsers that do not send `Sec-Fetch-Site`
 *   send `Origin` with these methods. A page with the referrer policy `no-referrer` sends `Origin: null` even
 *   to the same origin.
 * - A request of another method with neither header is accepted. No current browser sends such a request, so
 *   a page of another site cannot cause it. `Sec-Fetch-Site: none` is accepted as well, because it means that
 *   the user caused the request and not a page.
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
