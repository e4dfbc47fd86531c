import type { AdapterUser } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { WebAuthnProvider, WebAuthnUserInfo } from '../../../providers/kinds/webauthn.js'
import { storable } from '../../core/base/storable.js'
import { decodeBase64url } from '../../core/crypto/base64url.js'
import { type Params, textParam } from '../../core/http/params.js'
import { canonicalAddress, userOfAddress } from '../../core/login/email-address.js'
import { beginLinking } from '../../core/login/link-to-session.js'
import type { Linking } from '../../core/login/linking-flow.js'
import { findSignedIn } from '../../core/login/signed-in-user.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { RECENT_SIGN_IN_SECONDS } from '../../core/sessions/recent-sign-in.js'
import { storedId } from '../../core/storage/passkey-ids.js'
import { type Ceremony, siteCeremonies } from './ceremony-cookies.js'
import { decoyCredentials } from './decoys.js'
import { relyingPartyOf } from './relying-party.js'
import { credentialsOf, passkeyAdapter } from './stored-passkeys.js'
import { verificationAtRegistration, verificationAtUse } from './user-verification.js'
import { withRequest } from './with-request.js'

async function beginCeremony(
  ceremony: Omit<Ceremony, 'challenge' | 'origin'>,
  exchange: Exchange,
): Promise<Ceremony> {
  const ceremonies = exchange.site.get(siteCeremonies)
  return ceremonies.begin({ ...ceremony, origin: exchange.origin }, exchange)
}

export interface CeremonyOptions {
  readonly action: Ceremony['action']
  readonly options: object
}

const DEFAULT_TIMEOUT_MS = 300_000

async function userOfForm(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<WebAuthnUserInfo | null> {
  const { getUserInfo } = provider
  if (getUserInfo) return withRequest(getUserInfo.bind(provider), provider, app, exchange)
  const email = canonicalAddress(textParam(fields, 'email') ?? '')
  if (email === undefined) return null
  const user = await userOfAddress(email, passkeyAdapter(app))
  return user
    ? { user: { ...user, email }, exists: true }
    : { user: { email, name: nameOf(fields) }, exists: false }
}

/** In UTF-16 code units. */
const MAX_USER_NAME_LENGTH = 100

function nameOf(fields: Params): string | undefined {
  return storable(textParam(fields, 'name')?.trim().slice(0, MAX_USER_NAME_LENGTH))
}

/**
 * Returns the options with which the browser signs in by passkey. They do not reveal whether an e-mail
 * address has an account.
 */
export async function authenticationOptions(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
  data?: unknown,
): Promise<CeremonyOptions> {
  const { id: rpID } = await relyingPartyOf(provider, app, exchange)
  const allowCredentials = hasOnlyDiscoverablePasskeys(provider)
    ? undefined
    : await allowedCredentials(provider, fields, app, exchange)
  const { generateAuthenticationOptions } = await provider.simpleWebAuthn()
  const { challenge } = await beginCeremony(
    { action: 'authenticate', provider: provider.id, ...(data !== undefined && { data }) },
    exchange,
  )
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: decodeBase64url(challenge),
    timeout: provider.authenticationOptions?.timeout ?? DEFAULT_TIMEOUT_MS,
    userVerification: verificationAtUse(provider).requested,
    ...(allowCredentials && { allowCredentials }),
  })
  return { action: 'authenticate', options }
}

function hasOnlyDiscoverablePasskeys({ registrationOptions }: WebAuthnProvider): boolean {
  return registrationOptions?.authenticatorSelection?.residentKey === 'required'
}

