import type { OwnUser, OwnUsers } from '../../model/user.js'
import type { AdapterLike } from '../adapter-types.js'
import type { FlowState, Mark } from '../auth-state.js'
import type { NamedReason, Reason } from '../problem-sentences.js'
import type { ProviderFacts } from '../provider-facts.js'
import type {
  EmailMethods,
  Missing,
  OAuthMethods,
  PasswordMethods,
  WebAuthnMethods,
} from '../required-adapter-methods.js'
import type { ProfileProblem, UsersLack } from './check-provider.js'

export type CheckAdapter<
  Marks extends Mark,
  Current extends object | undefined,
  P extends ProviderFacts,
  A extends AdapterLike | undefined,
> = [AdapterProblem<Marks, Current, P, A>] extends [never]
  ? A | NotCalled<A>
  : NoInfer<AdapterProblem<Marks, Current, P, A>>

export type CheckGivenAdapter<P extends ProviderFacts, A extends AdapterLike | undefined> = [
  ValueProblem<P, A>,
] extends [never]
  ? A | NotCalled<A>
  : [A] extends [undefined]
    ? undefined
    : NoInfer<ValueProblem<P, A>>

/**
 * TypeScript prints this sentence next to the adapter type if the argument is something else, for example a
 * function that creates an adapter, or a promise of an adapter.
 */
type NotCalled<A> = AdapterLike extends A ? 'Call the adapter, as in memory(), or await its promise' : never

type AdapterProblem<Marks extends Mark, Current, P extends ProviderFacts, A> = Current extends undefined
  ? 'callbacks' extends Marks
    ? Reason<'adapterAfterCallbacks'>
    : ValueProblem<P, A>
  : '~users' extends keyof Current
    ? Reason<'secondUsers'>
    : Reason<'secondAdapter'>

/**
 * `.build()` checks the methods for the session strategy, because `.session()` can still set another strategy. If
 * the value is not an adapter, TypeScript infers the constraint of `A`, and reports the error itself.
 */
type ValueProblem<P extends ProviderFacts, A> =
  MayBeNone<A> extends true
    ? AdapterLike extends A
      ? never
      : Reason<'wideAdapter'>
    : [MethodsProblem<P['type'], keyof A>] extends [never]
      ? ProfileProblem<P, A>
      : MethodsProblem<P['type'], keyof A>

/** Without `strictNullChecks`, every type may be `undefined`, so the result is always `false`. */
type MayBeNone<A> = [undefined] extends [object] ? false : undefined extends A ? true : false

type MethodsProblem<Type, Has> = [Extract<Type, 'oauth' | 'oidc'>] extends [never]
  ? EmailProblem<Type, Has>
  : [OAuthMethods[number]] extends [Has]
    ? EmailProblem<Type, Has>
    : NamedReason<'adapterLacks', 'an OAuth provider', Missing<OAuthMethods, Has>>

type EmailProblem<Type, Has> = 'email' extends Type
  ? [EmailMethods[number]] extends [Has]
    ? WebAuthnProblem<Type, Has>
    : NamedReason<'adapterLacks', 'an e-mail provider', Missing<EmailMethods, Has>>
  : WebAuthnProblem<Type, Has>

type WebAuthnProblem<Type, Has> = 'webauthn' extends Type
  ? [WebAuthnMethods[number]] extends [Has]
    ? PasswordProblem<Type, Has>
    : NamedReason<'adapterLacks', 'a WebAuthn provider', Missing<WebAuthnMethods, Has>>
  : PasswordProblem<Type, Has>

type PasswordProblem<Type, Has> = 'password' extends Type
  ? [PasswordMethods[number]] extends [Has]
    ? never
    : NamedReason<'adapterLacks', 'password()', Missing<PasswordMethods, Has>>
  : never

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
