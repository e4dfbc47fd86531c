import { isBase64url } from '../crypto/base64url.js'

/**
 * Maximum length of an id, in base64url characters: 1,023 bytes.
 *
 * @see https://www.w3.org/TR/webauthn-3/#credential-id
 */
const MAX_LENGTH = 1_364

/** Whether a string is a credential id in canonical base64url. */
export function isCredentialId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_LENGTH && isBase64url(id)
}

/** A credential id as adapters store it: base64 with padding. */
export function storedId(id: string): string {
  const base64 = id.replaceAll('-', '+').replaceAll('_', '/')
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
}

/** A stored credential id as browsers use it: base64url. */
export function browserId(stored: string): string {
  return stored.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
