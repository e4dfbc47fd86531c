import { isBase64url } from '../crypto/base64url.js'

/**
 * In base64url characters: 1,023 bytes.
 *
 * @see https://www.w3.org/TR/webauthn-3/#credential-id
 */
const MAX_LENGTH = 1_364

export function isCredentialId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_LENGTH && isBase64url(id)
}

export function storedId(id: string): string {
  const base64 = id.replaceAll('-', '+').replaceAll('_', '/')
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
}

export function browserId(stored: string): string {
  return stored.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
