import * as v from 'valibot'
import { sha256 } from '#sha256'
import {
  InvalidCheck,
  InvalidRequest,
  isClientError,
  UnknownCredential,
  WebAuthnVerificationError,
} from '../../../errors.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import { asError } from '../../core/base/as-error.js'
import { decodeBase64url, encodeBase64url, isBase64url } from '../../core/crypto/base64url.js'
import type { Params } from '../../core/http/params.js'
import type { Identity } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { browserId, isCredentialId, storedId } from '../../core/storage/passkey-ids.js'
import { type Ceremony, siteCeremonies } from './ceremony-cookies.js'
import { initialPasskeyName } from './initial-passkey-name.js'
import { relyingPartyOf } from './relying-party.js'
import { passkeyAdapter } from './stored-passkeys.js'
import { verificationAtRegistration, verificationAtUse } from './user-verification.js'

export interface FinishedCeremony {
  readonly identity: Identity
  readonly ceremony: Ceremony
}

export async function finishCeremony(
  provider: WebAuthnProvider,
  app: App,
  exchange: Exchange,
): Promise<FinishedCeremony> {
  const response = readResponse(exchange.body)
  const ceremonies = exchange.site.get(siteCeremonies)
  const ceremony = await ceremonies.take(response.challenge, exchange)
  try {
    const belongs =
      ceremony.action === response.action &&
      ceremony.provider === provider.id &&
      ceremony.origin === exchange.origin
    if (!belongs) throw new InvalidCheck('The response belongs to another ceremony.')
    const identify = response.action === 'register' ? registeredIdentity : authenticatedIdentity
    return { ceremony, identity: await identify(provider, response, ceremony, app, exchange) }
  } catch (error) {
    // Only errors of the client release the ceremony. After another error, such as a failure of the database,
    // the response may be valid, and must not be used again.
    if (isClientError(error)) await ceremonies.release(ceremony, exchange)
    throw error
  }
}

async function registeredIdentity(
  provider: WebAuthnProvider,
  { response, id, transports }: CeremonyResponse,
  { challenge, linkTo, newUser }: Ceremony,
  app: App,
  exchange: Exchange,
): Promise<Identity> {
  const { verifyRegistrationResponse } = await provider.simpleWebAuthn()
  const { id: expectedRPID, origin } = await relyingPartyOf(provider, app, exchange)
  const { supportedAlgorithmIDs, attestationType = 'none' } = provider.registrationOptions ?? {}
  const { registrationInfo } = await verified(async () =>
    verifyRegistrationResponse({
      response: attestationType === 'none' ? withoutAttestation(response) : response,
      expectedChallenge: challenge,
      expectedOrigin: [...origin],
      expectedRPID,
      requireUserVerification: verificationAtRegistration(provider).required,
      ...(supportedAlgorithmIDs && { supportedAlgorithmIDs: [...supportedAlgorithmIDs] }),
    }),
  )
  if (registrationInfo?.credential.id !== id) {
    throw new WebAuthnVerificationError(
      "The authenticator's response is rejected: the id of the response is not the id of the credential in it.",
    )
  }
  const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo
  const providerAccountId = storedId(id)
  const account = { provider: provider.id, type: 'webauthn', providerAccountId } as const
  return {
    provider: provider.id,
    user: newUser ?? { id: linkTo?.userId ?? '' },
    account,
    verifiedEmail: null,
    claim: {
      kind: 'passkey',
      link: account,
      credential: {
        kind: 'made',
        authenticator: {
          credentialID: providerAccountId,
          providerAccountId,
          credentialPublicKey: storedId(encodeBase64url(credential.publicKey)),
          counter: credential.counter,
          credentialDeviceType,
          credentialBackedUp,
          transports: transports.length > 0 ? transports.join(',') : null,
          ...(passkeyAdapter(app).has('updateAuthenticatorName') && {
            name: initialPasskeyName(app, exchange),
          }),
        },
      },
    },
  }
}

/**
 * Removes an attestation that was not requested. The library would fetch certificate revocation lists for it,
 * from URLs that the client has chosen.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-generating-an-attestation-object
 */
function withoutAttestation(credential: CredentialJson): CredentialJson {
  const object = atob(storedId(credential.response.attestationObject ?? ''))
  // CBOR: a map with `fmt` "none", an empty map `attStmt`, and the received `authData`.
  const none = `\xa3cfmtdnonegattStmt\xa0${object.slice(object.indexOf('hauthData'))}`
  return { ...credential, response: { ...credential.response, attestationObject: browserId(btoa(none)) } }
}

/** Longer than writing the counter to the database takes. */
const SEEN_TTL_SECONDS = 600

