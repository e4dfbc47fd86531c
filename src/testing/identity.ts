import type { AdapterUser } from '../adapters/contract.js'
import { AuthError } from '../errors.js'
import type { Account, TokenSet } from '../model/account.js'
import type { IdentifiedUser, Profile } from '../model/user.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { App } from '../runtime/core/lifetimes.js'
import { emailAccount } from '../runtime/core/login/email-address.js'
import { type Claim, type Identity, lowerCase, sameId } from '../runtime/core/login/identity.js'
import type { GuardedAdapter } from '../runtime/core/storage/guarded-adapter.js'
import { expiresAt, storedAccount } from '../runtime/features/oauth/profile.js'
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

export async function identityOf(fields: SignInFields, app: App): Promise<Identity> {
  const provider = providerOf(fields.provider, [...app.providers.values()])
  const { credentials, state } = fields
  const { user = {} } = fields
  const userFields = app.adapter ? await fieldsToStore(user, app.adapter) : user
  const identified = { ...userFields, id: String(userFields.id ?? crypto.randomUUID()) }
  const shared = { provider: provider.id, ...(state !== undefined && { state }) }
  switch (provider.type) {
    case 'oauth':
    case 'oidc': {
      const identity = { ...shared, ...oauthIdentity(identified, fields, provider, app) }
      if (app.adapter) await storeAccount(identity.user, identity.claim.link, userFields, app.adapter)
      return identity
    }
    case 'credentials':
    case 'password': {
      const user = app.adapter?.has('createUser')
        ? await storedUser(identified, userFields, app.adapter)
        : identified
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
      const email = lowerCase(userFields.email ?? `${identified.id}@example.com`)
      const owner = await ownerOf(email, identified, userFields, app)
      return {
        ...shared,
        ...emailAccount(provider, email, owner),
        claim: {
          kind: 'address',
          owner,
          // A real sign-in shows the earlier logins of a user with an unverified e-mail address. The test user chooses to remove them.
          ...(owner && { earlierLogins: { userId: String(owner.id), choice: 'remove' } }),
        },
        verifiedEmail: email,
      }
    }
    case 'webauthn':
      return { ...shared, ...(await passkeyIdentity(identified, userFields, provider, app)) }
  }
}

/** Adds the id of the stored user with this e-mail address, so that repeated sign-ins of a test find the same user. */
async function fieldsToStore(
  fields: Partial<AdapterUser>,
  adapter: GuardedAdapter,
): Promise<Partial<AdapterUser>> {
  if (!fields.email) return fields
  const email = lowerCase(fields.email)
  const stored = fields.id === undefined ? await adapter.getUserByEmail(email) : null
  return { ...fields, email, ...(stored && { id: stored.id }) }
}

function providerOf(id: string | undefined, providers: readonly Provider[]): Provider {
  const found = id === undefined ? providers[0] : providers.find((each) => each.id === id)
  if (found) return found
  const ids = providers.map((each) => `'${each.id}'`).join(', ')
  throw new AuthError(`The configuration has no provider '${id}'. Name one of ${ids}.`)
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
 * Updates the user of the account. If the account has none, it is linked to the stored user with the test's id or e-mail address. Without
 * such a user, the sign-in stores a new one.
 */
async function storeAccount(
  user: IdentifiedUser,
  link: Account,
  { id, ...fields }: Partial<AdapterUser>,
  adapter: GuardedAdapter,
): Promise<void> {
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  const stored = owner ?? (id === undefined ? null : await findUser(user.id, adapter))
  if (!stored) return
  if (!owner) await adapter.linkAccount({ ...link, userId: stored.id })
  await updated(stored, fields, adapter)
}

/** A sign-in by mail stores only the e-mail address of a new user. So a new user with other fields is stored here. */
async function ownerOf(
  email: string,
  identified: IdentifiedUser,
  { id: _, ...fields }: Partial<AdapterUser>,
  { adapter, clock }: App,
): Promise<AdapterUser | null> {
  if (!adapter) return null
  const owner = await adapter.getUserByEmail(email)
  if (owner) return updated(owner, { ...fields, email }, adapter)
  const hasOtherFields = Object.keys(fields).some((name) => name !== 'email')
  return hasOtherFields
    ? adapter.createUser({ emailVerified: new Date(clock()), ...identified, email })
    : null
}

/** The application stores the user of a sign-in form before they can sign in. */
async function storedUser(
  identified: IdentifiedUser,
  { id, ...fields }: Partial<AdapterUser>,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  const stored =
    (id === undefined ? null : await findUser(identified.id, adapter)) ??
    (fields.email ? await adapter.getUserByEmail(fields.email) : null)
  if (stored) return updated(stored, fields, adapter)
  return adapter.createUser({ emailVerified: null, ...identified, email: fields.email ?? null })
}

/** A database may throw for an id of another type. */
async function findUser(id: string, adapter: GuardedAdapter): Promise<AdapterUser | null> {
  const user = await adapter.getUser(id).catch(() => null)
  return user && sameId(user.id, id) ? user : null
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
  identified: IdentifiedUser,
  userFields: Partial<AdapterUser>,
  provider: ProviderOf<'webauthn'>,
  { adapter }: App,
) {
  if (!adapter) throw new AuthError('A passkey needs an adapter: call .adapter() before .build().')
  const credentialID = btoa(encodeURIComponent(identified.id))
  const account = accountAt(provider, credentialID)
  const { id: _, ...fields } = userFields
  const owner = await adapter.getUserByAccount({ provider: provider.id, providerAccountId: credentialID })
  // A sign-up stores only the e-mail address. So a user with other fields is stored here.
  const hasOtherFields = Object.keys(fields).some((name) => name !== 'email')
  const stored =
    (await findUser(identified.id, adapter)) ??
    (hasOtherFields && !owner
      ? await adapter.createUser({ emailVerified: null, ...identified, email: fields.email ?? null })
      : null)
  const authenticator = {
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: credentialID,
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: null,
  }
  if (stored && !owner) {
    await adapter.linkAccount({ ...account, userId: stored.id })
    await adapter.createAuthenticator({ ...authenticator, userId: stored.id })
  }
  const existing = owner ?? stored
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
