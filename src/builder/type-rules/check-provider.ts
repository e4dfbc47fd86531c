import type { AdapterUser } from '../../adapters/contract.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { StoredUser } from '../adapter-types.js'
import type { Mark } from '../auth-state.js'
import type { ReservedField } from '../option-names.js'
import type { NamedReason, Reason } from '../problem-sentences.js'
import type {
  ConditionalUi,
  CredentialsFacts,
  FactsOf,
  OAuthFacts,
  ProviderFacts,
} from '../provider-facts.js'
import type {
  EmailMethods,
  Missing,
  OAuthMethods,
  PasswordMethods,
  WebAuthnMethods,
} from '../required-adapter-methods.js'
import type { OneOf } from './error-message-types.js'

/*
 * A check resolves to the checked type or to one sentence, never to a union of sentences. An alias that
 * resolves to a union keeps its name, so the error would print `CheckProvider<…>` instead of the sentences.
 */

/** A condition such as `env && google()` can result in one of these values. They add no provider. */
export type Absent = false | null | undefined | 0 | ''

/**
 * TypeScript infers `P` only from the last branch. Once it knows the provider, the condition resolves to the sentence of
 * a broken rule, or to `false` if no rule is broken. `never` or `null` cannot be used instead of `false`: `never` extends
 * every string, and so does `null` without `strictNullChecks`.
 *
 * The condition is written inline, because the compiler would process the type arguments of an alias once more for
 * every provider of a chain.
 */
export type CheckProvider<
  Marks extends Mark,
  Ids extends string,
  A extends object | undefined,
  P extends ProviderFacts,
> = (
  'callbacks' extends Marks
    ? Reason<'providerAfterCallbacks'>
    : string extends P['id']
      ? [Provider] extends [P]
        ? Reason<'notAProvider'>
        : Reason<'wideId'>
      : P['id'] & Ids extends never
        ? '~feature' extends keyof P
          ? 'issuer' extends keyof P
            ? A extends undefined
              ? false
              : OrFalse<OAuthProblem<A, P>>
            : OrFalse<KindProblems<Marks, A, P>[P['type']]>
          : Reason<'notAProvider'>
        : NamedReason<'duplicateId', Extract<P['id'], Ids>, Extract<P['id'], Ids>>
) extends infer Problem extends string
  ? Problem
  : P | Absent

type OrFalse<Problem> = [Problem] extends [never] ? false : Problem

interface KindProblems<Marks extends Mark, A extends object | undefined, P extends ProviderFacts> {
  oauth: 'authorization' | 'token' | 'userinfo' extends keyof P
    ? OAuthProblem<A, P>
    : OneOf<OAuthProblem<A, P> | EndpointsProblem<P>>
  oidc: OAuthProblem<A, P>
  email: CheckMethods<A, EmailMethods, 'an e-mail provider', P>
  webauthn: WebAuthnProblem<Marks, A, P>
  credentials: FieldProblem<FactsOf<P>>
  password: PasswordProblem<Marks, A, P>
}

/** `P` is a union if a condition chooses between providers. */
type EndpointsProblem<P extends ProviderFacts> = P extends { type: 'oauth' }
  ? 'authorization' | 'token' | 'userinfo' extends keyof P
    ? never
    : 'issuer' extends keyof P
      ? never
      : NamedReason<'endpointsMissing', P['id']>
  : never

type OAuthProblem<A, P extends ProviderFacts> = A extends undefined
  ? never
  : [OAuthMethods[number]] extends [keyof A]
    ? ProfileProblem<P, A>
    : '~users' extends keyof A
      ? never
      : CheckMethods<A, OAuthMethods, 'an OAuth provider'>

type FieldProblem<Facts> =
  Facts extends CredentialsFacts<infer Id, unknown, infer Fields, unknown>
    ? [Extract<keyof Fields, ReservedField>] extends [never]
      ? never
      : NamedReason<'reservedField', OneOf<Extract<keyof Fields, ReservedField>>, Id>
    : never

type WebAuthnProblem<Marks extends Mark, A, P extends ProviderFacts> = [
  ConditionalUi<P>,
  'conditionalUi',
] extends [true, Marks]
  ? Reason<'secondConditionalUi'>
  : CheckMethods<A, WebAuthnMethods, 'a WebAuthn provider', P>

type PasswordProblem<Marks extends Mark, A, P extends ProviderFacts> = 'password' extends Marks
  ? Reason<'secondPassword'>
  : CheckMethods<A, PasswordMethods, 'password()', P>

type CheckMethods<
  A,
  Methods extends readonly string[],
  Feature extends string,
  P extends ProviderFacts = never,
