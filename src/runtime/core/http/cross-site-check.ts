/**
 * Whether a request may change state. Returns `false` for requests that a page of another site can cause.
 *
 * - GET and HEAD need `Sec-Fetch-Site: same-origin`. A link in a mail program sends `none`, or no header.
 * - Other methods are refused if a header names another origin. Browsers that do not send `Sec-Fetch-Site`
 *   send `Origin` with these methods.
 * - Other methods with neither header are accepted, because no current browser sends such a request.
 * - `Sec-Fetch-Site: none` means that the user caused the request, and not a page.
 * - With the referrer policy `no-referrer`, a page sends `Origin: null` even to the same origin.
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
