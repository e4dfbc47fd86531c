export { clock, type Duration, type TestClock } from './testing/clock.js'
export { type Fault, type FaultKind, type Faults, type FaultyMethod, faults } from './testing/faults.js'
export type { Behaviour, ReceivedRequest, SignedHeader } from './testing/identity-provider/behaviour.js'
export type {
  IdentityProvider,
  IdentityProviderOptions,
  ProviderRequirement,
  UserClaims,
} from './testing/identity-provider/contract.js'
export type { ProviderFailure } from './testing/identity-provider/failures.js'
export { identityProvider } from './testing/identity-provider/identity-provider.js'
export type { RefreshTokens } from './testing/identity-provider/refresh-tokens.js'
export type { RegisteredClient } from './testing/identity-provider/registered-client.js'
export { type SigningKey, signingKey } from './testing/identity-provider/signing-key.js'
export { type Mailbox, mailbox, type ReceivedMail } from './testing/mailbox.js'
export type { BuiltAuth } from './testing/open-auth.js'
export {
  type SignedIn,
  type SignInAs,
  type TestAuthOptions,
  type TestCookie,
  type TestUser,
  testAuth,
} from './testing/test-auth.js'
