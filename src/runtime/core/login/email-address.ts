import type { AdapterUser } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import { parseUrl } from '../../../model/parse-url.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { unicodePattern } from '../base/unicode.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { lowerCase } from './identity.js'

/**
 * In bytes. RFC 5321 allows 256 bytes, including two angle brackets.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321.html#section-4.5.3.1.3
 */
const MAX_ADDRESS_BYTES = 254

/** @see https://www.rfc-editor.org/rfc/rfc5321.html#section-4.5.3.1.1 */
const MAX_LOCAL_BYTES = 64

/** Maximum length of an invalid e-mail address that is shown again. */
export const MAX_SHOWN_LENGTH = 254

const LETTER = "[\\p{L}\\p{N}#$&'*+/=?^_`{|}~-]"

/**
 * Combining marks of one script, such as vowel signs, may follow a letter. NFKC has already combined the
 * usual accents with their letters. Marks that belong to no single script are refused.
 */
const WORD = `${LETTER}(?:${LETTER}|(?!\\p{Script=Inherited})\\p{M})*`

/**
 * Characters before the `@`. Without `!` and `%`, which RFC 5322 allows, because old mail servers used them
 * to relay mail.
 */
const LOCAL = unicodePattern(`^${WORD}(?:\\.${WORD})*$`)

/**
 * Beginning of an encoded word, which is refused. Some mail software decodes encoded words in e-mail
 * addresses, which RFC 2047 forbids. An attacker could then verify an e-mail address at another domain.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2047.html#section-5
 */
const ENCODED_WORD = '=?'

/**
 * Characters of a domain. Other characters, such as `/` and `%`, have a special meaning for the URL parser.
 */
const DOMAIN = unicodePattern(String.raw`^[\p{L}\p{M}\p{N}.-]+$`)

/** A name of at least two labels, whose last label has at least two characters and is not a number. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** A line break would end a header. Some invisible characters are letters, such as U+3164. */
const INVISIBLE = unicodePattern(String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`)

/**
 * Returns the canonical form of an e-mail address, or `undefined` if it is not valid. Accepts exactly one
 * e-mail address, without a display name, quotation marks, comments or white space inside.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321.html#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc6531.html#section-3.3
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function canonicalAddress(typed: string): string | undefined {
  // Normalization can make the input shorter, so only much longer input is refused here.
  if (typed.length > 4 * MAX_ADDRESS_BYTES || INVISIBLE.test(typed)) return undefined
  // Twice, because the lower case of a letter may consist of two characters.
  const parts = typed.normalize('NFKC').toLowerCase().normalize('NFKC').trim().split('@')
  const [local = '', writtenDomain = ''] = parts
  const domain = parts.length === 2 ? asciiDomain(writtenDomain) : undefined
  if (domain === undefined || !LOCAL.test(local) || byteLength(local) > MAX_LOCAL_BYTES) return undefined
  if (local.includes(ENCODED_WORD)) return undefined
  const address = `${local}@${domain}`
  return byteLength(address) > MAX_ADDRESS_BYTES ? undefined : address
}

/**
 * Returns a received e-mail address, or `null` for a value that is not exactly one e-mail address, such as
 * `'none'`. Unlike {@link canonicalAddress}, changes only ASCII letters to lower case: other changes may
 * result in the e-mail address of another user.
 */
export function receivedAddress(value: unknown): string | null {
  const typed = typeof value === 'string' ? value.trim() : ''
  return canonicalAddress(typed) === undefined ? null : lowerCase(typed)
}

/** Returns the domain in ASCII. Uses the URL parser, which has the IDNA tables on every platform. */
function asciiDomain(domain: string): string | undefined {
  const hostname = DOMAIN.test(domain) ? parseUrl(`http://${domain}/`)?.hostname : undefined
  return hostname !== undefined && HOST.test(hostname) ? hostname : undefined
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/**
 * Finds the user with an e-mail address. Compares the result, because a database may compare loosely. Only
 * the case of ASCII letters is ignored, because providers do not send the canonical form.
 */
export async function userOfAddress(
  address: string | null | undefined,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  if (!address) return null
  const user = await adapter.getUserByEmail(address)
  return user && lowerCase(user.email ?? '') === lowerCase(address) ? user : null
}

/**
 * Returns the e-mail address with which a user signs in. Returns `undefined` if it is not in canonical form,
 * because its canonical form may belong to another user.
 */
export function signInAddress({ email }: { readonly email?: string | null | undefined }): string | undefined {
  const stored = lowerCase(email ?? '')
  return canonicalAddress(stored) === stored ? stored : undefined
}

export interface EmailAccount {
  /** The stored user, or a user with only the e-mail address. */
  readonly user: AdapterUser
  readonly account: Account
}

/**
 * Returns the user and the account of a sign-in by e-mail. The user may not be stored yet. The account is for
 * callbacks, and is never stored.
 */
export function emailAccount(
  { id: provider }: EmailProvider<string>,
  address: string,
  stored: AdapterUser | null,
): EmailAccount {
  const user = stored ?? { id: crypto.randomUUID(), email: address, emailVerified: null }
  return { user, account: { provider, type: 'email', providerAccountId: address, userId: user.id } }
}
