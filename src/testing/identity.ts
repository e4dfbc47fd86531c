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

/** The sign-in that a test describes. All fields are optional. */
export interface SignInFields {
  readonly user?: Partial<AdapterUser>
  readonly provider?: string
  readonly tokens?: Partial<TokenSet>
  readonly profile?: object
  readonly credentials?: unknown
  readonly state?: unknown
}

/** A provider by its type. */
type ProviderOf<Type extends Provider['type']> = Extract<Provider, { readonly type: Type }>

/** The identity that the flow of a provider returns once it has proven who the user is. */
export async function identityOf(fields: SignInFields, app: App): Promise<Identity> {
  const provider = providerOf(fields.provider, [...app.providers.values()])
  const { credentials, state } = fields
  const given = await withIdOfEmail(fields.user ?? {}, app)
  const named = { ...given, id: String(given.id ?? crypto.randomUUID()) }
  const shared = { provider: provider.id, ...(state !== undefined && { state }) }
  switch (provider.type) {
    case 'oauth':
    case 'oidc': {
      const identity = { ...shared, ...oauthIdentity(named, fields, provider, app) }
      if (app.adapter) await storeAccount(identity.user, identity.claim.link, given, app.adapter)
      return identity
    }
    case 'credentials':
    case 'password': {
      const user = app.adapter?.has('createUser') ? await storedUser(named, given, app.adapter) : named
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
      const email = lowerCase(given.email ?? `${named.id}@example.com`)
      const owner = await ownerOf(email, named, given, app)
      return {
        ...shared,
        ...emailAccount(provider, email, owner),
        claim: {
          kind: 'address',
          owner,
          // Same as the choice on the page that lists earlier logins of a user with an unverified e-mail
          // address.
          ...(owner && { earlierLogins: { userId: String(owner.id), choice: 'remove' } }),
        },
        verifiedEmail: email,
      }
    }
    case 'webauthn':
      return { ...shared, ...(await passkeyIdentity(named, given, provider, app)) }
  }
}

/** Adds the id of the stored user with the e-mail address, so that a test uses the same user each time. */
async function withIdOfEmail(fields: Partial<AdapterUser>, { adapter }: App): Promise<Partial<AdapterUser>> {
  if (fields.id !== undefined || !fields.email) return fields
  const stored = await adapter?.getUserByEmail(lowerCase(fields.email))
  return stored ? { ...fields, id: stored.id } : fields
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
  named: IdentifiedUser,
  { tokens, profile: given }: SignInFields,
  provider: ProviderOf<'oauth' | 'oidc'>,
  app: App,
) {
  // Without an adapter, the id of a user names the provider as well. A test may write either.
  const prefix = `${provider.id}|`
  const id = named.id.startsWith(prefix) ? named.id.slice(prefix.length) : named.id
  const email = named.email ? lowerCase(named.email) : null
  const user = { ...named, id, email }
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
    ...(named.name && { name: named.name }),
    ...(email && { email, email_verified: true }),
    ...(named.image && { picture: named.image }),
    ...given,
  } as Profile
  const link = storedAccount(provider as ReadyOAuthProvider, account)
  const linksByEmail = email !== null && provider.allowDangerousEmailAccountLinking === true
  const claim = { kind: 'account', link, linksByEmail } as const satisfies Claim
  return { user, account, claim, profile, verifiedEmail: email, issuer: provider.issuer }
}

/** Links the account to the stored user with this id, and updates their fields. A user who is not stored yet is stored by the login. */
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

/** The stored user with an e-mail address. A sign-in by mail stores no other fields of a new user, so one with others is stored before. */
async function ownerOf(
  email: string,
  named: IdentifiedUser,
  { id: _, ...fields }: Partial<AdapterUser>,
  { adapter, clock }: App,
): Promise<AdapterUser | null> {
  if (!adapter) return null
  const owner = await adapter.getUserByEmail(email)
  if (owner) return updated(owner, { ...fields, email }, adapter)
  const isMore = Object.keys(fields).some((name) => name !== 'email')
  return isMore ? adapter.createUser({ emailVerified: new Date(clock()), ...named, email }) : null
}

/** The user of a sign-in form, whom the application stores before they can sign in. */
async function storedUser(
  named: IdentifiedUser,
  { id, ...fields }: Partial<AdapterUser>,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  const stored =
    (id === undefined ? null : await findUser(named.id, adapter)) ??
    (fields.email ? await adapter.getUserByEmail(fields.email) : null)
  if (stored) return updated(stored, fields, adapter)
  return adapter.createUser({ emailVerified: null, ...named, email: fields.email ?? null })
}

/** The stored user with an id. A database may throw for an id of another type. Then there is no such user. */
async function findUser(id: string, adapter: GuardedAdapter): Promise<AdapterUser | null> {
  const user = await adapter.getUser(id).catch(() => null)
  return user && sameId(user.id, id) ? user : null
}

/** A stored user with the fields that the test names. */
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
  named: IdentifiedUser,
  given: Partial<AdapterUser>,
  provider: ProviderOf<'webauthn'>,
  { adapter }: App,
) {
  if (!adapter) throw new AuthError('A passkey needs an adapter: call .adapter() before .build().')
  // Ids of credentials are base64.
  const credentialID = btoa(encodeURIComponent(named.id))
  const account = accountAt(provider, credentialID)
  const { id: _, ...fields } = given
  const owner = await adapter.getUserByAccount({ provider: provider.id, providerAccountId: credentialID })
  // A sign-up stores only the e-mail address, so a user with other fields is stored first.
  const isMore = Object.keys(fields).some((name) => name !== 'email')
  const stored =
    (await findUser(named.id, adapter)) ??
    (isMore && !owner
      ? await adapter.createUser({ emailVerified: null, ...named, email: fields.email ?? null })
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
  const holder = owner ?? stored
  const user = holder ? await updated(holder, fields, adapter) : named
  const claim: Claim = {
    kind: 'passkey',
    link: account,
    credential: holder
      ? { kind: 'used', credentialID, userId: holder.id, count: undefined }
      : { kind: 'made', authenticator },
  }
  return { user, account, claim, verifiedEmail: null }
}
