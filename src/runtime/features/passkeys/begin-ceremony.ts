import type { AdapterUser } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { WebAuthnProvider, WebAuthnUserInfo } from '../../../providers/kinds/webauthn.js'
import { storable } from '../../core/base/storable.js'
import { decodeBase64url } from '../../core/crypto/base64url.js'
import { type Params, textParam } from '../../core/http/params.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { canonicalAddress, userOfAddress } from '../../core/login/email-address.js'
import { sameId } from '../../core/login/identity.js'
import { beginLinking } from '../../core/login/link-to-session.js'
import type { Linking } from '../../core/login/linking-flow.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import { storedId } from '../../core/storage/credential-ids.js'
import type { Ceremony } from './ceremony-cookies.js'
import { siteCeremonies } from './ceremony-cookies.js'
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

/** Begins a ceremony at the origin of the request, in a separate cookie. */
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

/** The user whom the fields of a form name, or `null`. */
async function namedUser(
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
const MAX_NAME = 100

function nameOf(fields: Params): string | undefined {
  return storable(textParam(fields, 'name')?.trim().slice(0, MAX_NAME))
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
  const allowCredentials = isFoundByItself(provider)
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
    userVerification: verificationAtUse(provider).asked,
    ...(allowCredentials && { allowCredentials }),
  })
  return { action: 'authenticate', options }
}

/** Whether every passkey of the provider is discoverable, so that no e-mail address is needed. */
function isFoundByItself({ registrationOptions }: WebAuthnProvider): boolean {
  return registrationOptions?.authenticatorSelection?.residentKey === 'required'
}

/** The passkeys of the user in the form, or decoys if there is no such user. `undefined` if the form names no user. */
async function allowedCredentials(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<CredentialDescriptor[] | undefined> {
  const named = await namedUser(provider, fields, app, exchange)
  if (!named) return undefined
  const address = canonicalAddress(textParam(fields, 'email') ?? '') ?? named.user.email ?? ''
  const decoys = await decoyCredentials(address, app.secrets)
  const adapter = adapterOf(app)
  // Always make the same number of database reads, so that the response time does not reveal whether the user exists.
  const credentials = named.exists
    ? await credentialsOf(named.user.id, provider.id, adapter)
    : await credentialsOf(crypto.randomUUID(), provider.id, adapter).catch(() => [])
  if (credentials.length > 0) return credentials
  const [{ id }] = decoys
  await adapter.getAccount(storedId(id), provider.id).catch(() => null)
  return decoys
}

/**
 * Options for creating a passkey, for the signed-in user or for a new account. `undefined` if the form
 * contains no user. Throws `AccessDenied` if sign-up is closed, and `ReauthenticationRequired` if the
 * sign-in was too long ago.
 *
 * They do not reveal whether the e-mail address has an account. That is only checked when the passkey has
 * been created, where attempts are counted.
 */
export async function registrationOptions(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
  data?: unknown,
): Promise<CeremonyOptions | undefined> {
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn && app.spec.signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
  const owner = signedIn
    ? ownerOf(signedIn.user, beginLinking(signedIn.live, withinOf(provider), app))
    : await newOwner(provider, fields, app, exchange)
  const bound = { ...owner?.bound, ...(data !== undefined && { data }) }
  return owner && optionsFor({ ...owner, bound }, provider, app, exchange)
}

/** The user for whom a passkey is created. */
interface PasskeyOwner {
  readonly id: string
  readonly label: string
  readonly name: string | undefined
  readonly bound: Pick<Ceremony, 'linkTo' | 'newUser' | 'data'>
}

function ownerOf({ id, email, name }: AdapterUser, linkTo: Linking): PasskeyOwner {
  // Some databases use numeric user ids.
  const userId = String(id)
  return { id: userId, label: email ?? name ?? userId, name: name ?? undefined, bound: { linkTo } }
}

async function newOwner(
  provider: WebAuthnProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<PasskeyOwner | undefined> {
  const named = await namedUser(provider, fields, app, exchange)
  const email = named?.user.email
  if (!email) return undefined
  // Reveals nothing about a stored user to a client that knows the e-mail address, not even that the user
  // exists.
  const typed = provider.getUserInfo ? undefined : nameOf(fields)
  const name = named.exists ? typed : (named.user.name ?? undefined)
  const newUser = { id: crypto.randomUUID(), email, ...(name && { name }) }
  return { id: newUser.id, label: email, name, bound: { newUser } }
}

async function optionsFor(
  { id, label, name, bound }: PasskeyOwner,
  provider: WebAuthnProvider,
  app: App,
  exchange: Exchange,
): Promise<CeremonyOptions> {
  const { id: rpID, name: rpName } = await relyingPartyOf(provider, app, exchange)
  const { timeout, attestationType, authenticatorSelection, supportedAlgorithmIDs } =
    provider.registrationOptions ?? {}
  const { authenticatorAttachment, residentKey = 'preferred' } = authenticatorSelection ?? {}
  const excludeCredentials = bound.linkTo ? await credentialsOf(id, provider.id, adapterOf(app)) : []
  const { generateRegistrationOptions } = await provider.simpleWebAuthn()
  const { challenge } = await beginCeremony({ action: 'register', provider: provider.id, ...bound }, exchange)
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
      userVerification: verificationAtRegistration(provider).asked,
      ...(authenticatorAttachment && { authenticatorAttachment }),
    },
    ...(supportedAlgorithmIDs && { supportedAlgorithmIDs: [...supportedAlgorithmIDs] }),
  })
  return { action: 'register', options }
}

/**
 * The WebAuthn user handle: the same for all passkeys of an account, without personal data. It differs per tenant, because authenticators
 * replace a passkey with the same handle and domain.
 *
 * @see https://www.w3.org/TR/webauthn-3/#user-handle
 */
async function userHandle(userId: string, tenant: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const named = tenant === undefined ? `user ${userId}` : JSON.stringify([tenant, userId])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(named)))
}

/** A session and its stored user. */
export interface SignedInUser {
  readonly live: LiveSession
  readonly user: AdapterUser
}

/** The request's session and its stored user; `null` if no user is signed in, or the user was deleted. */
async function signedInUser(app: App, exchange: Exchange): Promise<SignedInUser | null> {
  const live = await exchange.site.sessions.find(exchange)
  if (!live) return null
  const user = live.strategy === 'database' ? live.user : await adapterOf(app).getUser(live.userId)
  return user && sameId(user.id, live.userId) ? { live, user } : null
}
