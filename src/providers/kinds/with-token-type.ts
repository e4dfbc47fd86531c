/**
 * Adds the `token_type` that a token response lacks, for providers that leave it out; their tokens are bearer tokens. Returns
 * `undefined` for every other response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export async function withTokenType(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const text = await response.clone().text()
  if (!/^\s*\{[\s\S]*"access_token"/.test(text) || /"token_type"/.test(text)) return undefined
  // The rest stays as it was written, for the parser to judge.
  const { status, headers } = response
  return new Response(text.replace('{', '{"token_type":"bearer",'), { status, headers })
}
