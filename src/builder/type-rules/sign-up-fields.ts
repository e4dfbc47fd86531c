import type { PasswordTypes } from '../../providers/kinds/password.js'
import type { StoredUser } from '../adapter-types.js'
import type { ReservedSignUpField } from '../option-names.js'
import type { NamedReason } from '../problem-sentences.js'
import type { OneOf } from './error-message-types.js'

export type SignUpFieldsProblem<P, A> = P extends {
  id: infer Id extends string
  '~types'?(): PasswordTypes<infer Typed, infer Stored>
}
  ? unknown extends Stored
    ? never
    : [Extract<keyof Typed | keyof Stored, ReservedSignUpField>] extends [never]
      ? [RefusedColumn<Stored, StoredUser<A>, A>] extends [never]
        ? [MissingColumn<Stored, A>] extends [never]
          ? never
          : NamedReason<'signUpFieldMissing', OneOf<MissingColumn<Stored, A>>>
        : OneOf<RefusedColumn<Stored, StoredUser<A>, A>>
      : NamedReason<'reservedField', OneOf<Extract<keyof Typed | keyof Stored, ReservedSignUpField>>, Id>
  : never

/** An adapter that does not declare its types may have columns that its user type lacks. */
type RefusedColumn<Stored, User, A> = {
  [Name in keyof Stored & string]-?: Name extends keyof User
    ? [Exclude<Stored[Name], undefined>] extends [User[Name]]
      ? never
      : NamedReason<'signUpValueRefused', Name>
    : '~types' extends keyof A
      ? NamedReason<'signUpFieldUnknown', Name>
      : never
}[keyof Stored & string]

type MissingColumn<Stored, A> = A extends { '~needed'?: infer Names extends string }
  ? Names extends unknown
    ? [Stored] extends [Record<Names, unknown>]
      ? never
      : Names
    : never
  : never
