import type { AdapterUser } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'
import { unicodePattern } from '../base/unicode.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { lowerCase } from './identity.js'

/** The longest address, and the longest part before its `@`, in bytes (RFC 5321, section 4.5.3.1). */
const MAX_ADDRESS = 254
const MAX_LOCAL = 64

/** A word of what stands before the `@`. */
const WORD = "[\\p{L}\\p{N}#$&'*+/=?^_`{|}~-]+"

/**
 * What may stand before the `@`: words with single dots between them. Of the signs that RFC 5322 allows, `!` and `%`
 * are left out, by which old mail servers were instructed to relay a mail.
 */
const LOCAL = unicodePattern(`^${WORD}(?:\\.${WORD})*$`)

/**
 * The start of an encoded word. RFC 2047 forbids them in addresses, but some mail software decodes them there and sends the mail to the
 * encoded address: its reader would prove an address at a domain of others.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2047.html#section-5
 */
const ENCODED_WORD = '=?'

/** The characters that a domain may be typed with: the URL parser gives all others a special meaning. */
const DOMAIN = unicodePattern(String.raw`^[\p{L}\p{M}\p{N}.-]+$`)

/** A name of at least two labels, the last of which is no number. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Invisible characters, and line breaks, which end a header. */
const UNSEEN = unicodePattern(String.raw`[\p{C}\p{Zl}\p{Zp}]`)

/**
 * The one spelling of an address: Unicode form NFKC, in lower case, its domain in ASCII. `undefined` for what is not
 * exactly one address: a list, a display name, quotation marks, a comment, a route, an encoded word, an IP address, white
 * space or signs that are invisible.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321.html#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc6531.html#section-3.3
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function canonicalAddress(typed: string): string | undefined {
  // Nothing that is longer becomes an address, and need not be looked at.
  if (typed.length > 4 * MAX_ADDRESS || UNSEEN.test(typed)) return undefined
  // Once more, because a lower case may be written with two signs.
  const parts = typed.normalize('NFKC').toLowerCase().normalize('NFKC').trim().split('@')
  const [local = '', given = ''] = parts
  const domain = parts.length === 2 ? asciiDomain(given) : undefined
  if (domain === undefined || !LOCAL.test(local) || bytes(local) > MAX_LOCAL) return undefined
  if (local.includes(ENCODED_WORD)) return undefined
  const address = `${local}@${domain}`
  return bytes(address) > MAX_ADDRESS ? undefined : address
}

/**
 * The e-mail address in a response of a provider, with its ASCII letters in lower case; `null` for anything that is not exactly one address,
 * such as `''` and `'none'`. Unlike {@link canonicalAddress} it keeps other letters: an address that only looks alike belongs to another user.
 */
export function receivedAddress(value: unknown): string | null {
  const typed = typeof value === 'string' ? value.trim() : ''
  return canonicalAddress(typed) === undefined ? null : lowerCase(typed)
}

/** A domain as the URL parser writes it, which has the tables of IDNA on every platform. */
function asciiDomain(domain: string): string | undefined {
  const url = `http://${domain}/`
  if (!DOMAIN.test(domain) || !URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  return HOST.test(hostname) ? hostname : undefined
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length
}

/**
 * The stored user with exactly this address, in capital letters of ASCII or not: a database that compares loosely may return another. Their canonical forms
 * do not say so, because an address that a provider has sent is stored as it was.
 */
export async function userOfAddress(address: string, adapter: GuardedAdapter): Promise<AdapterUser | null> {
  const user = await adapter.getUserByEmail(address)
  return user && lowerCase(user.email ?? '') === lowerCase(address) ? user : null
}

/** Whom an address stands for. */
export interface EmailAccount {
  /** As stored, or with the address alone. */
  readonly user: AdapterUser
  readonly account: Account
}

/** The user behind an address, who may not be stored yet, and their account, which never is: the address is the account. */
export function emailAccount(
  { id: provider }: EmailProvider<string>,
  address: string,
  stored: AdapterUser | null,
): EmailAccount {
  const user = stored ?? { id: crypto.randomUUID(), email: address, emailVerified: null }
  return { user, account: { provider, type: 'email', providerAccountId: address, userId: user.id } }
}
