import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import { decodeBase64url } from '../../crypto/base64url.js'
import { type Params, textParam } from '../../http/params.js'
import { canonicalAddress } from '../../login/email-address.js'
import { beginCeremony, type CeremonyOptions, DEFAULT_TIMEOUT, namedUser } from './begin-ceremony.js'
import type { CeremonyExchange, WebAuthnCapabilities } from './capabilities.js'
import { credentialsOf, decoyCredentials } from './credentials.js'
import { adapterOf, relyingPartyOf, verificationAtUse } from './relying-party.js'

/**
 * Options for using a passkey. Whether an address has an account does not show.
 *
 * @param data - What the sign-in is started with.
 */
export async function authenticationOptions(
  provider: WebAuthnProvider,
  fields: Params,
  instance: WebAuthnCapabilities,
  exchange: CeremonyExchange,
  data?: unknown,
): Promise<CeremonyOptions> {
  const { id: rpID } = relyingPartyOf(provider, instance, exchange)
  const allowCredentials = isFoundByItself(provider)
    ? undefined
    : await allowedCredentials(provider, fields, instance, exchange)
  const { generateAuthenticationOptions } = await provider.simpleWebAuthn()
  const { challenge } = await beginCeremony(
    { action: 'authenticate', provider: provider.id, ...(data !== undefined && { data }) },
    exchange,
  )
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: decodeBase64url(challenge),
    timeout: provider.authenticationOptions?.timeout ?? DEFAULT_TIMEOUT,
    userVerification: verificationAtUse(provider).asked,
    ...(allowCredentials && { allowCredentials }),
  })
  return { action: 'authenticate', options }
}

/** Whether every passkey of the provider can be found without knowing whose it is. */
function isFoundByItself({ registrationOptions }: WebAuthnProvider): boolean {
  return registrationOptions?.authenticatorSelection?.residentKey === 'required'
}

/** The passkeys of the user whom the form names, or decoys; `undefined` where it names none. */
async function allowedCredentials(
  provider: WebAuthnProvider,
  fields: Params,
  instance: WebAuthnCapabilities,
  exchange: CeremonyExchange,
): Promise<CredentialDescriptor[] | undefined> {
  const named = await namedUser(provider, fields, instance, exchange)
  if (!named) return undefined
  const address = canonicalAddress(textParam(fields, 'email') ?? '') ?? named.user.email ?? ''
  const decoys = await decoyCredentials(address, instance.secrets)
  const adapter = adapterOf(instance)
  if (named.exists) {
    const credentials = await credentialsOf(named.user.id, provider.id, adapter)
    return credentials.length > 0 ? credentials : decoys
  }
  // The database is read for unknown users, too, so that the time reveals no more than the response.
  await adapter.listAuthenticatorsByUserId(crypto.randomUUID()).catch(() => [])
  return decoys
}
