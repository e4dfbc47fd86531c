import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../../../adapters/contract.js'
import { MissingAdapter, MissingAdapterMethods } from '../../../errors.js'
import { asError } from '../../core/base/as-error.js'
import type { App } from '../../core/lifetimes.js'
import { sameId } from '../../core/login/identity.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

/** A passkey with the account that it signs in with. */
export interface StoredPasskey {
  readonly authenticator: AdapterAuthenticator
  readonly account: AdapterAccount
}

/** The stored sign-in methods of a user. */
export interface StoredMethods {
  /** Accounts of OAuth and OpenID Connect, those of providers that the configuration no longer has among them. */
  readonly accounts: readonly AdapterAccount[]
  readonly passkeys: readonly StoredPasskey[]
}

/** The adapter. Throws `MissingAdapter` if there is none, and `MissingAdapterMethods` if it cannot list accounts. */
export function accountAdapter({ adapter }: Pick<App, 'adapter'>): GuardedAdapter {
  if (!adapter) throw new MissingAdapter('Accounts of users are stored by an adapter: call .adapter().')
  if (adapter.has('listAccountsByUserId')) return adapter
  throw new MissingAdapterMethods('The adapter lacks the method `listAccountsByUserId`, which accounts need.')
}

/** The accounts and passkeys of a user. A passkey whose account was unlinked is left out. */
export async function storedMethods(userId: string, app: App): Promise<StoredMethods> {
  const adapter = accountAdapter(app)
  const [rows, authenticators] = await Promise.all([
    adapter.listAccountsByUserId(userId),
    adapter.has('listAuthenticatorsByUserId') && hasPasskeys(app)
      ? adapter.listAuthenticatorsByUserId(userId)
      : [],
  ])
  const own = rows.filter((row) => sameId(row.userId, userId))
  return {
    accounts: own.filter(({ type }) => type === 'oauth' || type === 'oidc').sort(byKey),
    passkeys: authenticators.flatMap((authenticator) => {
      const account = own.find(
        ({ type, providerAccountId }) =>
          type === 'webauthn' && providerAccountId === authenticator.providerAccountId,
      )
      return account && sameId(authenticator.userId, userId) ? [{ authenticator, account }] : []
    }),
  }
}

/** Whether the configuration signs in with this account. */
export function isOffered({ provider, type }: AdapterAccount, app: App): boolean {
  const offered = app.providers.get(provider)?.type
  return type === 'webauthn' ? offered === 'webauthn' : offered === 'oauth' || offered === 'oidc'
}

/**
 * How many sign-in methods a user has that the configuration offers. An address counts where the user has shown that it is theirs:
 * mails to any other one may reach another person, or none. A credentials provider counts where it says that it knows the user.
 */
export async function countMethods(
  user: AdapterUser,
  { accounts, passkeys }: StoredMethods,
  app: App,
): Promise<number> {
  const offered = [...accounts, ...passkeys.map(({ account }) => account)].filter((account) =>
    isOffered(account, app),
  )
  let count = offered.length
  for (const provider of app.providers.values()) {
    if (provider.type === 'email' && user.email && user.emailVerified) count++
    if (provider.type !== 'credentials' || !provider.hasCredentials) continue
    try {
      if ((await provider.hasCredentials(user)) === true) count++
    } catch (error) {
      app.logger.error(asError(error))
    }
  }
  return count
}

function hasPasskeys({ providers }: App): boolean {
  return [...providers.values()].some(({ type }) => type === 'webauthn')
}

/** Adapters return them in no order. */
function byKey(one: AdapterAccount, other: AdapterAccount): number {
  const [first, second] = [one, other].map(({ provider, providerAccountId }) =>
    JSON.stringify([provider, providerAccountId]),
  )
  return (first ?? '') < (second ?? '') ? -1 : 1
}
