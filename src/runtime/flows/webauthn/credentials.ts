import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import { decodeBase64url, encodeBase64url, isBase64url } from '../../crypto/base64url.js'
import { createMac } from '../../crypto/mac.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'

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

/** The passkeys of a user with a provider. One whose account was unlinked is none any more. */
export async function credentialsOf(
  userId: string,
  provider: string,
  adapter: GuardedAdapter,
): Promise<CredentialDescriptor[]> {
  const authenticators = await adapter.listAuthenticatorsByUserId(userId)
  const linked = await Promise.all(
    authenticators.map(async (authenticator) => {
      const account = await adapter.getAccount(authenticator.providerAccountId, provider)
      return account ? [authenticator] : []
    }),
  )
  return linked.flat().map(({ credentialID, transports }) => ({
    id: browserId(credentialID),
    ...(transports && { transports: transports.split(',') }),
  }))
}

/** Lengths, in bytes, that ids of real authenticators have. */
const LENGTHS = [16, 20, 32, 48, 64] as const

const TRANSPORTS = [['internal'], ['internal', 'hybrid'], ['usb'], ['nfc', 'usb']] as const

/**
 * The made-up passkeys of an address that has none: as many as users have, and the same at
 * each request, so that the response does not reveal who has an account.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration
 */
export async function decoyCredentials(
  address: string,
  secrets: readonly string[],
): Promise<CredentialDescriptor[]> {
  const mac = createMac(secrets, 'webauthn decoys')
  const digest = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
    decodeBase64url(await mac.sign(`${text} ${address}`))
  const [first = 0, second = 0, third = 0] = await digest('shape')
  const bytes = new Uint8Array([...(await digest('id')), ...(await digest('more'))])
  const id = encodeBase64url(bytes.subarray(0, LENGTHS[first % LENGTHS.length]))
  const transports = [...(TRANSPORTS[second % TRANSPORTS.length] ?? [])]
  // Some users have two.
  const another = encodeBase64url(await digest('another'))
  return [
    { id, transports },
    ...(third % 4 === 0 ? [{ id: another, transports: ['internal', 'hybrid'] }] : []),
  ]
}

/** Bytes as base64 with padding. @see https://www.rfc-editor.org/rfc/rfc4648.html#section-4 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
