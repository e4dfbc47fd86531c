import type { AdapterUser } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { WebAuthnProvider, WebAuthnUserInfo } from '../../../providers/kinds/webauthn.js'
import { storable } from '../../core/base/storable.js'
import { decodeBase64url } from '../../core/crypto/base64url.js'
import { type Params, textParam } from '../../core/http/params.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { canonicalAddress, userOfAddress } from '../../core/login/email-address.js'
import { beginLinking } from '../../core/login/link-to-session.js'
import type { Linking } from '../../core/login/linking-flow.js'
import { findSignedIn } from '../../core/login/signed-in-user.js'
import { storedId } from '../../core/storage/credential-ids.js'
import { type Ceremony, siteCeremonies } from './ceremony-cookies.js'
import {
  adapterOf,
  credentialsOf,
  decoyCredentials,
  relyingPartyOf,
  verificationAtRegistration,
  verificationAtUse,
  withinOf,
  withRequest,
} from './relying-party.js'

/** Begins a ceremony at the origin of the request, and stores it in a new cookie. */
async function beginCeremony(
  ceremony: Omit<Ceremony, 'challenge' | 'origin'>,
  exchange: Exchange,
): Promise<Ceremony> {
  const ceremonies = exchange.site.get(siteCeremonies)
  return ceremonies.begin({ ...ceremony, origin: exchange.origin }, exchange)
}

/** The options that a browser needs for a ceremony. */
export interface CeremonyOptions {
  readonly action: Ceremony['action']
  readonly options: object
}

/** Default timeout of a ceremony in the browser, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 300_000

/**
 * The user that `getUserInfo` of the provider returns. Default: the user with the e-mail address in a form,
 * stored or new. `null` if the form has no valid e-mail address.
 */
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
  const user = await userOfAddress(email, adapterOf(app))
  return user
    ? { user: { ...user, email }, exists: true }
    : { user: { email, name: nameOf(fields) }, exists: false }
}

/** Maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 100

function nameOf(fields: Params): string | undefined {
  return storable(textParam(fields, 'name')?.trim().slice(0, MAX_NAME_LENGTH))
}

/**
 * Options for signing in with a passkey. They do not reveal whether an e-mail address has an account.
 *
 * @param data - Data of the sign-in.
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

/** Whether every passkey of the provider is discoverable, so that no e-mail address is needed. */
function hasOnlyDiscoverablePasskeys({ registrationOptions }: WebAuthnProvider): boolean {
  return registrationOptions?.authenticatorSelection?.residentKey === 'required'
}

/**
 * The passkeys of the user in the form, or decoys if there is no such user or no passkey. `undefined` if the
 * form has no e-mail address.
 */
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
  const adapter = adapterOf(app)
  // A list of passkeys and then at least one account are read in every case, so that the response time does not
  // reveal whether the user exists. Accounts of several passkeys are read at the same time.
  const credentials = formUser.exists
    ? await credentialsOf(formUser.user.id, provider.id, adapter)
    : await credentialsOf(crypto.randomUUID(), provider.id, adapter).catch(() => [])
  if (credentials.length > 0) return credentials
  const [{ id }] = decoys
  await adapter.getAccount(storedId(id), provider.id).catch(() => null)
  return decoys
}

/**
 * Options for creating a passkey, for the signed-in user or for a new account. `undefined` if no user is
 * signed in and the form has no e-mail address. The options do not reveal whether the e-mail address has an
 * account. This is checked only after the passkey has been created, when the attempt counts toward the rate
 * limit.
 *
 * @param data - Data of the sign-in.
 * @throws AccessDenied if sign-up is closed.
 * @throws ReauthenticationRequired if the sign-in was too long ago.
 */
export async function registrationOptions(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
  data?: unknown,
): Promise<CeremonyOptions | undefined> {
  const signedIn = await findSignedIn(exchange, adapterOf(app))
  if (!signedIn && app.spec.signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
  const owner = signedIn
    ? ownerOf(signedIn.user, beginLinking(signedIn.live, withinOf(provider), app))
    : await newOwner(provider, fields, app, exchange)
  const ceremony = { ...owner?.ceremony, ...(data !== undefined && { data }) }
  return owner && optionsFor({ ...owner, ceremony }, provider, app, exchange)
}

/** The user for whom a passkey is created. */
interface PasskeyOwner {
  readonly id: string
  /** The name of the account that browsers show, usually the e-mail address. */
  readonly label: string
  readonly name: string | undefined
  /** The parts of the ceremony that depend on the user. */
  readonly ceremony: Pick<Ceremony, 'linkTo' | 'newUser' | 'data'>
}

/** The signed-in user as the owner of a new passkey. */
function ownerOf({ id, email, name }: AdapterUser, linkTo: Linking): PasskeyOwner {
  // Some databases use numeric user ids.
  const userId = String(id)
  return { id: userId, label: email ?? name ?? userId, name: name ?? undefined, ceremony: { linkTo } }
}

/** A new user as the owner of a new passkey. `undefined` if the form has no e-mail address. */
async function newOwner(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<PasskeyOwner | undefined> {
  const formUser = await userOfForm(provider, fields, app, exchange)
  if (!formUser?.user.email) return undefined
  // `getUserInfo` may return the e-mail address as the user typed it. Another spelling must not create
  // another user.
  const email = canonicalAddress(formUser.user.email) ?? formUser.user.email
  // The browser gets only the name that was typed. A client that knows only the e-mail address must learn
  // nothing about the user, not even that the user exists.
  const typed = nameOf(fields)
  const name = formUser.exists ? typed : formUser.user.name
  const newUser = { id: crypto.randomUUID(), email, ...(name && { name }) }
  return { id: newUser.id, label: email, name: typed, ceremony: { newUser } }
}

/** Begins a registration ceremony and returns its options. */
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
  const excludeCredentials = ceremony.linkTo ? await credentialsOf(id, provider.id, adapterOf(app)) : []
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
 * The WebAuthn user handle: a hash of the user id, which contains no personal data. It is different for each
 * tenant, because authenticators replace a passkey that has the same handle and domain.
 *
 * @see https://www.w3.org/TR/webauthn-3/#user-handle
 */
async function userHandle(userId: string, tenant: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const account = tenant === undefined ? `user ${userId}` : JSON.stringify([tenant, userId])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(account)))
}
