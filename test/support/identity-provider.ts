import { identityProvider, type IdentityProvider as Provider } from '../../src/testing.js'
import { firstKey } from './identity-provider/signing-key.js'

export type IdentityProvider = Provider

/** The provider of the test kit, with one RSA key for all tests. */
export const IdentityProvider = {
  start: async (issuer?: string): Promise<Provider> => identityProvider({ issuer, keys: [await firstKey] }),
}
