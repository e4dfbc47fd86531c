/** What is stored of a session token: its SHA-256 in hexadecimal, which is of no use as a cookie. */
export async function hashToken(sessionToken: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionToken))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
