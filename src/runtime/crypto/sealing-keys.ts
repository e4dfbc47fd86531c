import { type JweKey, jweKey } from './compact-jwe.js'
import { deriveKey } from './derive-key.js'
import { jwkThumbprint } from './jwk-thumbprint.js'

/** Enough of a thumbprint to tell a handful of keys apart: 96 bits. */
const keyIdLength = 16

/** Derives one key a secret, in the order of the secrets. */
export function sealingKeys(secrets: readonly string[], use: readonly string[]): Promise<JweKey[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const bytes = await deriveKey(secret, ['seal', ...use])
      return jweKey('A256GCM', bytes, (await jwkThumbprint(bytes)).slice(0, keyIdLength))
    }),
  )
}
