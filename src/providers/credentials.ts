import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import { credentials as credentialsFeature } from '../runtime/features/credentials/feature.js'
import type { ProviderStyle } from './kinds/common-provider.js'
import type { CredentialFields, CredentialsProvider } from './kinds/credentials.js'
import type { ProviderUser } from './kinds/provider-user.js'

/** What a sign-in form sends: a Standard Schema that checks it, or a record of its fields. */
export type CredentialsInput = StandardSchemaV1 | CredentialFields

/** What `authorize` receives: the output of the schema, or a string for each field of the record. */
export type AuthorizeInput<Input> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Input extends StandardSchemaV1<any, infer Output> ? Output : { [Field in keyof Input]: string }

/** What `signIn` takes for the provider: the input of the schema, or a string for each field of the record. */
export type SignInFields<Input> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Input extends StandardSchemaV1<infer Fields, any> ? Fields : { [Field in keyof Input]: string }

/** Options of {@link credentials}. A compiler prints the last type parameter where an option is unknown. */
export interface CredentialsOptions<
  Input extends CredentialsInput,
  Id extends string,
  User,
  _Hint extends string = 'Name the fields under `input`',
> {
  /** Names the provider in routes. Default: `'credentials'`. */
  readonly id?: Id
  /** The name on the button of the built-in sign-in page. Default: `'Credentials'`. */
  readonly name?: string
  readonly style?: ProviderStyle
  /** What a form must send. Anything else does not reach `authorize`. */
  readonly input: Input
  /** @deprecated There is no such option: name the fields under `input`. */
  readonly credentials?: 'Name the fields under `input`: credentials({ input: { … }, authorize }).'
  /**
   * The fields of the built-in page's form. Default: those of `input` where it is a record. A schema does not say
   * which fields to show: with one, and without `fields`, the built-in page leaves the provider out.
   */
  readonly fields?: CredentialFields
  /**
   * Whether the form makes an account, as for a sign-up beside a sign-in: its button on the built-in page then says "Create an account"
   * (the text `signIn.signUp`). Nothing else depends on it. Default: `false`.
   */
  readonly signUp?: boolean
  /**
   * Names the account that the request wants to sign in to, whether or not it exists, so that attempts can be limited by
   * account (see `LimitsOptions`). Default: what the first field of the form holds; with a schema and no `fields`,
   * the first string of the schema's output. Name it where that is another field, or where the schema keeps the
   * order of the form, which an attacker can change.
   */
  account?(input: AuthorizeInput<Input>): string
  /**
   * Says who signs in, or `null` when the credentials are wrong. It may throw `CredentialsSignin`.
   * With strategy `'database'` the user must be one that the adapter has.
   */
  authorize(input: AuthorizeInput<Input>, request: Request): Awaitable<User | null | undefined>
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

/**
 * Sign-in with what a form sends, such as a name and a password, decided by the application. It works
 * with both session strategies.
 *
 * @param options - `input` and `authorize`, and what replaces a default.
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
  // `input` is typed by what is made of it; the two are the same object.
  return {
    id: 'credentials',
    name: 'Credentials',
    ...options,
    type: 'credentials',
    '~feature': credentialsFeature,
  } as unknown as CredentialsProvider<AuthorizeInput<Input>, Id, User, SignInFields<Input>>
}
