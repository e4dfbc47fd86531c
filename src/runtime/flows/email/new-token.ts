/** 32 random bytes in lower-case hexadecimal, as the tokens of Auth.js: letters that no mail program takes for its own. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
