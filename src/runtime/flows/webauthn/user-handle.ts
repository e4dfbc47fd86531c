/**
 * What an authenticator knows a person by: the same for all passkeys of one account, and nothing that tells who it is.
 *
 * @see https://www.w3.org/TR/webauthn-3/#user-handle
 */
export async function userHandle(userId: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`user ${userId}`)))
}
