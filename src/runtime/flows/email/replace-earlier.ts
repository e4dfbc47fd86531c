import { asError } from '../../base/as-error.js'
import type { Instance } from '../../compile.js'
import { createMac } from '../../crypto/mac.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'

/**
 * Ends the link that was sent to an address before: of several mails, the newest works. The store remembers which that
 * was; where it has forgotten, an earlier link ends with its time. That it could not be ended keeps nobody out.
 */
export async function replaceEarlier(
  address: string,
  hash: string,
  expires: Date,
  adapter: GuardedAdapter,
  { store, secrets, clock, logger }: Instance,
): Promise<void> {
  const key = `mail-newest:${await createMac(secrets, 'newest mail').sign(address)}`
  const seconds = Math.max(1, (expires.getTime() - clock()) / 1000)
  try {
    const earlier = await store.get(key)
    await store.set(key, hash, seconds)
    if (earlier !== null) await adapter.useVerificationToken({ identifier: address, token: earlier })
  } catch (error) {
    logger.error(asError(error))
  }
}
