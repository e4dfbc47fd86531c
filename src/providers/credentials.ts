import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import { withDefaults } from '../options/with-defaults.js'
import { credentials as credentialsFeature } from '../runtime/features/credentials/feature.js'
import type { CredentialFields, CredentialsProvider } from './kinds/credentials.js'
import type { ProviderUser } from './kinds/provider-user.js'

/** The expected form: a Standard Schema, or a record of its fields. */
export type CredentialsInput = StandardSchemaV1 | CredentialFields

/** The parameter of `authorize`: the output of the schema, or a string for each field of the record. */
export type AuthorizeInput<Input> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Input extends StandardSchemaV1<any, infer Output> ? Output : { [Field in keyof Input]: string }

/** The fields of `signIn` for the provider: the input of the schema, or a string for each field of the record. */
export type SignInFields<Input> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Input extends StandardSchemaV1<infer Fields, any> ? Fields : { [Field in keyof Input]: string }

/** Options of {@link credentials}. The last type parameter is a hint, which TypeScript prints for an unknown option. */
export interface CredentialsOptions<
  Input extends CredentialsInput,
  Id extends string,
  User,
  _Hint extends string = 'Name the fields under `input`',
> {
  /** The id of the provider, used in routes. Default: `'credentials'`. */
  readonly id?: Id
  /**
   * The name of the provider. If the built-in sign-in page has several credentials forms for sign-in, the button of the form shows the
   * name. Default: `'Credentials'`.
   */
  readonly name?: string
  /** The expected form. A form that does not match is refused without a call of `authorize`. */
  readonly input: Input
  /** @deprecated Not an option: declare the fields in `input`. */
  readonly credentials?: 'Name the fields under `input`: credentials({ input: { … }, authorize }).'
  /**
   * The fields of the form on the built-in page. Default: those of `input` if it is a record. If `input` is a schema and `fields` is not
   * set, the built-in page has no form for the provider.
   */
  readonly fields?: CredentialFields
  /**
   * Whether the form is for sign-up. Its button on the built-in page then says "Create an account" (the text `signIn.signUp`). Default:
   * `false`.
   */
  readonly signUp?: boolean
  /**
   * Whether `authorize` can show messages to the user, as in `next-auth` 4. With `true`, the message of a plain `Error` without a `code`
   * becomes the parameter `error` in the URL of the page. New code should throw `CredentialsSignin`. Default: `false`.
   */
  readonly exposeErrors?: boolean
  /**
   * Returns the account that the request tries to sign in to, even if it does not exist. Rate limits per account use this value (see
   * `LimitsOptions`). Default: the value of the form's first field or, if the input lacks this field, the first string or number of the
   * input. Set this option if another field identifies the account. Also set it if a schema keeps the order of the submitted fields,
   * because an attacker can change this order.
   */
  account?(input: AuthorizeInput<Input>): string
  /**
   * Returns the user, or `null` if the credentials are wrong. May throw `CredentialsSignin`. With strategy `'database'`, the user must be
   * a user of the adapter.
   */
  authorize(input: AuthorizeInput<Input>, request: Request): Awaitable<User | null | undefined>
  /**
   * Returns whether a stored user can sign in with this provider, for example because a password is set. If so, the user can remove their
   * last account or passkey. Default: `false` for every user.
   */
  hasCredentials?(user: { id: string; email: string | null }): Awaitable<boolean>
  /**
   * Removes a stored user's credentials for this provider, for example a password hash. It is called when a user with an unverified e-mail
   * address signs in by e-mail. Another person may have signed up with this e-mail address, so earlier sign-in methods are removed. If the
   * function rejects, the sign-in fails and can be repeated. `false` keeps the credentials. Default: the sign-in by e-mail fails with
   * `AccountNotLinked`.
   */
  readonly removeCredentials?: ((user: { id: string; email: string | null }) => Awaitable<unknown>) | false
}

/**
 * Sign-in with a form that the application checks, such as an e-mail address and a password.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { credentials } from 'authwright/providers/credentials'
 *
 * declare function verify(name: string, password: string): Promise<{ id: string } | null>
 *
 * export const auth = createAuth()
 *   .provider(
 *     credentials({
 *       input: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
 *       authorize: ({ name, password }) => verify(name, password),
 *     }),
 *   )
 *   .build()
 * ```
 *
 * @see https://standardschema.dev/
 */
export function credentials<
  const Input extends CredentialsInput = CredentialFields,
  User extends ProviderUser = ProviderUser,
  const Id extends string = 'credentials',
>(
  options: CredentialsOptions<Input, Id, User>,
): CredentialsProvider<AuthorizeInput<Input>, Id, User, SignInFields<Input>> {
  return {
    ...withDefaults({ id: 'credentials', name: 'Credentials' }, options),
    type: 'credentials',
    '~feature': credentialsFeature,
  } as unknown as CredentialsProvider<AuthorizeInput<Input>, Id, User, SignInFields<Input>>
}
