import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../../../adapters/contract.js'
import { asError } from '../../core/base/as-error.js'
import { unusableProviders } from '../../core/config/unusable-providers.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import { accountAdapter } from './account-adapter.js'

export interface StoredPasskey {
  readonly authenticator: AdapterAuthenticator
  readonly account: AdapterAccount
}

export interface StoredMethods {
  /** May include accounts of providers that were removed from the configuration. */
  readonly accounts: readonly AdapterAccount[]
  readonly passkeys: readonly StoredPasskey[]
}

/**
 * Returns the accounts and passkeys of a user. Passkeys without an account are left out. Without a passkey
 * provider, all passkeys are left out.
 */
export async function storedMethods(userId: string, app: App): Promise<StoredMethods> {
  const adapter = accountAdapter(app)
  const [rows, authenticators] = await Promise.all([
    adapter.listAccountsByUserId(userId),
    adapter.has('listAuthenticatorsByUserId') && hasPasskeys(app)
      ? adapter.listAuthenticatorsByUserId(userId)
      : [],
  ])
  const ownRows = rows.filter((row) => sameId(row.userId, userId))
  return {
    accounts: ownRows.filter(({ type }) => type === 'oauth' || type === 'oidc').sort(byKey),
    passkeys: authenticators.flatMap((authenticator) => {
      const account = ownRows.find(
        ({ type, providerAccountId }) =>
          type === 'webauthn' && providerAccountId === authenticator.providerAccountId,
      )
      return account && sameId(authenticator.userId, userId) ? [{ authenticator, account }] : []
    }),
  }
}

export function isOffered({ provider, type }: AdapterAccount, app: App): boolean {
  const providerType = app.get(unusableProviders).has(provider)
    ? undefined
    : app.providers.get(provider)?.type
  if (type === 'webauthn') return providerType === 'webauthn'
  return providerType === 'oauth' || providerType === 'oidc'
}

/**
 * Returns the number of ways in which the user can sign in. An e-mail provider counts only if the user's
 * e-mail address is verified, because a mail to another e-mail address may reach another person.
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
    if (app.get(unusableProviders).has(provider.id)) continue
    if (provider.type === 'email' && user.email && user.emailVerified) count++
    if (provider.type === 'password' && user.email) {
      if (await accountAdapter(app).getPassword({ userId: user.id, tenant: app.tenant ?? '' })) count++
    }
    if (provider.type !== 'credentials' || !provider.hasCredentials) continue
    try {
      if ((await provider.hasCredentials(user)) === true) count++
    } catch (error) {
      app.logger.error(asError(error))
    }
  }
  return count
}

export function hasPasskeys({ providers }: App): boolean {
  return [...providers.values()].some(({ type }) => type === 'webauthn')
}

/** Sorts accounts by provider and account id, because adapters return them in any order. */
function byKey(one: AdapterAccount, other: AdapterAccount): number {
  const [first, second] = [one, other].map(({ provider, providerAccountId }) =>
    JSON.stringify([provider, providerAccountId]),
  )
  return (first ?? '') < (second ?? '') ? -1 : 1
}
