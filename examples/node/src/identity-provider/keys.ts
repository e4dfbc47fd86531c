import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** The keys of the identity provider, which are kept between runs. */
export interface ProviderKeys {
  /** Signs ID tokens. */
  signingKey: JsonWebKey & { kid: string; alg: string; use: string }
  /** Signs the provider's own cookies. */
  cookieKey: string
}

/** Reads the keys. On the first run, generates them and stores them in a file that only its owner can read. */
export function loadKeys(file: string): ProviderKeys {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProviderKeys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys: ProviderKeys = {
    signingKey: { ...privateKey.export({ format: 'jwk' }), kid: 'demo-id', alg: 'RS256', use: 'sig' },
    cookieKey: randomBytes(32).toString('base64url'),
  }
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600, flag: 'wx' })
  return keys
}
