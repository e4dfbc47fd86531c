import type { OwnUser, OwnUsers } from '../../model/own-users.js'
import type { ProviderFacts } from '../provider-facts.js'
import type { NamedReason, Reason } from '../reasons.js'
import type { FlowState, Mark } from '../state.js'
import type { OneOf } from './one-of.js'

/** What `.users()` is given, or the first reason why it cannot be called. */
export type CheckUsers<Marks extends Mark, A, P extends ProviderFacts, Flow, User extends OwnUser> = [
  UsersProblem<Marks, A, P>,
] extends [never]
  ? OwnUsers<User, FlowState<Flow>>
  : UsersProblem<Marks, A, P>

type UsersProblem<Marks extends Mark, A, P extends ProviderFacts> = A extends undefined
  ? 'callbacks' extends Marks
    ? Reason<'usersAfterCallbacks'>
    : UsersLack<P>
  : Reason<'secondUsers'>

/** What a provider stores that no function of the application does; `never` where there is none. */
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
    : never
