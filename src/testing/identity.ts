import type { AdapterUser, NewUser } from '../adapters/contract.js'
import { AuthError } from '../errors.js'
import type { Account, TokenSet } from '../model/account.js'
import type { IdentifiedUser, Profile } from '../model/user.js'
import type { Provider } from '../providers/kinds/provider.js'
import { emailAccount } from '../runtime/core/login/email-address.js'
import { type Claim, type Identity, lowerCase, sameId } from '../runtime/core/login/identity.js'
import type { App } from '../runtime/core/object-lifetimes.js'
import type { GuardedAdapter } from '../runtime/core/storage/guarded-adapter.js'
import { expiresAt, storedAccount } from '../runtime/features/oauth/account-fields.js'
import type { ReadyOAuthProvider } from '../runtime/features/oauth/provider.js'

export interface SignInFields {
  readonly user?: Partial<AdapterUser>
  readonly provider?: string
  readonly tokens?: Partial<TokenSet>
  readonly profile?: object
  readonly credentials?: unknown
  readonly state?: unknown
}

type ProviderOf<Type extends Provider['type']> = Extract<Provider, { readonly type: Type }>

interface UserToSignIn {
  /** The user as `profile()` or `authorize()` returns it. Always has an id. */
  readonly identified: IdentifiedUser
  /** The fields of the test, without the id. The e-mail address is in lower case. */
  readonly fields: Partial<AdapterUser>
  /** The stored user with the id of the test, or else with its e-mail address. */
  readonly stored: AdapterUser | null
}

export async function identityOf(signIn: SignInFields, app: App): Promise<Identity> {
  const provider = providerOf(signIn.provider, [...app.providers.values()])
  const { user: { id, ...userFields } = {}, credentials, state } = signIn
  const fields = userFields.email ? { ...userFields, email: lowerCase(userFields.email) } : userFields
  const stored = app.adapter ? await storedUser(id, fields.email, app.adapter) : null
  const defaultId = accountIdOf(provider, fields, app) ?? stored?.id ?? crypto.randomUUID()
  const identified = { ...fields, id: String(id ?? defaultId) }
  const userToSignIn: UserToSignIn = { identified, fields, stored }
  const shared = { provider: provider.id, ...(state !== undefined && { state }) }
  switch (provider.type) {
    case 'oauth':
    case 'oidc': {
      const identity = { ...shared, ...oauthIdentity(identified, signIn, provider, app) }
      if (app.adapter) await storeAccount(identity.claim.link, userToSignIn, app.adapter)
      return identity
    }
    case 'credentials':
    case 'password': {
      const user = app.adapter?.has('createUser') ? await userOfForm(userToSignIn, app.adapter) : identified
      return {
        ...shared,
        user,
        account: {
          ...accountAt(provider, user.id),
          ...(provider.type === 'password' && { userId: user.id }),
        },
        claim: { kind: 'none' },
        verifiedEmail: null,
        ...(credentials !== undefined && { credentials }),
      }
    }
    case 'email': {
      const email = fields.email || stored?.email || lowerCase(`${identified.id}@example.com`)
      const owner = await ownerOf(email, userToSignIn, app)
      return {
        ...shared,
        ...emailAccount(provider, email, owner),
        claim: {
          kind: 'address',
          owner,
          // If the stored e-mail address is unverified, a real sign-in lists the earlier sign-in methods of the user. The test user chooses to remove them.
          ...(owner && { earlierLogins: { userId: String(owner.id), choice: 'remove' } }),
        },
        verifiedEmail: email,
      }
    }
    case 'webauthn':
      return { ...shared, ...(await passkeyIdentity(userToSignIn, provider, app)) }
  }
}

/**
 * Returns the e-mail address as the id of an OAuth account, so that tests that sign in the same user, even concurrently,
 * use the same account.
 */
function accountIdOf(
  { type }: Provider,
  { email }: Partial<AdapterUser>,
  { adapter }: App,
): string | undefined {
  const isStoredAccount = adapter !== undefined && (type === 'oauth' || type === 'oidc')
  return (isStoredAccount && email) || undefined
}

/** Finds the user for every type of provider, so that a test can change the provider and keep the user. */
async function storedUser(
  id: string | undefined,
  email: string | null | undefined,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  // A database may throw for an id of another type.
  const user = id === undefined ? null : await adapter.getUser(String(id)).catch(() => null)
  if (user && sameId(user.id, String(id))) return user
  return email ? adapter.getUserByEmail(email) : null
}

function providerOf(id: string | undefined, providers: readonly Provider[]): Provider {
  const found = id === undefined ? providers[0] : providers.find((each) => each.id === id)
  if (found) return found
  const ids = providers.map((each) => `'${each.id}'`).join(', ')
  throw new AuthError(`The configuration has no provider '${id}'. Pass one of ${ids}.`)
}

function accountAt({ id, type }: Provider, providerAccountId: string): Account {
  return { provider: id, type, providerAccountId } as Account
}

