import type { Awaitable } from '../model/awaitable.js'
import { parseUrl } from '../model/parse-url.js'
import { isProtected } from '../model/protected-url.js'
import { withDefaults } from '../options/with-defaults.js'
import { passwords } from '../runtime/features/passwords/feature.js'
import type { PasswordProvider } from './kinds/password.js'
import type {
  OwnHash,
  PasswordMail,
  PasswordPolicy,
  SignUpFields,
  SignUpForm,
  StoredSignUpFields,
  TypedSignUpFields,
} from './kinds/password-options.js'

export type { PasswordProvider, PasswordTypes } from './kinds/password.js'
export type {
  OwnHash,
  PasswordMail,
  PasswordPolicy,
  SignUpFields,
  SignUpForm,
  StoredSignUpFields,
  TypedSignUpFields,
} from './kinds/password-options.js'

/** Options of {@link password}. */
export interface PasswordOptions<Id extends string = string, Fields extends SignUpFields = {}>
  extends PasswordPolicy {
  /** The id of the provider, used in routes. Default: `'password'`. */
  readonly id?: Id
  /**
   * The name of the provider. If the sign-in page has several credentials forms, the button of the form shows the name. Default:
   * `'Password'`.
   */
  readonly name?: string
  /** Functions that hash passwords, instead of the built-in Argon2id. */
  readonly hash?: OwnHash
  /**
   * Sends the mails of `password()`. Default: the first e-mail provider of the configuration sends them. If `send` throws, the user sees that
   * the e-mail could not be sent, except where that would reveal whether a user exists.
   */
  readonly send?: (mail: PasswordMail) => Awaitable<unknown>
  /**
   * Whether a mail must verify the e-mail address before a sign-up stores anything. Default: `true`. With `false`, users can sign up with
   * another person's e-mail address, and can find out who has an account.
   */
  readonly verify?: boolean
  /** The fields of a sign-up besides the e-mail address and the password, such as a name. Default: none. */
  readonly signUp?: SignUpForm<Fields>
}

/** The result of {@link password} with `verify: false`. */
export interface UnverifiedPasswordProvider<Id extends string, Typed = unknown, Stored = unknown>
  extends PasswordProvider<Id, Typed, Stored> {
  /** A sign-up stores the user before the e-mail address is verified. */
  readonly verify: false
}

/** The result of {@link password} with `send`. */
export interface SendingPasswordProvider<Id extends string, Typed = unknown, Stored = unknown>
  extends PasswordProvider<Id, Typed, Stored> {
  /** Sends the mails of `password()`. */
  readonly send: (mail: PasswordMail) => Awaitable<unknown>
}

/**
 * Sign-in with an e-mail address and a password, with pages to sign up, and to reset and change the password. The adapter stores the
 * hashes, by default of Argon2id. By default, a mail verifies the e-mail address of a new user. To send mails, add an e-mail provider, or
 * pass `send`.
 *
 * Argon2id is part of Node.js since 24.7. With earlier versions, install `@node-rs/argon2`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { nodemailer } from 'authwright/providers/nodemailer'
 * import { password } from 'authwright/providers/password'
 *
 * export const auth = createAuth()
 *   .provider(password())
 *   .provider(nodemailer({ server: 'smtp://localhost', from: 'sign-in@example.com' }))
 *   .adapter(sqlite('auth.db'))
 *   .build()
 * ```
 *
 * @throws TypeError if `breached` is neither a boolean nor a usable URL.
 *
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
 */
export function password<const Id extends string = 'password', const Fields extends SignUpFields = {}>(
  options: PasswordOptions<Id, Fields> & Required<Pick<PasswordOptions, 'send'>>,
): SendingPasswordProvider<Id, TypedSignUpFields<Fields>, StoredSignUpFields<Fields>>
/** The overload for `verify: false`: a sign-up stores the user before the e-mail address is verified. */
export function password<const Id extends string = 'password', const Fields extends SignUpFields = {}>(
  options: PasswordOptions<Id, Fields> & { readonly verify: false },
): UnverifiedPasswordProvider<Id, TypedSignUpFields<Fields>, StoredSignUpFields<Fields>>
/** The overload without `send`: the first e-mail provider of the configuration sends the mails. */
export function password<const Id extends string = 'password', const Fields extends SignUpFields = {}>(
  options?: Omit<PasswordOptions<Id, Fields>, 'send'>,
): PasswordProvider<Id, TypedSignUpFields<Fields>, StoredSignUpFields<Fields>>
export function password(options: PasswordOptions = {}): PasswordProvider<string> {
  requireBreachedList(options.breached)
  const fields = withDefaults({ id: 'password', name: 'Password' }, options)
  return { ...fields, type: 'password', '~feature': passwords }
}

/** Rejects an unusable value: every lookup would fail, so every password would be accepted. */
function requireBreachedList(breached: unknown): void {
  if (breached === undefined || typeof breached === 'boolean' || isBreachedList(breached)) return
  throw new TypeError(
    'The option `breached` of password() must be `true`, `false` or an HTTPS URL such as https://pwned.example.com/range/, to which five digits of a hash are appended.',
  )
}

/** Whether a value is a protected URL to which digits can be appended without changing its host or its fragment. */
function isBreachedList(prefix: unknown): boolean {
  if (typeof prefix !== 'string') return false
  const [list, request] = [parseUrl(prefix), parseUrl(`${prefix}00000`)]
  if (!list || !request || list.host !== request.host || request.hash) return false
  return isProtected(list) && !list.username && !list.password
}
