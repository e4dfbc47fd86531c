import type { AdapterAccount } from '../../adapters/contract.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { isPromise, whenKnown } from '../base/awaitable.js'
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
   *
   * @param names - The tokens that are opened; the others are left out. Default: all.
   */
  open(account: AdapterAccount, names?: readonly TokenField[]): Promise<AdapterAccount>
  /** The lease that is sealed with the refresh token of a stored account. */
  leaseOf(account: AdapterAccount): Promise<TokenLease | undefined>
  /** A refresh token with a lease, to be sealed. `open` returns it without. */
  withLease(refreshToken: string, lease: TokenLease): string
}

/** No refresh token has U+0000 in it. @see https://www.rfc-editor.org/rfc/rfc6749.html#appendix-A.17 */
const LEASED = /\0(\d{1,15})[.]([\w-]{16})$/

/** How many opened tokens are cached. */
const MAX_OPENED = 200

/** A column with a token. */
export type TokenField = 'access_token' | 'refresh_token' | 'id_token'

const fields: readonly TokenField[] = ['access_token', 'refresh_token', 'id_token']

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

export function accountTokens({ form, secrets, providers, scope }: TokenSealing): AccountTokens {
  let loading: Promise<AccountTokenCipher> | undefined
  const cipher = (): Promise<AccountTokenCipher> => {
    loading ??= import('../crypto/account-token-cipher.js').then(({ accountTokenCipher }) =>
      accountTokenCipher(secrets),
    )
    return loading
  }
  /** Tokens that were opened last, by the stored value: to decrypt them takes longer than to read the row. */
  const opened = new Map<string, { readonly place: readonly string[]; readonly token: string }>()
  /** Where a token of the account is stored, by its column. */
  const placesOf = async ({
    provider,
    providerAccountId,
  }: AdapterAccount): Promise<(field: TokenField) => readonly string[]> => {
    const name = await accountName(provider, providers, scope)
    return (field) => [name, providerAccountId, field]
  }

  const openField = (
    account: AdapterAccount,
    field: TokenField,
    { open }: AccountTokenCipher,
    place: (field: TokenField) => readonly string[],
  ): Awaitable<string | undefined> => {
    const stored = account[field]
    if (typeof stored !== 'string') return undefined
    const known = opened.get(stored)
    const at = place(field)
    // The place is a part of what is authenticated: a value that was copied into another row does not open there.
    if (known?.place.every((part, index) => part === at[index])) return known.token
    return whenKnown(open(stored, at), (token) => {
      // A refresh token is opened where it is used, which is once.
      if (token === undefined || token === stored || field === 'refresh_token') return token
      const [oldest] = opened.size < MAX_OPENED ? [] : opened.keys()
      if (oldest !== undefined) opened.delete(oldest)
      opened.set(stored, { place: at, token })
      return token
    })
  }

  return {
    form,
    async seal(account) {
      if (form === 'plain') return account
      const [{ seal }, place] = await Promise.all([cipher(), placesOf(account)])
      const sealed: Writable<AdapterAccount> = { ...account }
      for (const field of fields) {
        const token = account[field]
        if (typeof token === 'string') sealed[field] = await seal(token, place(field))
      }
      return sealed
    },
    async open(account, names = fields) {
      const [sealing, place] = await Promise.all([cipher(), placesOf(account)])
      const clear: Writable<AdapterAccount> = { ...account }
      for (const field of fields) {
        if (clear[field] === undefined || clear[field] === null) continue
        const opening = names.includes(field) ? openField(account, field, sealing, place) : undefined
        const token = isPromise(opening) ? await opening : opening
        clear[field] = field === 'refresh_token' ? token?.replace(LEASED, '') : token
      }
      return clear
    },
    async leaseOf(account) {
      const token = await openField(account, 'refresh_token', await cipher(), await placesOf(account))
      const { 1: until, 2: holder } = LEASED.exec(token ?? '') ?? []
      return until === undefined || holder === undefined ? undefined : { until: Number(until), holder }
    },
    withLease: (refreshToken, { until, holder }) => `${refreshToken}\0${until}.${holder}`,
  }
}
