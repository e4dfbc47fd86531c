import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../../model/awaitable.js'
import type { CarriedTypes } from '../../model/carried-types.js'
import type { IdentifiedUser } from '../../model/user.js'
import type { CommonProvider } from './common-provider.js'
import type { AnyProviderId } from './provider-id.js'

/** A field of a sign-in form: a label, and attributes of its `<input>`. */
export interface CredentialField {
  /** Default: the field's name. */
  label?: string
  /** The `type` attribute. Default: `'text'`. */
  type?: string
  placeholder?: string
  autocomplete?: string
  required?: boolean
  [attribute: string]: unknown
}

/** The fields of a sign-in form by name. */
export type CredentialFields = Record<string, CredentialField>

/** The types that the builder reads off a provider. */
export interface CredentialsTypes<Fields, Input, User> {
  fields: Fields
  input: Input
  user: User
}

/**
 * A provider whose sign-in is decided by the application, from what a form sent. `Fields` are what the
 * form sends, `Input` is what `authorize` is given of them.
 */
export interface CredentialsProvider<
  // biome-ignore lint/suspicious/noExplicitAny: each provider has its own types, as what callbacks take and as what they return; only any fits them all.
  Input = any,
  Id extends string = AnyProviderId,
  User = IdentifiedUser,
  Fields = Input,
> extends CommonProvider<Id>,
    CarriedTypes<CredentialsTypes<Fields, Input, User>> {
  readonly type: 'credentials'
  /** What a form must send: a Standard Schema, or a record of fields. */
  readonly input?: StandardSchemaV1<Fields, Input> | CredentialFields | undefined
  /** The fields of the built-in page's form. Default: those of `input` where it is a record. */
  readonly fields?: CredentialFields | undefined
  /** Whether its form makes an account: then the button on the built-in page says so. */
  readonly signUp?: boolean | undefined
  /** Names the account that the request wants to sign in to. Default: the value of the first field of the form. */
  account?(input: Input): string
  /**
   * Says who signs in, or `null` when the credentials are wrong. It may throw `CredentialsSignin`.
   *
   * @param request - As it came; its body was read already, and is `input`.
   */
  authorize(input: Input, request: Request): Awaitable<User | null | undefined>
  /**
   * Whether a stored user can sign in with this provider, such as by a password that is set: then their last account, or passkey, can be
   * removed. Default: no user can, as far as is known.
   */
  hasCredentials?(user: { id: string; email: string | null }): Awaitable<boolean>
  /**
   * Removes what a stored user signs in with by this provider, such as the hash of a password. It is called before a sign-in by e-mail
   * proves the address of a user who may have been stored by another person: their password must not open what is now the owner's.
   * If it rejects, the sign-in fails and can be repeated. Default: such a sign-in fails with `AccountNotLinked`.
   */
  removeCredentials?(user: { id: string; email: string | null }): Awaitable<unknown>
}
