import type { Mac } from '../crypto/mac.js'

/**
 * The id under which the user of an account is created: the same at each attempt, so that an attempt
 * which was interrupted is recognised, and known to nobody without the secret.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562.html#section-5.8
 */
export async function userIdOf(
  { provider, providerAccountId }: { provider: string; providerAccountId: string },
  mac: Mac,
): Promise<string> {
  const tag = await mac.sign(JSON.stringify([provider, providerAccountId]))
  const bytes = Uint8Array.from(atob(tag.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const hex = [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
