import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import { decodeBase64url, encodeBase64url } from '../../core/crypto/base64url.js'
import type { App } from '../../core/object-lifetimes.js'

/** Lengths of the credential ids of real authenticators. */
const ID_LENGTHS_BYTES = [16, 20, 32, 48, 64] as const

/**
 * Transports of real authenticators, sorted as browsers sort them.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dom-authenticatorattestationresponse-gettransports
 */
const TRANSPORTS = [['internal'], ['hybrid', 'internal'], ['usb'], ['nfc', 'usb']] as const

/**
 * Returns credentials for an e-mail address without passkeys. They look like the passkeys of a real user and
 * are the same for each request, so that the response does not reveal whether the account exists.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration
 */
export async function decoyCredentials(
  email: string,
  app: App,
): Promise<[CredentialDescriptor, ...CredentialDescriptor[]]> {
  const mac = app.mac('webauthn decoys')
  const digest = async (label: string): Promise<Uint8Array<ArrayBuffer>> =>
    decodeBase64url(await mac.sign(`${label} ${email}`))
  const [first = 0, second = 0, third = 0] = await digest('shape')
  const bytes = new Uint8Array([...(await digest('id')), ...(await digest('more'))])
  const id = encodeBase64url(bytes.subarray(0, ID_LENGTHS_BYTES[first % ID_LENGTHS_BYTES.length]))
  const transports = [...(TRANSPORTS[second % TRANSPORTS.length] ?? [])]
  // Some users have two passkeys, so some e-mail addresses get two decoys.
  const another = encodeBase64url(await digest('another'))
  return [
    { id, transports },
    ...(third % 4 === 0 ? [{ id: another, transports: ['hybrid', 'internal'] }] : []),
  ]
}
