/**
 * The SHA-256 digest of a string's UTF-8 bytes, in lower-case hexadecimal. `imports` of package.json puts
 * src/node/crypto.ts in its place on Node.js, which is synchronous.
 */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
