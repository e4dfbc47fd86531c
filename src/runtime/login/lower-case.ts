/**
 * An address with its ASCII letters in lower case. Other letters stay: in lower case they may be those of another
 * user's address, as U+212A (the sign for kelvin) becomes `k`.
 */
export function lowerCase(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