async function authenticatedIdentity(
  provider: WebAuthnProvider,
  { response, id }: CeremonyResponse,
  { challenge }: Ceremony,
  app: App,
  exchange: Exchange,
): Promise<Identity> {
  const credentialID = storedId(id)
  const stored = await passkeyAdapter(app).getAuthenticator(credentialID)
  if (stored?.credentialID !== credentialID) {
    const { tenant, isLazy } = app.accountScope
    // After `UnknownCredential`, browsers delete the passkey. But the adapter of another tenant on the same
    // domain may have it.
    const UnknownError = tenant === undefined && !isLazy ? UnknownCredential : WebAuthnVerificationError
    throw new UnknownError('This authenticator is not registered.')
  }
  // Each device of a synced passkey counts separately, so a lower counter does not mean that there is a copy.
  const isCounted = stored.credentialDeviceType !== 'multiDevice'
  const { verifyAuthenticationResponse } = await provider.simpleWebAuthn()
  const { id: expectedRPID, origin } = await relyingPartyOf(provider, app, exchange)
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
        counter: isCounted ? stored.counter : 0,
      },
    }),
  )
  const { newCounter } = authenticationInfo
  if (isCounted && newCounter > 0) await requireNewCount(credentialID, newCounter, app)
  const { userId, providerAccountId } = stored
  const account = { provider: provider.id, type: 'webauthn', providerAccountId } as const
  return {
    provider: provider.id,
    user: { id: userId },
    account,
    verifiedEmail: null,
    claim: {
      kind: 'passkey',
      link: account,
      credential: {
        kind: 'used',
        credentialID,
        userId,
        count: isCounted && newCounter !== stored.counter ? newCounter : undefined,
      },
    },
  }
}

/**
 * Throws if the signature counter was used before. The library compares the counter only with the stored
 * counter. So it would accept two copies of a passkey that are used at the same moment.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
 */
async function requireNewCount(credentialID: string, count: number, { store }: App): Promise<void> {
  const key = `webauthn-count:${await sha256(credentialID)}.${count}`
  if (await store.compareAndSet(key, null, 'seen', SEEN_TTL_SECONDS)) return
  throw new WebAuthnVerificationError(
    'The signature counter did not increase; the authenticator may be cloned.',
  )
}

/** Only the members that are changed here have a type. */
interface CredentialJson {
  readonly response: { readonly attestationObject?: string | undefined }
}

export interface CeremonyResponse {
  readonly action: Ceremony['action']
  /** The id of the credential in base64url. */
  readonly id: string
  /** In base64url. */
  readonly challenge: string
  readonly transports: readonly string[]
  /** The whole response, for the library. */
  readonly response: CredentialJson
}

/** No known authenticator has more transports. */
const MAX_TRANSPORTS = 8

const TRANSPORT = /^[a-z][a-z-]{0,19}$/

const Base64url = v.pipe(v.string(), v.check(isBase64url))

const ResponseSchema = v.looseObject({
  id: v.pipe(v.string(), v.check(isCredentialId)),
  rawId: v.string(),
  type: v.literal('public-key'),
  response: v.looseObject({
    clientDataJSON: Base64url,
    attestationObject: v.optional(Base64url),
    authenticatorData: v.optional(Base64url),
    signature: v.optional(Base64url),
    transports: v.optional(v.array(v.unknown())),
  }),
})

/** @see https://www.w3.org/TR/webauthn-3/#dictionary-client-data */
const ClientDataSchema = v.looseObject({
  challenge: v.string(),
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
})

function readResponse({ action, data }: Params): CeremonyResponse {
  if (action !== 'register' && action !== 'authenticate') {
    throw new InvalidRequest('The parameter `action` must be `register` or `authenticate`.')
  }
  const response = typeof data === 'string' ? parse(data) : data
  if (!v.is(ResponseSchema, response) || response.rawId !== response.id) throw malformed()
  const clientData = parse(new TextDecoder().decode(decodeBase64url(response.response.clientDataJSON)))
  if (!v.is(ClientDataSchema, clientData)) throw malformed()
  // A page of another origin could embed this page and trick the user into confirming the ceremony.
  if (clientData.crossOrigin || clientData.topOrigin !== undefined) {
    throw new WebAuthnVerificationError(
      'The passkey was used in a frame of another origin. Open the page itself.',
    )
  }
  return {
    action,
    id: response.id,
    challenge: clientData.challenge,
    transports: transportsOf(response.response.transports),
    response,
  }
}

function transportsOf(transports: readonly unknown[] = []): readonly string[] {
  const valid = transports.filter((each) => typeof each === 'string' && TRANSPORT.test(each)) as string[]
  return [...new Set(valid)].slice(0, MAX_TRANSPORTS)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}

function malformed(): InvalidRequest {
  return new InvalidRequest('The parameter `data` is not the response of an authenticator.')
}

/** In characters. The message may quote input from the browser. */
const MAX_REASON_LENGTH = 200

async function verified<Result extends { verified: boolean }>(check: () => Promise<Result>): Promise<Result> {
  const result = await check().catch((error: unknown) => {
    const reason = asError(error).message.slice(0, MAX_REASON_LENGTH)
    throw new WebAuthnVerificationError(`The authenticator's response is rejected: ${reason}`)
  })
  if (result.verified) return result
  throw new WebAuthnVerificationError("The authenticator's response is rejected: its signature is wrong.")
}
