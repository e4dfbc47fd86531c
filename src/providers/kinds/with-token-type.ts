/**
 * Adds `token_type` and `expires_in` to token responses that lack them.
 *
 * @param lifetime - The documented lifetime in seconds. Without it, `expires_in` is not added.
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.1
 */
export async function withTokenType(response: Response, lifetime?: number): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const text = await response.clone().text()
  if (!/^\s*\{[\s\S]*"access_token"/.test(text)) return undefined
  let members = ''
  if (!/"token_type"/.test(text)) members += '"token_type":"bearer",'
  if (lifetime !== undefined && !/"expires_in"/.test(text)) members += `"expires_in":${lifetime},`
  if (!members) return undefined
  // The members are inserted into the text, so that the rest stays unchanged.
  const { status, headers } = response
  return new Response(text.replace('{', `{${members}`), { status, headers })
}
