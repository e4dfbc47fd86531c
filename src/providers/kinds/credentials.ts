import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../../model/awaitable.js'
import type { CarriedTypes } from '../../model/carried-types.js'
import type { IdentifiedUser } from '../../model/user.js'
import type { CommonProvider } from './common-provider.js'
import type { AnyProviderId } from './provider-id.js'

/** A field of a sign-in form: a label, and attributes of its `<input>`. */
export interface CredentialField {
  /** Default: the name of the field. */
  label?: string
  /** The `type` attribute. Default: `'email'` or `'password'` for a field with that name, otherwise `'text'`. */
  type?: string
  /** The `placeholder` attribute. */
  placeholder?: string
  /** The `autocomplete` attribute. Default: a value for the type or the name of the field, such as `'current-password'`. */
  autocomplete?: string
  /** The `required` attribute. */
  required?: boolean
  /** Another attribute, such as `maxlength` or `value`. Unknown and unsafe attributes, such as event handlers, are left out. */
  [attribute: string]: unknown
}

/** The fields of a sign-in form, by name. */
export type CredentialFields = Record<string, CredentialField>

export interface CredentialsTypes<Fields, Input, User> {
  fields: Fields
  input: Input
  user: User
}

/** A provider whose form the application checks. `Fields` is the type of the form, `Input` the parameter of `authorize`. */
export interface CredentialsProvider<
  // biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
  Input = any,
  Id extends string = AnyProviderId,
  User = IdentifiedUser,
  Fields = Input,
> extends CommonProvider<Id>,
    CarriedTypes<CredentialsTypes<Fields, Input, User>> {
  /** Marks a sign-in form. `authorize()` of the application checks its input. */
  readonly type: 'credentials'
  /** The expected form: a Standard Schema, or a record of fields. */
  readonly input?: StandardSchemaV1<Fields, Input> | CredentialFields | undefined
  /** The fields of the form on the built-in page. Default: those of `input` if it is a record. */
  readonly fields?: CredentialFields | undefined
  /** Whether the form is for sign-up. If so, its button on the built-in page says "Create an account". */
  readonly signUp?: boolean | undefined
  /** Whether users see the message of a plain `Error` without a `code` that `authorize` throws, as in `next-auth` 4. */
  readonly exposeErrors?: boolean | undefined
  /** Returns the account that the request tries to sign in to. See the option `account` of `credentials()`. */
  account?(input: Input): string
  /**
   * Returns the user, or `null` if the credentials are wrong. May throw `CredentialsSignin`.
   *
   * @param request - The request. Its body was already read: use `input`.
   */
  authorize(input: Input, request: Request): Awaitable<User | null | undefined>
  /** Returns whether a stored user can sign in with this provider. Default: `false` for every user. */
  hasCredentials?(user: { id: string; email: string | null }): Awaitable<boolean>
  /** Removes a stored user's credentials for this provider. See the option `removeCredentials` of `credentials()`. */
  removeCredentials?: ((user: { id: string; email: string | null }) => Awaitable<unknown>) | false
}
