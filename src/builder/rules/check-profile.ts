import type { AdapterUser } from '../../adapters/contract.js'
import type { StoredUser } from '../adapter-facts.js'
import type { FactsOf, OAuthFacts, ProviderFacts } from '../provider-facts.js'
import type { NamedReason } from '../reasons.js'
import type { OneOf } from './one-of.js'

/**
 * One field that `profile` of a provider returns and the adapter cannot store; `never` when there is none, or no adapter.
 * It is checked by whichever step completes the pair of the two.
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

/*
 * All profiles are compared at once first, which costs a compiler little; only where one does not fit are they taken apart.
 * An adapter that does not say its types may store more than the type of its users has: a field that it lacks is no problem.
 */
type UsersOf<Facts> = Facts extends { type: 'oauth'; user: infer User } ? User : never

type NamesOf<User> = User extends unknown ? keyof User : never

/** What may be known of providers whose profiles can be stored. */
type StorableFacts<Stored> =
  | { type: 'oauth'; user: Storable<Stored> }
  | { type: Exclude<ProviderFacts['type'], 'oauth'> }

/** What `profile` may return, as far as the adapter's own columns go. */
type Storable<Stored> = { id: unknown } & {
  [Name in Exclude<keyof Stored, keyof AdapterUser>]?: Stored[Name] | undefined
}

/** The sentences of the fields that cannot be stored. */
type Refused<Facts, Stored, SaysAll> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Facts extends OAuthFacts<infer Id, infer User, any> ? RefusedField<Id, User, Stored, SaysAll> : never

/** A type of `profile` whose fields are not known, such as `any`, is not checked. */
type RefusedField<Id extends string, User, Stored, SaysAll> = string extends keyof User
  ? never
  : {
      [Name in Exclude<keyof User & string, keyof AdapterUser>]: Name extends keyof Stored
        ? [Exclude<User[Name], undefined>] extends [Stored[Name]]
          ? never
          : NamedReason<'profileValueRefused', Id, Name>
        : SaysAll extends true
          ? NamedReason<'profileFieldUnknown', Id, Name>
          : never
    }[Exclude<keyof User & string, keyof AdapterUser>]
