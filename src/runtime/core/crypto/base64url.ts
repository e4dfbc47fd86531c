/** Two characters encode one byte: the last four bits must be zero. */
const LAST_OF_TWO = /[AQgw]$/

/** Three characters encode two bytes: the last two bits must be zero. */
const LAST_OF_THREE = /[AEIMQUYcgkosw048]$/

/** @see https://www.rfc-editor.org/rfc/rfc4648.html#section-5 */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes a string for which `isBase64url` returns `true`. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/**
 * Whether the text is base64url whose unused bits are zero. Decoders ignore the unused bits of the last
 * character, so two different tokens could otherwise decode to the same bytes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648.html#section-3.5
 */
export function isBase64url(text: string): boolean {
  if (!/^[\w-]*$/.test(text)) return false
  switch (text.length % 4) {
    case 0:
      return true
    case 2:
      return LAST_OF_TWO.test(text)
    case 3:
      return LAST_OF_THREE.test(text)
    default:
      return false
  }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

export function encodeParts(...parts: readonly Uint8Array[]): string {
  return parts.map(encodeBase64url).join('.')
}
