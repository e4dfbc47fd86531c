import type { ProviderType } from '../../providers/kinds/provider-type.js'
import type { AdapterLike } from '../adapter-facts.js'
import type { EmailMethods, Missing, OAuthMethods, WebAuthnMethods } from '../adapter-methods.js'
import type { NamedReason, Reason } from '../reasons.js'
import type { Mark } from '../state.js'

/** The adapter itself, or the first reason why it cannot be set. */
export type CheckAdapter<
  Marks extends Mark,
  Current extends object | undefined,
  Type extends ProviderType,
  A extends AdapterLike | undefined,
> = [AdapterProblem<Marks, Current, Type, A>] extends [never]
  ? A
  : NoInfer<AdapterProblem<Marks, Current, Type, A>>

/** The adapter of an object, or that there may be none, or the methods that its providers need and it lacks. */
export type CheckGivenAdapter<Type extends ProviderType, A extends AdapterLike | undefined> = [
  ValueProblem<Type, A>,
] extends [never]
  ? A
  : NoInfer<ValueProblem<Type, A>>

type AdapterProblem<Marks extends Mark, Current, Type, A> = Current extends undefined
  ? 'callbacks' extends Marks
    ? Reason<'adapterAfterCallbacks'>
    : ValueProblem<Type, A>
  : Reason<'secondAdapter'>

/**
 * That there may be none, or the methods that the providers so far need. Those of the session strategy are for
 * `.build()` to ask for, because `.session()` can still choose another. What is no adapter leaves nothing for `A`
 * but its constraint, and the compiler says itself what is wrong with it.
 */
type ValueProblem<Type, A> = undefined extends A
  ? AdapterLike extends A
    ? never
    : Reason<'wideAdapter'>
  : MethodsProblem<Type, keyof A>

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
    ? never
    : NamedReason<'adapterLacks', 'a WebAuthn provider', Missing<WebAuthnMethods, Has>>
  : never
