/**
 * A response with JSON, and with the same media type on every runtime: some add a `charset` of their own, which
 * JSON does not have.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259.html#section-11
 */
export function jsonResponse(
  body: unknown,
  status: number,
  more: Readonly<Record<string, string>>,
): Response {
  return Response.json(body, { status, headers: { 'content-type': 'application/json', ...more } })
}
