import type { AdapterUser } from '../../adapters/contract.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { canonicalAddress } from './canonical-address.js'

/** The stored user with exactly this address: a database that compares loosely may answer with another. */
export async function userOfAddress(address: string, adapter: GuardedAdapter): Promise<AdapterUser | null> {
  const user = await adapter.getUserByEmail(address)
  return user && canonicalAddress(user.email ?? '') === canonicalAddress(address) ? user : null
}
