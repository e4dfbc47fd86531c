import { contentCipher } from '#crypto'
import type { AdapterAccount } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { encodeBase64url, isBase64url } from '../crypto/base64url.js'
import { deriveKey, jwkThumbprint } from '../crypto/keys.js'
import type { ContentCipher } from '../crypto/platform-crypto.js'
import { type AccountScope, accountName } from './account-keys.js'

/** The parts needed to seal the tokens of accounts. */
export interface TokenSealing {
  /** `'plain'` stores tokens unencrypted, like other libraries. */
  readonly form: 'sealed' | 'plain'
  readonly secrets: readonly string[]
  readonly providers: () => ReadonlyMap<string, Provider>
  readonly scope: AccountScope
}

/**
 * Identifies the process that refreshes the tokens of an account. It is sealed together with the refresh
 * token, so one write changes both.
 */
export interface TokenLease {
  /** In seconds since 1970. */
  readonly until: number
  readonly holder: string
}

/** Seals and opens the stored tokens of accounts. */
export interface AccountTokens {
  readonly form: TokenSealing['form']
  /** Returns the account with its tokens in their stored form. */
  seal(account: AdapterAccount): Awaitable<AdapterAccount>
  /**
   * Returns a stored account with its tokens in plaintext, including tokens that were stored unsealed. A
   * token that cannot be opened is left out: it was sealed with another secret, or for another account.
   *
   * @param names - The tokens to open. Others are left out. Default: all.
   */
  open(account: AdapterAccount, names?: readonly TokenField[]): Promise<AdapterAccount>
  /** The lease that was sealed with the refresh token of a stored account. */
  leaseOf(account: AdapterAccount): Promise<TokenLease | undefined>
  /** Combines a refresh token and a lease for sealing. `open` returns the token without it. */
  withLease(refreshToken: string, lease: TokenLease): string
}

/** Refresh tokens never contain U+0000. @see https://www.rfc-editor.org/rfc/rfc6749.html#appendix-A.17 */
const LEASED = /\0(\d{1,15})[.]([\w-]{16})$/

/** Maximum number of cached tokens. */
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
  /** Recently opened tokens, by stored value. Decrypting takes longer than reading the row. */
  const opened = new Map<string, { readonly place: readonly string[]; readonly token: string }>()
  /** The columns where the tokens of an account are stored. */
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
    // The place is authenticated, so a value that was copied into another row cannot be opened.
    if (known?.place.every((part, index) => part === at[index])) return known.token
    const token = await open(stored, at)
    // Refresh tokens are not cached, because each is used once.
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

/** Encrypts stored provider tokens. */
export interface AccountTokenCipher {
  /**
   * Encrypts a token with the first secret.
   *
   * @param place - Where the token is stored. It can be opened only in the same place.
   */
  seal(token: string, place: readonly string[]): Awaitable<string>
  /**
   * Decrypts a token. Returns `undefined` if it was sealed with another secret or for another place. A value
   * that is not sealed is returned unchanged.
   */
  open(stored: string, place: readonly string[]): Awaitable<string | undefined>
}

/**
 * Prefix of a sealed value. Tokens of providers that begin with it are always sealed, so none can pretend to
 * be sealed.
 */
const MARK = 'authwright.1'

/** Prefix, key id, initialization vector, ciphertext and tag, separated by dots. */
const SEALED = /^authwright\.1\.([\w-]{16})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/

/** Length of the key id, in characters: 96 bits are enough for a handful of keys. */
const KEY_ID_LENGTH = 16

interface NamedCipher {
  readonly id: string
  readonly cipher: ContentCipher
}

/**
 * Encrypts with A256GCM, with one key per secret. The place is authenticated together with the ciphertext,
 * so a value that is copied into another row or column cannot be opened.
 *
 * @param secrets - The first secret seals. All of them open.
 * @see https://www.rfc-editor.org/rfc/rfc5116.html#section-5.2
 */
async function accountTokenCipher(secrets: readonly string[]): Promise<AccountTokenCipher> {
  const ciphers = await Promise.all(secrets.map(namedCipher))
  const byId = new Map(ciphers.map(({ id, cipher }) => [id, cipher]))
  // There is at least one secret.
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

/** ASCII, as ciphers require. */
function headerOf(id: string, place: readonly string[]): string {
  return `${MARK}.${id}.${encodeBase64url(new TextEncoder().encode(JSON.stringify(place)))}`
}
