import { isBase64url } from '../crypto/base64url.js'

/**
 * The longest id, in characters of base64url: 1,023 bytes.
 *
 * @see https://www.w3.org/TR/webauthn-3/#credential-id
 */
const MAX_LENGTH = 1_364

/** Whether a string is the one base64url form of a credential's id. */
export function isCredentialId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_LENGTH && isBase64url(id)
}

/** The id of a credential as adapters store it: base64 with padding. */
export function storedId(id: string): string {
  const base64 = id.replaceAll('-', '+').replaceAll('_', '/')
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
}

/** The id of a stored credential as browsers know it: base64url. */
export function browserId(stored: string): string {
  return stored.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
