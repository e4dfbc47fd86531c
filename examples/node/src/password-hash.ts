import { randomBytes, type ScryptOptions, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const scrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptWithCallback)

// What OWASP recommends for scrypt; node refuses more than 32 MiB unless told otherwise.
const cost: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** A password as it is stored: `<salt>.<hash>`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await scrypt(password, salt, 32, cost)
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

/** Whether a password is the one that was stored. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const expected = Buffer.from(hash, 'base64url')
  const actual = await scrypt(password, Buffer.from(salt, 'base64url'), 32, cost)
  return timingSafeEqual(actual, expected)
}
