import type { AdapterAuthenticator, AdapterUser } from '../../../adapters/contract.js'
import type { AuthSpec } from '../../../builder/spec.js'
import { InvalidRequest } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { IdentifiedUser, Profile } from '../../../model/user.js'
import type { Settings } from '../config/settings.js'

/** The result of every flow: who the user is, and by which provider. */
export interface Identity {
  readonly provider: string
  /** The user as the provider describes them; `id` is the provider's id of the person. */
  readonly user: IdentifiedUser
  readonly account: Account
  readonly claim: Claim
  readonly profile?: Profile
  /** What a sign-in form sent, for `callbacks.signIn`. */
  readonly credentials?: unknown
  /** The e-mail address of `user`, if the user has proven that it is theirs: by a mail, or to the provider. Nothing else proves one. */
  readonly verifiedEmail: string | null
  /** The issuer of the ID token, or else of the provider. */
  readonly issuer?: string | undefined
  /** The mark of the session at the provider, where the provider ends sessions. */
  readonly mark?: string | undefined
  /** When the session must end at the latest, in seconds since 1970. */
  readonly end?: number | undefined
  /** The data of the sign-in, as returned by `.flow({ data })`. */
  readonly state?: unknown
}

/** What identifies the user of a login. */
export type Claim =
  | AccountClaim
  | AddressClaim
  | NewUserClaim
  | PasskeyClaim
  | PasswordClaim
  | { readonly kind: 'none' }

/** An account at a provider. */
export interface AccountClaim {
  readonly kind: 'account'
  /** What is stored of the account when it is linked. */
  readonly link: Account
  /** Whether the e-mail address alone may link the account to a user who signed in another way before. */
  readonly linksByEmail: boolean
}

/** An e-mail address that the user has shown to be theirs. No account is linked. */
export interface AddressClaim {
  readonly kind: 'address'
  /** The stored user with the address, where they were just read. Default: they are read. */
  readonly owner?: AdapterUser | null
  /** The hash of a password to store for the user, once the session has started. */
  readonly passwordHash?: string
  /** Further columns of a new user. `user` may be a stored one, who is deleted while the login is pending. */
  readonly columns?: Readonly<Record<string, unknown>>
  /**
   * What becomes of the earlier logins of a stored user whose address was not verified. The user chose to remove them from a page that lists
   * them, or has typed their password in the same request. Without it, or for another user, the login is refused.
   */
  readonly earlierLogins?: EarlierLoginsDecision | undefined
}

/** A new user with an e-mail address that is not proven. Refused with `AccountNotLinked` if a user has the address. */
export interface NewUserClaim {
  readonly kind: 'newUser'
  /** The hash of a password to store for the user, once the session has started. */
  readonly passwordHash: string
  /** Further columns of the user. */
  readonly columns: Readonly<Record<string, unknown>>
}

/** What becomes of the earlier logins of a user. */
export interface EarlierLoginsDecision {
  readonly userId: string
  readonly choice: 'keep' | 'remove'
  /** What is removed, for the mail to the owner. */
  readonly removed?: RemovedLogins | undefined
}

/** Logins that the first proof of an e-mail address removes. */
export interface RemovedLogins {
  /** Names of the providers of accounts and passkeys. */
  readonly providers: readonly string[]
  /** Whether the user had a password, or may have had one that the application stores. */
  readonly password: boolean
}

/** A passkey. */
export interface PasskeyClaim {
  readonly kind: 'passkey'
  readonly link: Account
  readonly credential: CredentialOutcome
}

/** The stored password of `user`, which is a stored user. */
export interface PasswordClaim {
  readonly kind: 'password'
  /** The epoch of the password that was verified. Once it has another, the login is refused, also one that was pending. */
  readonly epoch: string
}

/** A passkey to be stored for its user. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>

/** What a WebAuthn ceremony did. */
export type CredentialOutcome =
  | { readonly kind: 'made'; readonly authenticator: NewAuthenticator }
  | {
      readonly kind: 'used'
      readonly credentialID: string
      /** Whose it was when it was registered. */
      readonly userId: string
      /** How often it has been used, as it says itself, where that changed. */
      readonly count: number | undefined
    }

/** Whether two ids are those of one row. Some databases count their users, and some compare loosely what we do not. */
export function sameId(one: unknown, other: unknown): boolean {
  return String(one) === String(other)
}

/** Whether an id is what `String()` makes of a missing or wrong one: the users of such a profile or row would be one. */
export function isMissingId(id: string): boolean {
  return /^(?:undefined|null|NaN|-?Infinity|\[object .*\])$/.test(id)
}

/** What the sign-in was started with, for callbacks and listeners of a configuration that says what that is. */
export function stateOf(
  { state }: Pick<Identity, 'state'>,
  { spec }: { readonly spec: Pick<AuthSpec, 'flow'> },
): { readonly state?: unknown } {
  return spec.flow ? { state } : {}
}

/** The longest data of a flow as JSON, in bytes: a browser keeps 4,096 of a cookie, and a link carries it too. */
const MAX_DATA = 1_000

/**
 * The data that a sign-in was started with, as the schema of `.flow({ data })` returns it; `undefined` where there is none, or no schema. Throws
 * `InvalidRequest` for data that is too long, or does not match.
 *
 * @param given - What the application passed to `signIn`, or what a browser sent: JSON, or its text in the field of a form.
 */
export async function flowData(given: unknown, { spec }: Pick<Settings, 'spec'>): Promise<unknown> {
  const schema = spec.flow?.data['~standard']
  if (!schema || given === undefined || given === null || given === '') return undefined
  const result = await schema.validate(copied(typeof given === 'string' ? given : JSON.stringify(given)))
  if (result.issues)
    throw new InvalidRequest('The `state` of the sign-in does not match the schema of `.flow({ data })`.')
  return copied(JSON.stringify(result.value) ?? 'null')
}

/** A value of JSON without members named `__proto__`, which code that copies members would take for a prototype. */
function copied(json: string): unknown {
  if (new TextEncoder().encode(json).length > MAX_DATA) {
    throw new InvalidRequest(
      `The \`state\` of the sign-in is too long: as JSON it has more than ${MAX_DATA} bytes.`,
    )
  }
  try {
    return JSON.parse(json, (name, value: unknown) => (name === '__proto__' ? undefined : value))
  } catch {
    throw new InvalidRequest('The `state` of the sign-in is not JSON.')
  }
}

/**
 * An address with its ASCII letters in lower case. Other letters stay: in lower case they may be those of another
 * user's address, as U+212A (the sign for kelvin) becomes `k`.
 */
export function lowerCase(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
