import type { ProviderType } from '../../providers/kinds/provider-type.js'
import type { AnyAdapter } from '../adapter-facts.js'
import type { EmailMethods, Missing, OAuthMethods, WebAuthnMethods } from '../adapter-methods.js'
import type { Reason } from '../reasons.js'
import type { Mark } from '../state.js'

/** The adapter itself, or the first reason why it cannot be set. */
export type CheckAdapter<
  Marks extends Mark,
  Current extends AnyAdapter | undefined,
  Type extends ProviderType,
  A extends AnyAdapter | undefined,
> = Current extends undefined
  ? 'callbacks' extends Marks
    ? Reason<'adapterAfterCallbacks'>
    : CheckProvidersMethods<Type, keyof A, A>
  : Reason<'secondAdapter'>

/**
 * The subject itself, or that there may be none, or the methods that the providers so far need and the adapter lacks. Those of
 * the session strategy are for `.build()` to ask for, because `.session()` can still choose another.
 */
export type CheckProvidersMethods<Type, Has, Subject> = undefined extends Subject
  ? Reason<'wideAdapter'>
  : [Extract<Type, 'oauth' | 'oidc'>] extends [never]
    ? CheckEmailMethods<Type, Has, Subject>
    : [OAuthMethods[number]] extends [Has]
      ? CheckEmailMethods<Type, Has, Subject>
      : Reason<'adapterLacks', 'an OAuth provider', Missing<OAuthMethods, Has>>

type CheckEmailMethods<Type, Has, Subject> = 'email' extends Type
  ? [EmailMethods[number]] extends [Has]
    ? CheckWebAuthnMethods<Type, Has, Subject>
    : Reason<'adapterLacks', 'an e-mail provider', Missing<EmailMethods, Has>>
  : CheckWebAuthnMethods<Type, Has, Subject>

type CheckWebAuthnMethods<Type, Has, Subject> = 'webauthn' extends Type
  ? [WebAuthnMethods[number]] extends [Has]
    ? Subject
    : Reason<'adapterLacks', 'a WebAuthn provider', Missing<WebAuthnMethods, Has>>
  : Subject
