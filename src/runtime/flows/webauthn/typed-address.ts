import { lowerCase } from '../../login/email.js'

/** The longest address that mail can be sent to. RFC 5321 allows 256 characters with the angle brackets. */
const MAX_LENGTH = 254

/** A local part and a domain, and nothing that mail software reads in another way: quotes, comments, lists, routes. */
const ADDRESS = /^[^\s@"'`()<>[\]\\,;:]+@[^\s@"'`()<>[\]\\,;:.]+(?:\.[^\s@"'`()<>[\]\\,;:.]+)*$/u

/** The address that somebody typed, in the form in which addresses are stored; `undefined` where it is none. */
export function typedAddress(text: string | undefined): string | undefined {
  const address = text?.trim().normalize('NFC')
  if (address === undefined || address.length > MAX_LENGTH || !ADDRESS.test(address)) return undefined
  return /[\p{Cc}\p{Cf}]/u.test(address) ? undefined : lowerCase(address)
}
