import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import { decodeBase64url, encodeBase64url } from '../../crypto/base64url.js'
import { createMac } from '../../crypto/mac.js'

/** Lengths, in bytes, that ids of real authenticators have. */
const LENGTHS = [16, 20, 32, 48, 64] as const

const TRANSPORTS = [['internal'], ['internal', 'hybrid'], ['usb'], ['nfc', 'usb']] as const

/**
 * What somebody is shown who asks for the passkeys of an address that has none: as many as people have, and the same at
 * each request, so that the answer does not tell who has an account.
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
  // Some people have two.
  const another = encodeBase64url(await digest('another'))
  return [
    { id, transports },
    ...(third % 4 === 0 ? [{ id: another, transports: ['internal', 'hybrid'] }] : []),
  ]
}
