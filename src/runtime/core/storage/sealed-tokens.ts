import type { AccountUpdate, AdapterAccount } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'
import { lazily } from '../../../model/lazily.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { setNewest } from '../base/set-newest.js'
import { type AccountScope, accountName } from './account-names.js'
import { type AccountTokenCipher, accountTokenCipher } from './account-token-cipher.js'
import { leaseIn, type TokenLease, withoutLease } from './row-lease-format.js'

export interface TokenSealing {
  /** `'plain'` stores tokens unencrypted, like other libraries. */
  readonly form: 'sealed' | 'plain'
  readonly secrets: readonly string[]
  readonly providers: () => ReadonlyMap<string, Provider>
  readonly scope: AccountScope
}

export interface SealedTokens {
  readonly form: TokenSealing['form']
  seal<Update extends AccountUpdate>(account: Update): Awaitable<Update>
  /**
   * Returns plaintext tokens. Omits tokens that cannot be opened, or are not in `names`. Default of `names`:
   * all tokens.
   */
  open(account: AdapterAccount, names?: readonly TokenField[]): Promise<AdapterAccount>
  leaseOf(account: AdapterAccount): Promise<TokenLease | undefined>
}

const MAX_OPENED = 200

export type TokenField = 'access_token' | 'refresh_token' | 'id_token'

const fields: readonly TokenField[] = ['access_token', 'refresh_token', 'id_token']

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

type TokenPlace = readonly [provider: string, account: string, field: TokenField]

export function sealedTokens({ form, secrets, providers, scope }: TokenSealing): SealedTokens {
  const cipher = lazily(() => accountTokenCipher(secrets))
  const openToken = cachedTokens()
  const nameOf = ({ provider }: Pick<AdapterAccount, 'provider'>): Promise<string> =>
    accountName(provider, providers(), scope)

  const openField = async (account: AdapterAccount, field: TokenField): Promise<string | undefined> => {
    const stored = account[field]
    if (typeof stored !== 'string') return undefined
    return openToken(stored, [await nameOf(account), account.providerAccountId, field], await cipher())
  }

  return {
    form,
    async seal(account) {
      if (form === 'plain') return account
      const [{ seal }, name] = await Promise.all([cipher(), nameOf(account)])
      const sealed: Partial<Record<TokenField, string>> = {}
      for (const field of fields) {
        const token = account[field]
        if (typeof token === 'string')
          sealed[field] = await seal(token, [name, account.providerAccountId, field])
      }
      return { ...account, ...sealed }
    },
    async open(account, names = fields) {
      const opened: Writable<AdapterAccount> = { ...account }
      for (const field of fields) {
        if (opened[field] === undefined || opened[field] === null) continue
        const token = names.includes(field) ? await openField(account, field) : undefined
        opened[field] = field === 'refresh_token' ? token && withoutLease(token) : token
      }
      return opened
    },
    async leaseOf(account) {
      const token = await openField(account, 'refresh_token')
      return token === undefined ? undefined : leaseIn(token)
    },
  }
}

/**
 * Returns a function that opens tokens and caches them, because decrypting a token takes longer than reading
 * its row.
 */
function cachedTokens(): (
  stored: string,
  place: TokenPlace,
  cipher: AccountTokenCipher,
) => Promise<string | undefined> {
  const opened = new Map<string, { readonly place: TokenPlace; readonly token: string }>()
  return async (stored, place, { open }) => {
    const cached = opened.get(stored)
    // The cache must not open a sealed value that was copied into another row.
    if (cached?.place.every((part, index) => part === place[index])) return cached.token
    const token = await open(stored, place)
    const [, , field] = place
    // Refresh tokens are not cached, because many of them are used only once.
    if (token === undefined || token === stored || field === 'refresh_token') return token
    setNewest(opened, MAX_OPENED, stored, { place, token })
    return token
  }
}