> = A extends undefined
  ? never
  : [Methods[number]] extends [keyof A]
    ? never
    : '~users' extends keyof A
      ? UsersLack<P>
      : NamedReason<'adapterLacks', Feature, Missing<Methods, keyof A>>

/**
 * All profiles are first compared at once, which is cheap for the compiler. They are compared one by one only if this
 * comparison fails. An adapter that does not declare its types may store more fields than its user type has, so a
 * missing field is accepted.
 */
export type ProfileProblem<P extends ProviderFacts, A> = A extends undefined
  ? never
  : [FactsOf<P>] extends [StorableFacts<StoredUser<A>>]
    ? '~types' extends keyof A
      ? [NamesOf<UsersOf<FactsOf<P>>>] extends [keyof StoredUser<A>]
        ? never
        : OneOf<Refused<FactsOf<P>, StoredUser<A>, true>>
      : never
    : OneOf<Refused<FactsOf<P>, StoredUser<A>, '~types' extends keyof A ? true : false>>

type UsersOf<Facts> = Facts extends { type: 'oauth'; user: infer User } ? User : never

type NamesOf<User> = User extends unknown ? keyof User : never

type StorableFacts<Stored> =
  | { type: 'oauth'; user: Storable<Stored> }
  | { type: Exclude<ProviderFacts['type'], 'oauth'> }

type Storable<Stored> = { id: unknown } & {
  [Name in Exclude<keyof Stored, keyof AdapterUser>]?: Stored[Name] | undefined
}

/** `DeclaresAll` is whether the user type has all fields that the adapter stores. */
type Refused<Facts, Stored, DeclaresAll> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Facts extends OAuthFacts<infer Id, infer User, any> ? RefusedField<Id, User, Stored, DeclaresAll> : never

/** A `profile` type with unknown fields, such as `any`, is not checked. */
type RefusedField<Id extends string, User, Stored, DeclaresAll> = string extends keyof User
  ? never
  : {
      [Name in Exclude<keyof User & string, keyof AdapterUser>]: Name extends keyof Stored
        ? [Exclude<User[Name], undefined>] extends [Stored[Name]]
          ? never
          : NamedReason<'profileValueRefused', Id, Name>
        : DeclaresAll extends true
          ? NamedReason<'profileFieldUnknown', Id, Name>
          : never
    }[Exclude<keyof User & string, keyof AdapterUser>]

/**
 * The list is not constrained to providers. Otherwise TypeScript would expect every call in it to return any
 * provider, and `github()` would lose its literal id.
 */
export type CheckProviders<Providers extends readonly unknown[]> = [Providers] extends [Checked<Providers>]
  ? Providers
  : Checked<Providers>

type Checked<
  Providers extends readonly unknown[],
  Marks extends Mark = never,
  Ids extends string = never,
  Done extends readonly unknown[] = [],
> = Providers extends readonly [infer P, ...infer Rest]
  ? [P] extends [Provider | Absent]
    ? Checked<
        Rest,
        P extends { type: 'webauthn' }
          ? ConditionalUi<P> extends true
            ? Marks | 'conditionalUi'
            : Marks
          : P extends { type: 'password' }
            ? Marks | 'password'
            : Marks,
        Ids | Extract<P, Provider>['id'],
        [...Done, [P] extends [Absent] ? Absent : CheckProvider<Marks, Ids, undefined, Extract<P, Provider>>]
      >
    : readonly [...Done, Reason<'notAProvider'>, ...Rest]
  : number extends Providers['length']
    ? readonly unknown[] extends Providers
      ? Reason<'providersNotArray'>
      : CheckList<Done, Providers>
    : Readonly<Done>

/**
 * Checks an array of unknown length. TypeScript knows only the union of its entries, so no two entries are compared.
 */
type CheckList<Done extends readonly unknown[], Providers extends readonly unknown[]> = [
  Providers[number],
] extends [Provider | Absent]
  ? string extends Extract<Providers[number], Provider>['id']
    ? Reason<'wideId'>
    : readonly [...Done, ...Providers]
  : Reason<'notAProvider'>

export type UsersLack<P extends ProviderFacts> = 'email' extends P['type']
  ? NamedReason<
      'usersLack',
      `the e-mail provider '${OneOf<Extract<P, { type: 'email' }>['id']>}'`,
      'sign-in links'
    >
  : 'webauthn' extends P['type']
    ? NamedReason<
        'usersLack',
        `the WebAuthn provider '${OneOf<Extract<P, { type: 'webauthn' }>['id']>}'`,
        'passkeys'
      >
    : 'password' extends P['type']
      ? NamedReason<'usersLack', 'password()', 'passwords'>
      : never
