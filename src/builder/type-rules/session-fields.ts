import type { ProviderTokens } from '../../model/provider-tokens.js'
import type { DefaultSession, Session } from '../../model/session.js'
import type { NamedReason } from '../problem-sentences.js'
import type { OneOf } from './error-message-types.js'

export type SessionProblem<Built> = [TokenKeys<Built>] extends [never]
  ? [DeclaredKeys] extends [never]
    ? never
    : OneOf<FieldReasons<Pick<Session, DeclaredKeys>, Built>>
  : unknown extends TokenKeys<Built>
    ? never
    : NamedReason<'sessionHoldsTokens', OneOf<TokenKeys<Built> & string>>

/**
 * The members that have the type of `auth.tokens(…)`. If the session type has an error, which TypeScript has already
 * reported, all members have the type `any`, so `any` does not count.
 */
type TokenKeys<Built> = Built extends unknown
  ? { [Key in keyof Built]-?: TokenKey<Built[Key], Key> }[keyof Built]
  : never

type TokenKey<Value, Key> = Value extends ProviderTokens ? (unknown extends Value ? never : Key) : never

type DeclaredKeys = {
  [Key in keyof Session]-?: Key extends keyof DefaultSession
    ? [DefaultSession[Key], Session[Key]] extends [Session[Key], DefaultSession[Key]]
      ? never
      : Key
    : Key
}[keyof Session]

type FieldReasons<Wanted, Actual> = {
  [Key in keyof Wanted & string]-?: Actual extends Pick<Wanted, Key>
    ? never
    : Key extends 'user'
      ? Actual extends { user: infer User }
        ? UserFieldReasons<NonNullable<Wanted[Key]>, User>
        : FieldReason<Key, Key, Wanted, Actual>
      : FieldReason<Key, Key, Wanted, Actual>
}[keyof Wanted & string]

/** Using `FieldReasons` here would recurse without end. */
type UserFieldReasons<Wanted, Actual> = {
  [Key in keyof Wanted & string]-?: Actual extends Pick<Wanted, Key>
    ? never
    : FieldReason<`user.${Key}`, Key, Wanted, Actual>
}[keyof Wanted & string]

/**
 * Optional fields come from `BaseSession`, so no callback returned them. Fields that callbacks return are
 * required, but their values may be `undefined` or `null`.
 */
type FieldReason<Path extends string, Key extends keyof Wanted, Wanted, Actual> = Key extends keyof Actual
  ? {} extends Pick<Actual, Key>
    ? NamedReason<'sessionFieldsMissing', Path>
    : [Exclude<Actual[Key], undefined>] extends [Wanted[Key]]
      ? {} extends Pick<Wanted, Key>
        ? never
        : NamedReason<'sessionFieldUndefined', Path>
      : [Exclude<Actual[Key], undefined | null>] extends [Wanted[Key]]
        ? NamedReason<'sessionFieldNull', Path>
        : NamedReason<'sessionFieldType', Path>
  : NamedReason<'sessionFieldsMissing', Path>
