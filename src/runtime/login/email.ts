/**
 * An address in lower case, letters of ASCII only: the lower case of others may be a letter of somebody
 * else's address, as U+212A (the sign for kelvin) becomes `k`.
 */
export function lowerCase(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
