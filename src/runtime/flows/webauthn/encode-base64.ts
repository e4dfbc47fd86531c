/** Bytes as base64 with padding. @see https://www.rfc-editor.org/rfc/rfc4648.html#section-4 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
