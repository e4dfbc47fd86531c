import { WebAuthnVerificationError } from '../../../errors.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import type { Identity } from '../../login/identity.js'
import type { CeremonyAnswer } from './answer.js'
import type { Ceremony } from './ceremony.js'
import { storedId } from './credential-id.js'
import { encodeBase64 } from './encode-base64.js'
import { relyingPartyOf } from './relying-party.js'
import { verificationAtRegistration } from './user-verification.js'
import { verified } from './verified.js'

/** Who has made a passkey: somebody who is signed in, or somebody new. Throws `WebAuthnVerificationError` when it is none. */
export async function registeredIdentity(
  provider: WebAuthnProvider,
  { response, id, transports }: CeremonyAnswer,
  { challenge, userId, newUser }: Ceremony,
  instance: Instance,
  exchange: Exchange,
): Promise<Identity> {
  const { verifyRegistrationResponse } = await provider.simpleWebAuthn()
  const { id: expectedRPID, origin } = relyingPartyOf(provider, instance, exchange)
  const { supportedAlgorithmIDs } = provider.registrationOptions ?? {}
  const { registrationInfo } = await verified(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...origin],
      expectedRPID,
      requireUserVerification: verificationAtRegistration(provider).required,
      ...(supportedAlgorithmIDs && { supportedAlgorithmIDs: [...supportedAlgorithmIDs] }),
    }),
  )
  if (registrationInfo?.credential.id !== id) {
    throw new WebAuthnVerificationError(
      "The authenticator's response is rejected: it contains two ids of its key.",
    )
  }
  const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo
  const providerAccountId = storedId(id)
  const account = { provider: provider.id, type: 'webauthn', providerAccountId } as const
  return {
    provider: provider.id,
    user: newUser ?? { id: userId ?? '' },
    account,
    link: account,
    linksByEmail: false,
    address: 'unproven',
    credential: {
      kind: 'made',
      authenticator: {
        credentialID: providerAccountId,
        providerAccountId,
        credentialPublicKey: encodeBase64(credential.publicKey),
        counter: credential.counter,
        credentialDeviceType,
        credentialBackedUp,
        transports: transports.length > 0 ? transports.join(',') : null,
      },
    },
  }
}
