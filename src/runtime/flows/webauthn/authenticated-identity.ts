import { sha256 } from '#sha256'
import { UnknownCredential, WebAuthnVerificationError } from '../../../errors.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import type { Instance } from '../../compile.js'
import { decodeBase64url } from '../../crypto/base64url.js'
import type { Exchange } from '../../http/exchange.js'
import type { Identity } from '../../login/identity.js'
import { adapterOf } from './adapter-of.js'
import type { CeremonyAnswer } from './answer.js'
import type { Ceremony } from './ceremony.js'
import { browserId, storedId } from './credential-id.js'
import { relyingPartyOf } from './relying-party.js'
import { verificationAtUse } from './user-verification.js'
import { verified } from './verified.js'

/** Seconds for which a count is known as seen: longer than it takes until the database has it. */
const SEEN_AGE = 600

/** Whose passkey was used. Throws `WebAuthnVerificationError` when it is nobody's, or what it answered is wrong. */
export async function authenticatedIdentity(
  provider: WebAuthnProvider,
  { response, id }: CeremonyAnswer,
  { challenge }: Ceremony,
  instance: Instance,
  exchange: Exchange,
): Promise<Identity> {
  const credentialID = storedId(id)
  const stored = await adapterOf(instance).getAuthenticator(credentialID)
  if (stored?.credentialID !== credentialID) {
    throw new UnknownCredential('This authenticator is not registered.')
  }
  const { verifyAuthenticationResponse } = await provider.simpleWebAuthn()
  const { id: expectedRPID, origin } = relyingPartyOf(provider, instance, exchange)
  const { authenticationInfo } = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origin],
      expectedRPID,
      requireUserVerification: verificationAtUse(provider).required,
      credential: {
        id,
        publicKey: decodeBase64url(browserId(stored.credentialPublicKey)),
        counter: stored.counter,
      },
    }),
  )
  const { newCounter } = authenticationInfo
  if (newCounter > 0) await requireNewCount(credentialID, newCounter, instance)
  const { userId, providerAccountId } = stored
  const account = { provider: provider.id, type: 'webauthn', providerAccountId } as const
  return {
    provider: provider.id,
    user: { id: userId },
    account,
    link: account,
    linksByEmail: false,
    address: 'unproven',
    credential: {
      kind: 'used',
      credentialID,
      userId,
      // A passkey that is kept in several places has no count.
      count: newCounter === stored.counter ? undefined : newCounter,
    },
  }
}

/**
 * The library compares the count with the one that is stored; of two copies of a key that are used at the same moment, both
 * are ahead of it, with the same count.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
 */
async function requireNewCount(credentialID: string, count: number, { store }: Instance): Promise<void> {
  const key = `webauthn-count:${await sha256(credentialID)}.${count}`
  if (await store.compareAndSet(key, null, 'seen', SEEN_AGE)) return
  throw new WebAuthnVerificationError(
    'The signature counter did not increase; the authenticator may be cloned.',
  )
}
