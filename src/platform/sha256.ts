/**
 * Lower-case hexadecimal. On Node.js, `imports` of package.json replaces this file with a synchronous
 * function.
 */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
