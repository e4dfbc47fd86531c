import { sha256 } from '#sha256'
import { InvalidCheck, UnknownCredential, WebAuthnVerificationError } from '../../../errors.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import { decodeBase64url } from '../../crypto/base64url.js'
import type { Identity } from '../../login/identity.js'
import { type CeremonyResponse, readResponse, verified } from './authenticator-response.js'
import type { CeremonyExchange, WebAuthnCapabilities } from './capabilities.js'
import type { Ceremony } from './ceremony-cookies.js'
import { browserId, encodeBase64, storedId } from './credentials.js'
import { adapterOf, relyingPartyOf, verificationAtRegistration, verificationAtUse } from './relying-party.js'

/** A ceremony that succeeded: who it was, and how it began. */
export interface FinishedCeremony {
  readonly identity: Identity
  readonly ceremony: Ceremony
}

/**
 * Finishes the ceremony that a browser's response belongs to, once. Throws `InvalidCheck` when there is none, and
 * `WebAuthnVerificationError` when the response is wrong.
 */
export async function finishCeremony(
  provider: WebAuthnProvider,
  instance: WebAuthnCapabilities,
  exchange: CeremonyExchange,
): Promise<FinishedCeremony> {
  const answer = readResponse(exchange.body)
  const ceremonies = await exchange.context.ceremonies()
  const ceremony = await ceremonies.take(answer.challenge, exchange)
  const belongs =
    ceremony.action === answer.action &&
    ceremony.provider === provider.id &&
    ceremony.origin === exchange.origin
  if (!belongs) throw new InvalidCheck('The response belongs to another ceremony.')
  const identify = answer.action === 'register' ? registeredIdentity : authenticatedIdentity
  return { ceremony, identity: await identify(provider, answer, ceremony, instance, exchange) }
}

/** The user who has made a passkey: signed in, or new. Throws `WebAuthnVerificationError` when it is none. */
async function registeredIdentity(
  provider: WebAuthnProvider,
  { response, id, transports }: CeremonyResponse,
  { challenge, linkTo, newUser }: Ceremony,
  instance: WebAuthnCapabilities,
  exchange: CeremonyExchange,
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
    user: newUser ?? { id: linkTo?.userId ?? '' },
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

/** Seconds for which a count is known as seen: longer than it takes until the database has it. */
const SEEN_AGE = 600

/** The user of a passkey. Throws `WebAuthnVerificationError` when it is unknown, or its response is wrong. */
async function authenticatedIdentity(
  provider: WebAuthnProvider,
  { response, id }: CeremonyResponse,
  { challenge }: Ceremony,
  instance: WebAuthnCapabilities,
  exchange: CeremonyExchange,
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
async function requireNewCount(
  credentialID: string,
  count: number,
  { store }: WebAuthnCapabilities,
): Promise<void> {
  const key = `webauthn-count:${await sha256(credentialID)}.${count}`
  if (await store.compareAndSet(key, null, 'seen', SEEN_AGE)) return
  throw new WebAuthnVerificationError(
    'The signature counter did not increase; the authenticator may be cloned.',
  )
}
