import type { Fetch } from '../../../../providers/kinds/custom-fetch.js'
import { asError } from '../../../core/base/as-error.js'
import { createFetch } from '../../../core/http/fetch.js'
import { utf8 } from './password-text.js'

/** @see https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange */
const PWNED_PASSWORDS = 'https://api.pwnedpasswords.com/range/'

/** Time limit of the lookup, for which a sign-up waits. */
const TIMEOUT_MS = 2000

/** Maximum size of a response. With padding, a response has about 1,000 lines of 40 bytes. */
const MAX_BYTES = 262_144

export interface BreachLookup {
  /** The URL of the lookup, without the digits of the hash at its end. Default: Pwned Passwords. */
  readonly url?: string | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Called before the lookup. If it throws, the lookup is skipped. */
  readonly beforeLookup?: (() => Promise<void>) | undefined
  /** Receives the error of a lookup that failed or was skipped. */
  readonly onLookupError?: ((error: Error) => void) | undefined
}

/** Whether the password was breached. If the lookup fails or is skipped, it counts as not breached. */
export async function isBreached(
  password: string,
  { url = PWNED_PASSWORDS, fetch, beforeLookup, onLookupError }: BreachLookup,
): Promise<boolean> {
  try {
    await beforeLookup?.()
    return await isListed(password, url, fetch)
  } catch (error) {
    onLookupError?.(asError(error))
    return false
  }
}

/**
 * Whether the list of breached passwords contains the password. The server receives only five hexadecimal
 * digits of the SHA-1 digest. Padding gives all responses about the same size, so that an observer of the
 * traffic cannot tell them apart.
 */
async function isListed(password: string, url: string, fetch: Fetch | undefined): Promise<boolean> {
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

async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', utf8(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
