import type { Instance } from '../compile.js'

/**
 * Throws what a read of the database throws. A callback uses up its flow, and the authorization code of the provider: while the
 * database is down it must fail before that, so that the user can send it again.
 */
export async function requireDatabase({ adapter }: Instance, provider: string): Promise<void> {
  if (!adapter?.has('getUserByAccount')) return
  await adapter.getUserByAccount({ provider, providerAccountId: PROBE })
}

/** The id of no account: providers have none with a space in it. */
const PROBE = 'authwright probe'
