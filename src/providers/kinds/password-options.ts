import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../../model/awaitable.js'
import type { CredentialField, CredentialFields } from './credentials.js'
import type { VerificationRequest } from './email.js'

export interface PasswordMail extends Omit<VerificationRequest, 'code' | 'provider' | 'token'> {}

/**
 * Functions that hash passwords instead of the built-in Argon2id.
 *
 * @example
 * ```ts
 * declare const argon2: {
 *   hash(password: string): Promise<string>
 *   verify(stored: string, password: string): Promise<boolean>
 * }
 *
 * const hash = {
 *   hash: (password: string) => argon2.hash(password),
 *   verify: (password: string, stored: string) =>
 *     stored.startsWith('$argon2id$') ? argon2.verify(stored, password) : undefined,
 * }
 * ```
 */
export interface OwnHash {
  /** Hashes a password, normalized to Unicode NFKC. Must return 1 to 256 bytes. */
  readonly hash: (password: string) => Awaitable<string>
  /** Whether a password matches a stored hash. Return `undefined` for a hash of another format, which the built-in code then checks. */
  readonly verify: (password: string, stored: string) => Awaitable<boolean | undefined>
  /** Whether to replace a stored hash of this format after its password matched. Default: never. */
  readonly needsRehash?: ((stored: string) => boolean) | undefined
}

/** Rules for new passwords. @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
export interface PasswordPolicy {
  /** The minimum number of characters, counted as Unicode code points. Default: 15. Values below 8 count as 8. */
  readonly minLength?: number | undefined
  /**
   * Whether a new password is looked up in the Pwned Passwords of Have I Been Pwned. Pass a URL such as `https://pwned.example.com/range/`
   * to use another server with the same API. The first five hexadecimal digits of the password's SHA-1 digest are appended to the URL. If
   * there is no response within two seconds, the password is accepted. Default: `false`.
   *
   * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
   */
  readonly breached?: boolean | string | undefined
}

/** The sign-up fields: a Standard Schema, or a record of form fields. */
export type SignUpFields = StandardSchemaV1<object, object> | CredentialFields

export type TypedSignUpFields<Fields extends SignUpFields> =
  Fields extends StandardSchemaV1<infer Typed, object>
    ? { [Name in keyof Typed]: string }
    : { [Name in keyof Fields]: string }

/** Stored values of the fields: the output of the schema. For a record, an empty optional field is `null`. */
export type StoredSignUpFields<Fields extends SignUpFields> =
  Fields extends StandardSchemaV1<object, infer Stored>
    ? Stored
    : { [Name in keyof Fields]: Fields[Name] extends { required: true } ? string : string | null }

/** The form of a sign-up. */
export type SignUpForm<Fields extends SignUpFields = SignUpFields> = {
  /**
   * The fields of a new user besides the e-mail address and the password, stored in the columns of the same names. A record stores strings of
   * at most 1,000 characters. A schema receives strings, and its output is stored.
   */
  readonly fields: Fields
} & (Fields extends StandardSchemaV1<infer Typed, object>
  ? {
      /** How the built-in page shows each field of the schema. Other fields are ignored. */
      readonly form: { readonly [Name in keyof Typed]: CredentialField }
    }
  : unknown)