function oauthIdentity(
  identified: IdentifiedUser,
  { tokens, profile: profileFields }: SignInFields,
  provider: ProviderOf<'oauth' | 'oidc'>,
  app: App,
) {
  // Without an adapter, the id of a user in the session begins with the provider. A test may pass either id.
  const prefix = `${provider.id}|`
  const hasPrefix = !app.adapter && identified.id.startsWith(prefix)
  const id = hasPrefix ? identified.id.slice(prefix.length) : identified.id
  const email = identified.email ? lowerCase(identified.email) : null
  const user = { ...identified, id, email }
  const account: Account = {
    access_token: 'access-token',
    token_type: 'bearer',
    expires_at: Math.floor(app.clock() / 1000) + 3600,
    ...tokens,
    ...(tokens && expiresAt(tokens, app.clock)),
    ...accountAt(provider, id),
  }
  const profile = {
    sub: id,
    ...(identified.name && { name: identified.name }),
    ...(email && { email, email_verified: true }),
    ...(identified.image && { picture: identified.image }),
    ...profileFields,
  } as Profile
  const link = storedAccount(provider as ReadyOAuthProvider, account)
  const verifiedEmail = profile.email_verified === true ? email : null
  const linksByEmail = verifiedEmail !== null && provider.allowDangerousEmailAccountLinking === true
  const claim = { kind: 'account', link, linksByEmail } as const satisfies Claim
  return { user, account, claim, profile, verifiedEmail, issuer: provider.issuer }
}

/**
 * Updates the user of the account. If the account has none, it is linked to the stored user of the test. Without such
 * a user, the sign-in stores a new one.
 */
async function storeAccount(
  link: Account,
  { fields, stored }: UserToSignIn,
  adapter: GuardedAdapter,
): Promise<void> {
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  const user = owner ?? stored
  if (!user) return
  if (!owner) await adapter.linkAccount({ ...link, userId: user.id })
  await updated(user, fields, adapter)
}

/**
 * Returns the stored user with an e-mail address. A sign-in by mail stores only the e-mail address of a new user, so a
 * new user with other fields is stored here.
 */
async function ownerOf(
  email: string,
  { identified, fields, stored }: UserToSignIn,
  { adapter, clock }: App,
): Promise<AdapterUser | null> {
  if (!adapter) return null
  const owner = stored ?? (await adapter.getUserByEmail(email))
  if (owner) return updated(owner, { ...fields, email }, adapter)
  return hasOtherFields(fields)
    ? createdUser({ emailVerified: new Date(clock()), ...identified, email }, adapter)
    : null
}

function hasOtherFields(fields: Partial<AdapterUser>): boolean {
  return Object.keys(fields).some((name) => name !== 'email')
}

/** Stores or updates the user of a sign-in form: with a form, the application stores users before they can sign in. */
async function userOfForm(
  { identified, fields, stored }: UserToSignIn,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  if (stored) return updated(stored, fields, adapter)
  return createdUser({ emailVerified: null, ...identified, email: fields.email ?? null }, adapter)
}

async function createdUser(user: NewUser, adapter: GuardedAdapter): Promise<AdapterUser> {
  try {
    return await adapter.createUser(user)
  } catch (error) {
    // Another test may have stored the user since.
    const stored = user.email ? await adapter.getUserByEmail(user.email) : null
    if (stored) return stored
    throw error
  }
}

async function updated(
  stored: AdapterUser,
  fields: Partial<AdapterUser>,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  const row = stored as unknown as Readonly<Record<string, unknown>>
  const isSame = Object.entries(fields).every(([name, value]) => row[name] === value)
  return isSame ? stored : adapter.updateUser({ ...fields, id: stored.id })
}

async function passkeyIdentity(
  { identified, fields, stored }: UserToSignIn,
  provider: ProviderOf<'webauthn'>,
  { adapter }: App,
) {
  if (!adapter) throw new AuthError('A passkey needs an adapter: call .adapter() before .build().')
  const credentialID = btoa(encodeURIComponent(identified.id))
  const account = accountAt(provider, credentialID)
  const owner = await adapter.getUserByAccount({ provider: provider.id, providerAccountId: credentialID })
  const authenticator = {
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: credentialID,
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: null,
  }
  let existing = owner ?? stored
  // A sign-up stores only the e-mail address. So a new user with other fields is stored here.
  if (!existing && hasOtherFields(fields)) {
    existing = await createdUser({ emailVerified: null, ...identified, email: fields.email ?? null }, adapter)
  }
  if (existing && !owner) {
    await adapter.linkAccount({ ...account, userId: existing.id })
    await adapter.createAuthenticator({ ...authenticator, userId: existing.id })
  }
  const user = existing ? await updated(existing, fields, adapter) : identified
  const claim: Claim = {
    kind: 'passkey',
    link: account,
    credential: existing
      ? { kind: 'used', credentialID, userId: existing.id, count: undefined }
      : { kind: 'made', authenticator },
  }
  return { user, account, claim, verifiedEmail: null }
}
