import type { Provider } from '../../providers/kinds/provider.js'
import type { EmailMethods, Missing, OAuthMethods, WebAuthnMethods } from '../adapter-methods.js'
import type { ConditionalUi, CredentialsFacts, FactsOf, ProviderFacts } from '../provider-facts.js'
import type { NamedReason, Reason } from '../reasons.js'
import type { ReservedField } from '../reserved-fields.js'
import type { Mark } from '../state.js'
import type { ProfileProblem } from './check-profile.js'
import type { UsersLack } from './check-users.js'
import type { OneOf } from './one-of.js'

/*
 * A check resolves to its subject or to one sentence, never to a union of sentences: an alias that
 * resolves to a union keeps its name, and the error would print `CheckProvider<…>` in place of them.
 */

/** What a condition leaves in place of a provider that is off: `env && google()`. It adds none. */
export type Absent = false | null | undefined | 0 | ''

/**
 * The provider itself, or the first reason why it cannot be added.
 *
 * `P` is inferred from the last branch alone: the reason is inferred from the condition, into which a compiler does not
 * look before it knows the provider. `false` stands for no reason there: `never` extends every string, and so does
 * `null` without `strictNullChecks`. The rules stand in place, as an alias would map each type argument once more for
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
        ? 'issuer' extends keyof P
          ? A extends undefined
            ? false
            : OrFalse<OAuthProblem<A, P>>
          : OrFalse<KindProblems<Marks, A, P>[P['type']]>
        : NamedReason<'duplicateId', Extract<P['id'], Ids>, Extract<P['id'], Ids>>
) extends infer Problem extends string
  ? Problem
  : P | Absent

type OrFalse<Problem> = [Problem] extends [never] ? false : Problem

interface KindProblems<Marks extends Mark, A extends object | undefined, P extends ProviderFacts> {
  oauth: 'authorization' | 'token' | 'userinfo' extends keyof P
    ? OAuthProblem<A, P>
    : NamedReason<'endpointsMissing', P['id']>
  oidc: OAuthProblem<A, P>
  email: CheckMethods<A, EmailMethods, 'an e-mail provider', P>
  webauthn: WebAuthnProblem<Marks, A, P>
  credentials: FieldProblem<P['id'], FactsOf<P>>
}

/** The methods that the adapter lacks or, where it lacks none, a field of the profile that it cannot store. */
type OAuthProblem<A, P extends ProviderFacts> = A extends undefined
  ? never
  : [OAuthMethods[number]] extends [keyof A]
    ? ProfileProblem<P, A>
    : '~users' extends keyof A
      ? never
      : CheckMethods<A, OAuthMethods, 'an OAuth provider'>

type FieldProblem<Id extends string, Facts> =
  Facts extends CredentialsFacts<string, unknown, infer Fields, unknown>
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

/** The methods that a feature needs and the adapter lacks; `never` where it lacks none, or there is no adapter. */
type CheckMethods<
  A,
  Methods extends readonly string[],
  Who extends string,
  P extends ProviderFacts = never,
> = A extends undefined
  ? never
  : [Methods[number]] extends [keyof A]
    ? never
    : '~users' extends keyof A
      ? UsersLack<P>
      : NamedReason<'adapterLacks', Who, Missing<Methods, keyof A>>
