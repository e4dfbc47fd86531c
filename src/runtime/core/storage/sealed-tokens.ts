import { contentCipher } from '#crypto'
import type { AdapterAccount } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { encodeBase64url, isBase64url } from '../crypto/base64url.js'
import { deriveKey, jwkThumbprint } from '../crypto/keys.js'
import type { ContentCipher } from '../crypto/platform-crypto.js'
import { type AccountScope, accountName } from './account-keys.js'

/** What the tokens of accounts are sealed with. */
export interface TokenSealing {
  /** `'plain'` stores them as other libraries do. */
  readonly form: 'sealed' | 'plain'
  readonly secrets: readonly string[]
  readonly providers: () => ReadonlyMap<string, Provider>
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
    loading ??= accountTokenCipher(secrets).catch((error: unknown) => {
      // The next call tries again.
      loading = undefined
      throw error
    })
    return loading
  }
  /** Tokens that were opened last, by the stored value: to decrypt them takes longer than to read the row. */
  const opened = new Map<string, { readonly place: readonly string[]; readonly token: string }>()
  /** Where a token of the account is stored, by its column. */
  const placesOf = async ({
    provider,
    providerAccountId,
  }: AdapterAccount): Promise<(field: TokenField) => readonly string[]> => {
    const name = await accountName(provider, providers(), scope)
    return (field) => [name, providerAccountId, field]
  }

  const openField = async (
    account: AdapterAccount,
    field: TokenField,
    { open }: AccountTokenCipher,
    place: (field: TokenField) => readonly string[],
  ): Promise<string | undefined> => {
    const stored = account[field]
    if (typeof stored !== 'string') return undefined
    const known = opened.get(stored)
    const at = place(field)
    // The place is a part of what is authenticated: a value that was copied into another row does not open there.
    if (known?.place.every((part, index) => part === at[index])) return known.token
    const token = await open(stored, at)
    // A refresh token is opened where it is used, which is once.
    if (token === undefined || token === stored || field === 'refresh_token') return token
    const [oldest] = opened.size < MAX_OPENED ? [] : opened.keys()
    if (oldest !== undefined) opened.delete(oldest)
    opened.set(stored, { place: at, token })
    return token
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
        const token = names.includes(field) ? await openField(account, field, sealing, place) : undefined
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

/** Encrypts the tokens of providers where they are stored. */
export interface AccountTokenCipher {
  /**
   * Encrypts a token with the first secret.
   *
   * @param place - Where it is stored. It opens in no other place.
   */
  seal(token: string, place: readonly string[]): Awaitable<string>
  /**
   * The token in clear; `undefined` where it was sealed with another secret, or for another place. A value that is not sealed is
   * returned as it stands.
   */
  open(stored: string, place: readonly string[]): Awaitable<string | undefined>
}

/** What a sealed value begins with. No token of a provider is stored without it, so none can pretend to be sealed. */
const MARK = 'authwright.1'

/** Mark, key id, initialization vector, ciphertext and tag, with dots between them. */
const SEALED = /^authwright\.1\.([\w-]{16})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/

/** Characters of the thumbprint that distinguish a handful of keys: 96 bits. */
const KEY_ID_LENGTH = 16

interface NamedCipher {
  readonly id: string
  readonly cipher: ContentCipher
}

/**
 * A256GCM with a key of each secret. The place is authenticated with the ciphertext, so that a value that is copied into
 * another row, or another column, does not open there.
 *
 * @param secrets - The first seals; each opens what was sealed with it.
 * @see https://www.rfc-editor.org/rfc/rfc5116.html#section-5.2
 */
async function accountTokenCipher(secrets: readonly string[]): Promise<AccountTokenCipher> {
  const ciphers = await Promise.all(secrets.map(namedCipher))
  const byId = new Map(ciphers.map(({ id, cipher }) => [id, cipher]))
  // There is a first secret.
  const [newest] = ciphers as [NamedCipher]
  return {
    async seal(token, place) {
      return `${MARK}.${newest.id}.${await newest.cipher.encrypt(headerOf(newest.id, place), token)}`
    },
    open(stored, place) {
      if (!stored.startsWith(`${MARK}.`)) return stored
      const { 1: id = '', 2: iv = '', 3: ciphertext = '', 4: tag = '' } = SEALED.exec(stored) ?? []
      if (![iv, ciphertext, tag].every(isBase64url)) return undefined
      return byId.get(id)?.decrypt(headerOf(id, place), iv, ciphertext, tag)
    },
  }
}

async function namedCipher(secret: string): Promise<NamedCipher> {
  const bytes = await deriveKey(secret, ['seal', 'account token'])
  const id = (await jwkThumbprint(bytes)).slice(0, KEY_ID_LENGTH)
  return { id, cipher: await contentCipher('A256GCM', bytes) }
}

/** ASCII, as ciphers take it. */
function headerOf(id: string, place: readonly string[]): string {
  return `${MARK}.${id}.${encodeBase64url(new TextEncoder().encode(JSON.stringify(place)))}`
}
