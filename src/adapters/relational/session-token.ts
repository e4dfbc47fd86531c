/** How a session's token is stored: what is read back is the stored form, and cannot be turned into the token. */
export type TokenForm = (sessionToken: string) => Promise<string> | string

/** The SHA-256 of the token in hexadecimal, which is of no use as a cookie. */
export async function hashed(sessionToken: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionToken))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
