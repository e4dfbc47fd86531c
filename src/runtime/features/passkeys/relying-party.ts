import { MissingAdapter } from '../../../errors.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { UserVerification } from '../../../providers/kinds/user-verification.js'
import type {
  RelyingParty,
  WebAuthnContext,
  WebAuthnProvider,
  WebAuthnRequest,
  WebAuthnVerificationOptions,
} from '../../../providers/kinds/webauthn.js'
import { redactErrors } from '../../core/config/logger.js'
import { decodeBase64url, encodeBase64url } from '../../core/crypto/base64url.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { RECENT_SIGN_IN_SECONDS } from '../../core/sessions/recent-sign-in.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { browserId } from '../../core/storage/passkey-ids.js'

/**
 * Calls a function of the application. Removes the fields of the request from its errors, because they may be
 * secrets.
 */
export function withRequest<Result>(
  call: (context: WebAuthnContext, request: WebAuthnRequest) => Result,
  provider: WebAuthnProvider,
  app: App,
  { url, request: { method }, query, body }: Exchange,
): Promise<Awaited<Result>> {
  const getUserByEmail = (email: string): Promise<IdentifiedUser | null> =>
    adapterOf(app).getUserByEmail(email)
  return redactErrors(
    () => call({ provider, url, adapter: { getUserByEmail } }, { method, query, body }),
    () => [query, body],
  )
}

export function adapterOf({ adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('Passkeys are stored in a database: call .adapter() before .build().')
}

export async function relyingPartyOf(
  provider: WebAuthnProvider,
  app: App,
  exchange: Exchange,
): Promise<RelyingParty & { readonly origin: readonly string[] }> {
  const { id, name, origin } =
    (await withRequest((...args) => provider.getRelayingParty?.(...args), provider, app, exchange)) ??
    configured(provider, exchange)
  return { id, name, origin: [origin].flat() }
}

function configured({ relayingParty = {} }: WebAuthnProvider, { url, origin }: Exchange): RelyingParty {
  const ids = listOf(relayingParty.id)
  return {
    id: ids.find((id) => covers(id, url.hostname)) ?? ids[0] ?? url.hostname,
    name: listOf(relayingParty.name)[0] ?? url.host,
    origin: relayingParty.origin === undefined ? origin : listOf(relayingParty.origin),
  }
}

function listOf(option: string | readonly string[] | undefined): readonly string[] {
  return option === undefined ? [] : [option].flat()
}

function covers(domain: string, host: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

export interface VerificationRequirement {
  readonly requested: UserVerification
  /** Whether a response without user verification is rejected. */
  readonly required: boolean
}

export function verificationAtUse(provider: WebAuthnProvider): VerificationRequirement {
  const { authenticationOptions, verifyAuthenticationOptions } = provider
  return verification(authenticationOptions?.userVerification, verifyAuthenticationOptions)
}

export function verificationAtRegistration(provider: WebAuthnProvider): VerificationRequirement {
  const { registrationOptions, verifyRegistrationOptions } = provider
  return verification(
    registrationOptions?.authenticatorSelection?.userVerification,
    verifyRegistrationOptions,
  )
}

/** The response is checked, too, because browsers do not enforce user verification reliably. */
function verification(
  requested: UserVerification | undefined,
  verify: WebAuthnVerificationOptions | undefined,
): VerificationRequirement {
  const required = requested === 'required' || (verify?.requireUserVerification ?? true)
  return { requested: required ? 'required' : (requested ?? 'preferred'), required }
}

/** In seconds. */
export function withinOf({ within = RECENT_SIGN_IN_SECONDS }: WebAuthnProvider): number {
  return within
}

/** Leaves out passkeys whose account was unlinked. */
export async function credentialsOf(
  userId: string,
  provider: string,
  adapter: GuardedAdapter,
): Promise<CredentialDescriptor[]> {
  const authenticators = await adapter.listAuthenticatorsByUserId(userId)
  const linked = await Promise.all(
    authenticators.map(async (authenticator) => {
      const account = await adapter.getAccount(authenticator.providerAccountId, provider)
      return account ? [authenticator] : []
    }),
  )
  return linked.flat().map(({ credentialID, transports }) => ({
    id: browserId(credentialID),
    // Browsers sort the transports. Another order would distinguish a real passkey from a decoy.
    ...(transports && { transports: transports.split(',').sort() }),
  }))
}

/** Lengths of the credential ids of real authenticators. */
const ID_LENGTHS_BYTES = [16, 20, 32, 48, 64] as const

/**
 * Transports of real authenticators, sorted as browsers sort them.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dom-authenticatorattestationresponse-gettransports
 */
const TRANSPORTS = [['internal'], ['hybrid', 'internal'], ['usb'], ['nfc', 'usb']] as const

/**
 * The decoys of an e-mail address look like the passkeys of a real user and are the same for each request, so
 * that the response does not reveal whether the account exists.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration
 */
export async function decoyCredentials(
  email: string,
  app: App,
): Promise<[CredentialDescriptor, ...CredentialDescriptor[]]> {
  const mac = app.mac('webauthn decoys')
  const digest = async (label: string): Promise<Uint8Array<ArrayBuffer>> =>
    decodeBase64url(await mac.sign(`${label} ${email}`))
  const [first = 0, second = 0, third = 0] = await digest('shape')
  const bytes = new Uint8Array([...(await digest('id')), ...(await digest('more'))])
  const id = encodeBase64url(bytes.subarray(0, ID_LENGTHS_BYTES[first % ID_LENGTHS_BYTES.length]))
  const transports = [...(TRANSPORTS[second % TRANSPORTS.length] ?? [])]
  // Some users have two passkeys, so some e-mail addresses get two decoys.
  const another = encodeBase64url(await digest('another'))
  return [
    { id, transports },
    ...(third % 4 === 0 ? [{ id: another, transports: ['hybrid', 'internal'] }] : []),
  ]
}