async function allowedCredentials(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<CredentialDescriptor[] | undefined> {
  const formUser = await userOfForm(provider, fields, app, exchange)
  if (!formUser) return undefined
  const email = canonicalAddress(textParam(fields, 'email') ?? '') ?? formUser.user.email ?? ''
  const decoys = await decoyCredentials(email, app)
  const adapter = passkeyAdapter(app)
  // In every case, read passkeys and then at least one account, so that the response time does not reveal
  // whether the user exists.
  const credentials = formUser.exists
    ? await credentialsOf(formUser.user.id, provider.id, adapter)
    : await credentialsOf(crypto.randomUUID(), provider.id, adapter).catch(() => [])
  if (credentials.length > 0) return credentials
  const [{ id }] = decoys
  await adapter.getAccount(storedId(id), provider.id).catch(() => null)
  return decoys
}

/** Returns the seconds after a sign-in during which the user can add a passkey. */
export function withinOf({ within = RECENT_SIGN_IN_SECONDS }: WebAuthnProvider): number {
  return within
}

/**
 * Returns the options with which the browser creates a passkey. They do not reveal whether the e-mail address
 * has an account. That is checked after the passkey was created, when the attempt counts toward the rate
 * limit.
 */
export async function registrationOptions(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
  data?: unknown,
): Promise<CeremonyOptions | undefined> {
  const signedIn = await findSignedIn(exchange, passkeyAdapter(app))
  if (!signedIn && app.spec.signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
  const owner = signedIn
    ? ownerOf(signedIn.user, beginLinking(signedIn.live, withinOf(provider), app))
    : await newOwner(provider, fields, app, exchange)
  const ceremony = { ...owner?.ceremony, ...(data !== undefined && { data }) }
  return owner && optionsFor({ ...owner, ceremony }, provider, app, exchange)
}

interface PasskeyOwner {
  readonly id: string
  /** The name of the account that browsers show. */
  readonly label: string
  readonly name: string | undefined
  readonly ceremony: Pick<Ceremony, 'linkTo' | 'newUser' | 'data'>
}

function ownerOf({ id, email, name }: AdapterUser, linkTo: Linking): PasskeyOwner {
  // Ids of some databases are numbers.
  const userId = String(id)
  return { id: userId, label: email ?? name ?? userId, name: name ?? undefined, ceremony: { linkTo } }
}

async function newOwner(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<PasskeyOwner | undefined> {
  const formUser = await userOfForm(provider, fields, app, exchange)
  if (!formUser?.user.email) return undefined
  // Another spelling of the e-mail address must not create another user.
  const email = canonicalAddress(formUser.user.email) ?? formUser.user.email
  // A client that knows only the e-mail address must not learn the name of the user, or that the user exists.
  const typed = nameOf(fields)
  const name = formUser.exists ? typed : formUser.user.name
  const newUser = { id: crypto.randomUUID(), email, ...(name && { name }) }
  return { id: newUser.id, label: email, name: typed, ceremony: { newUser } }
}

async function optionsFor(
  { id, label, name, ceremony }: PasskeyOwner,
  provider: WebAuthnProvider,
  app: App,
  exchange: Exchange,
): Promise<CeremonyOptions> {
  const { id: rpID, name: rpName } = await relyingPartyOf(provider, app, exchange)
  const { timeout, attestationType, authenticatorSelection, supportedAlgorithmIDs } =
    provider.registrationOptions ?? {}
  const { authenticatorAttachment, residentKey = 'preferred' } = authenticatorSelection ?? {}
  const excludeCredentials = ceremony.linkTo ? await credentialsOf(id, provider.id, passkeyAdapter(app)) : []
  const { generateRegistrationOptions } = await provider.simpleWebAuthn()
  const { challenge } = await beginCeremony(
    { action: 'register', provider: provider.id, ...ceremony },
    exchange,
  )
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: label,
    userID: await userHandle(id, app.accountScope.tenant),
    ...(name && { userDisplayName: name }),
    challenge: decodeBase64url(challenge),
    timeout: timeout ?? DEFAULT_TIMEOUT_MS,
    attestationType: attestationType ?? 'none',
    excludeCredentials,
    authenticatorSelection: {
      residentKey,
      userVerification: verificationAtRegistration(provider).requested,
      ...(authenticatorAttachment && { authenticatorAttachment }),
    },
    ...(supportedAlgorithmIDs && { supportedAlgorithmIDs: [...supportedAlgorithmIDs] }),
  })
  return { action: 'register', options }
}

/**
 * Returns the user handle of a passkey. The handle is a hash, because it must not contain personal data. It
 * is different for each tenant, because authenticators replace a passkey that has the same handle and domain.
 *
 * @see https://www.w3.org/TR/webauthn-3/#user-handle
 */
async function userHandle(userId: string, tenant: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const account = tenant === undefined ? `user ${userId}` : JSON.stringify([tenant, userId])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account)))
}
