/**
 * Adds `token_type` to token responses that lack it, for providers whose tokens are bearer tokens. Returns `undefined` for every other
 * response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export async function withTokenType(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const text = await response.clone().text()
  if (!/^\s*\{[\s\S]*"access_token"/.test(text) || /"token_type"/.test(text)) return undefined
  // Everything else is passed to the parser unchanged.
  const { status, headers } = response
  return new Response(text.replace('{', '{"token_type":"bearer",'), { status, headers })
}
