import type { Fetch } from '../../../../providers/kinds/custom-fetch.js'
import { createFetch } from '../../../core/http/fetch.js'
import { utf8 } from './password-text.js'

/** @see https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange */
const PWNED_PASSWORDS = 'https://api.pwnedpasswords.com/range/'

/** Maximum duration of a lookup, in milliseconds. A sign-up waits for the lookup. */
const TIMEOUT_MS = 2000

/** Maximum size of a response. With padding, a response has about 1,000 lines of 40 bytes. */
const MAX_BYTES = 262_144

/**
 * Whether a password is in a list of breached passwords. The server receives only five hexadecimal digits of
 * its SHA-1 digest. About a thousand listed passwords have the same five digits. Padding makes all responses
 * about the same size, so an observer of the traffic cannot tell them apart by size.
 *
 * @param url - The URL of a server with the API of Pwned Passwords, without the digits at the end. Default: Have I
 *   Been Pwned.
 * @throws {Error} If the server does not respond as expected.
 */
export async function isBreached(password: string, url = PWNED_PASSWORDS, fetch?: Fetch): Promise<boolean> {
  const digest = await sha1(password)
  const send = createFetch({ fetch, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES })
  const response = await send(url + digest.slice(0, 5), { headers: { 'add-padding': 'true' } })
  if (response.status !== 200) {
    throw new Error(
      `The list of breached passwords responded with status ${response.status}. Check its URL, and that this server may send requests to it.`,
    )
  }
  const lines = (await response.text()).split(/\r?\n/)
  // Lines that only add padding have the count 0.
  return lines.some((line) => line.startsWith(`${digest.slice(5)}:`) && !line.endsWith(':0'))
}

/** The digest that the API uses, in upper-case hexadecimal. */
async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', utf8(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
