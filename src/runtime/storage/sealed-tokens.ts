import type { AdapterAccount } from '../../adapters/contract.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { AccountTokenCipher } from '../crypto/account-token-cipher.js'
import { type AccountScope, accountName } from './account-keys.js'

/** What the tokens of accounts are sealed with. */
export interface TokenSealing {
  /** `'plain'` stores them as other libraries do. */
  readonly form: 'sealed' | 'plain'
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly scope: AccountScope
}

/** Which process refreshes the tokens of an account. It is sealed with the refresh token, so that one write changes both. */
export interface TokenLease {
  /** In seconds since 1970. */
  readonly until: number
  readonly holder: string
}

/** The tokens of accounts, as they are stored. */
export interface AccountTokens {
  readonly form: TokenSealing['form']
  /** The account with its tokens in the form that is stored. */
  seal(account: AdapterAccount): Awaitable<AdapterAccount>
  /**
   * A stored account with its tokens in clear, also with those that were stored before they were sealed. A token that cannot be opened is
   * left out: it was sealed with another secret, or for another account.
   */
  open(account: AdapterAccount): Promise<AdapterAccount>
  /** The lease that is sealed with the refresh token of a stored account. */
  leaseOf(account: AdapterAccount): Promise<TokenLease | undefined>
  /** A refresh token with a lease, to be sealed. `open` returns it without. */
  withLease(refreshToken: string, lease: TokenLease): string
}

/** No refresh token has U+0000 in it. @see https://www.rfc-editor.org/rfc/rfc6749.html#appendix-A.17 */
const LEASED = /\0(\d{1,15})[.]([\w-]{16})$/

const fields = ['access_token', 'refresh_token', 'id_token'] as const

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

export function accountTokens({ form, secrets, providers, scope }: TokenSealing): AccountTokens {
  let loading: Promise<AccountTokenCipher> | undefined
  const cipher = (): Promise<AccountTokenCipher> => {
    loading ??= import('../crypto/account-token-cipher.js').then(({ accountTokenCipher }) =>
      accountTokenCipher(secrets),
    )
    return loading
  }
  const placeOf = async (
    { provider, providerAccountId }: AdapterAccount,
    field: string,
  ): Promise<readonly string[]> => [await accountName(provider, providers, scope), providerAccountId, field]

  const openField = async (
    account: AdapterAccount,
    field: (typeof fields)[number],
  ): Promise<string | undefined> => {
    const stored = account[field]
    if (typeof stored !== 'string') return undefined
    return (await cipher()).open(stored, await placeOf(account, field))
  }

  return {
    form,
    async seal(account) {
      if (form === 'plain') return account
      const { seal } = await cipher()
      const sealed: Writable<AdapterAccount> = { ...account }
      for (const field of fields) {
        const token = account[field]
        if (typeof token === 'string') sealed[field] = await seal(token, await placeOf(account, field))
      }
      return sealed
    },
    async open(account) {
      const opened: Writable<AdapterAccount> = { ...account }
      for (const field of fields) {
        if (opened[field] === undefined || opened[field] === null) continue
        const token = await openField(account, field)
        opened[field] = field === 'refresh_token' ? token?.replace(LEASED, '') : token
      }
      return opened
    },
    async leaseOf(account) {
      const { 1: until, 2: holder } = LEASED.exec((await openField(account, 'refresh_token')) ?? '') ?? []
      return until === undefined || holder === undefined ? undefined : { until: Number(until), holder }
    },
    withLease: (refreshToken, { until, holder }) => `${refreshToken}\0${until}.${holder}`,
  }
}
