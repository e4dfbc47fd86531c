import type { Provider } from '../../providers/kinds/provider.js'
import type { AnyAdapter } from '../adapter-facts.js'
import type { EmailMethods, Missing, OAuthMethods, WebAuthnMethods } from '../adapter-methods.js'
import type { ConditionalUi, ProviderFacts } from '../provider-facts.js'
import type { Reason } from '../reasons.js'
import type { Mark } from '../state.js'

/*
 * A check resolves to its subject or to one sentence, never to a union of sentences: an alias that
 * resolves to a union keeps its name, and the error would print `CheckProvider<…>` in place of them.
 */

/**
 * The provider itself, or the first reason why it cannot be added. An id is wide when a record of it
 * may be empty, which is so of `string` and of patterns such as `` `x-${string}` ``. What is no
 * provider leaves nothing for `P` but its constraint, whose id is wide too.
 *
 * `P` stands at most four conditions deep, because a compiler looks no deeper for what it is to keep
 * literal. The check is given the facts it asks for and not the whole state, which would be instantiated
 * again for each condition and make long chains several times as dear.
 */
export type CheckProvider<
  Marks extends Mark,
  Ids extends string,
  A extends AnyAdapter | undefined,
  P extends ProviderFacts,
> = 'callbacks' extends Marks
  ? Reason<'providerAfterCallbacks'>
  : {} extends { [Each in P['id']]: 1 }
    ? [Provider] extends [P]
      ? Reason<'notAProvider'>
      : Reason<'wideId'>
    : [Extract<P['id'], Ids>] extends [never]
      ? 'issuer' extends keyof P
        ? CheckMethods<A, OAuthMethods, 'an OAuth provider', P>
        : [KindProblem<Marks, A, P>] extends [never]
          ? P
          : KindProblem<Marks, A, P>
      : Reason<'duplicateId', Extract<P['id'], Ids>, Extract<P['id'], Ids>>

/** The problems of a provider without an `issuer`. One with an issuer, the common case, is spared them. */
type KindProblem<
  Marks extends Mark,
  A extends AnyAdapter | undefined,
  P extends ProviderFacts,
> = KindProblems<Marks, A, P>[P['type']]

/**
 * The same by kind. It is an interface, because a compiler works out only the member that is asked for; of
 * nested conditions it would look into each, for each provider of a chain.
 */
interface KindProblems<Marks extends Mark, A extends AnyAdapter | undefined, P extends ProviderFacts> {
  oauth: 'authorization' | 'token' | 'userinfo' extends keyof P
    ? CheckMethods<A, OAuthMethods, 'an OAuth provider', never>
    : Reason<'endpointsMissing', P['id']>
  oidc: Reason<'issuerMissing', P['id']>
  email: CheckMethods<A, EmailMethods, 'an e-mail provider', never>
  webauthn: [ConditionalUi<P>, 'conditionalUi'] extends [true, Marks]
    ? Reason<'secondConditionalUi'>
    : CheckMethods<A, WebAuthnMethods, 'a WebAuthn provider', never>
  credentials: never
}

/** The subject itself, or the methods that somebody needs and the adapter lacks. */
type CheckMethods<A, Methods extends readonly string[], Who extends string, Subject> = A extends undefined
  ? Subject
  : [Methods[number]] extends [keyof A]
    ? Subject
    : Reason<'adapterLacks', Who, Missing<Methods, keyof A>>
