import type { AdapterAuthenticator, AdapterUser } from '../../../adapters/contract.js'
import type { AuthSpec } from '../../../builder/auth-spec.js'
import { InvalidRequest } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { IdentifiedUser, Profile } from '../../../model/user.js'
import { parseJson } from '../base/json.js'
import { redactErrors } from '../config/logger.js'
import type { Settings } from '../config/settings.js'

export interface Identity {
  readonly provider: string
  /** `id` is the provider's id of the user. */
  readonly user: IdentifiedUser
  readonly account: Account
  readonly claim: Claim
  readonly profile?: Profile
  readonly credentials?: unknown
  /** The e-mail address of `user`, if the user has verified it by a mail or at the provider. Otherwise `null`. */
  readonly verifiedEmail: string | null
  /** The issuer of the ID token, or otherwise of the provider. */
  readonly issuer?: string | undefined
  /** The result of `EndedProviderSessions.mark`, if the provider can end the session. */
  readonly mark?: string | undefined
  /** Latest end of the session, in seconds since 1970. */
  readonly end?: number | undefined
  readonly state?: unknown
}

/** The key by which a login finds its user. */
export type Claim =
  | AccountClaim
  | AddressClaim
  | NewUserClaim
  | PasskeyClaim
  | PasswordClaim
  | { readonly kind: 'none' }

/** An account at a provider. */
export interface AccountClaim {
  /** Marks a login that finds its user by a linked account. */
  readonly kind: 'account'
  /** The stored form of the account, for linking. */
  readonly link: Account
  /** Whether an equal e-mail address is enough to link the account to an existing user. */
  readonly linksByEmail: boolean
}

/** An e-mail address that the user has verified. No account is linked. */
export interface AddressClaim {
  /** Marks a login that finds its user by a verified e-mail address. */
  readonly kind: 'address'
  /** The stored user with the e-mail address, or `null`. Default: the login reads the user. */
  readonly owner?: AdapterUser | null
  /** A password hash to store for the user after the session has started. */
  readonly passwordHash?: string
  /** The id of the sign-up link, which becomes invalid once the password is stored. */
  readonly signUpLinkId?: string
  /** Additional columns, if the login stores a new user. */
  readonly columns?: Readonly<Record<string, unknown>>
  /**
   * The user's decision about earlier logins. If the e-mail address of an existing user was not verified
   * before, a login without this decision is refused.
   */
  readonly earlierLogins?: EarlierLoginsDecision | undefined
}

/**
 * A new user with an unverified e-mail address. The login is refused with `AccountNotLinked` if another user
 * has this e-mail address.
 */
export interface NewUserClaim {
  /** Marks a sign-up that never signs in an existing user. */
  readonly kind: 'newUser'
  /** A password hash to store for the user after the session has started. */
  readonly passwordHash: string
  /** Additional columns of the user. */
  readonly columns: Readonly<Record<string, unknown>>
}

/** The decision about a user's earlier logins. */
export interface EarlierLoginsDecision {
  /** The id of the user who decided. The decision has no effect for another user. */
  readonly userId: string
  /** Whether the user keeps the earlier logins or removes them. */
  readonly choice: 'keep' | 'remove'
  /** The removed logins, for the mail to the owner. */
  readonly removed?: RemovedLogins | undefined
}

/** Logins that are removed when an e-mail address is first verified. */
export interface RemovedLogins {
  /** Provider names of the accounts and passkeys. */
  readonly providers: readonly string[]
  /** Whether the user had a password, or may have had one in the application's own storage. */
  readonly password: boolean
}

/** A passkey that was created, or used to sign in. */
export interface PasskeyClaim {
  /** Marks a login that finds its user by a passkey. */
  readonly kind: 'passkey'
  /** The stored form of the passkey's account, for linking. */
  readonly link: Account
  /** The verified response of the authenticator: a new passkey to store, or the use of a stored passkey. */
  readonly credential: CredentialOutcome
}

/** The stored password of `user`, who is a stored user. */
export interface PasswordClaim {
  /** Marks a login with the stored password of a user. */
  readonly kind: 'password'
  /**
   * The `epoch` of the verified password: a random value that changes whenever the password changes. If it has
   * changed since, the login is refused.
   */
  readonly epoch: string
}

/** A passkey to be stored for its user. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>

/** The result of a WebAuthn ceremony. */
export type CredentialOutcome =
  | { readonly kind: 'made'; readonly authenticator: NewAuthenticator }
  | {
      readonly kind: 'used'
      readonly credentialID: string
      /** The user at the time of registration. */
      readonly userId: string
      /** The new signature counter of the passkey, if it changed. */
      readonly count: number | undefined
    }

/** Whether two ids are equal as strings. Some databases use numeric ids. */
export function sameId(one: unknown, other: unknown): boolean {
  return String(one) === String(other)
}

export function stateOf(
  { state }: Pick<Identity, 'state'>,
  { spec }: { readonly spec: Pick<AuthSpec, 'flow'> },
): { readonly state?: unknown } {
  return spec.flow ? { state } : {}
}

/** The data is part of links and of a cookie. Browsers limit a cookie to 4,096 bytes. */
const MAX_DATA_BYTES = 1_000

/**
 * Returns the `state` of a sign-in, validated with the schema of `.flow({ data })`.
 *
 * @param sent - JSON, or a string of JSON, as in a form field.
 */
export async function flowData(sent: unknown, { spec }: Pick<Settings, 'spec'>): Promise<unknown> {
  const schema = spec.flow?.data['~standard']
  if (!schema || sent === undefined || sent === null || sent === '') return undefined
  const data = parseData(typeof sent === 'string' ? sent : toJson(sent))
  const result = await redactErrors(
    () => schema.validate(data),
    () => [data],
  )
  if (result.issues)
    throw new InvalidRequest('The `state` of the sign-in does not match the schema of `.flow({ data })`.')
  return parseData(JSON.stringify(result.value) ?? 'null')
}

function toJson(data: unknown): string {
  try {
    return JSON.stringify(data)
  } catch {
    throw new InvalidRequest('The `state` of the sign-in cannot be converted to JSON.')
  }
}

function parseData(json: string): unknown {
  if (new TextEncoder().encode(json).length > MAX_DATA_BYTES) {
    throw new InvalidRequest(
      `The \`state\` of the sign-in is too long: as JSON it has more than ${MAX_DATA_BYTES} bytes.`,
    )
  }
  try {
    return parseJson(json)
  } catch {
    throw new InvalidRequest('The `state` of the sign-in is not JSON.')
  }
}

/**
 * Changes ASCII letters to lower case, and no others. The lower case of U+212A (Kelvin sign) is `k`, so the
 * result could be the e-mail address of another user.
 */
export function lowerCase(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
