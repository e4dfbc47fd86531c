import type { Provider } from '../../providers/kinds/provider.js'
import type { ConditionalUi } from '../provider-facts.js'
import type { Reason } from '../reasons.js'
import type { Mark } from '../state.js'
import type { Absent, CheckProvider } from './check-provider.js'

/**
 * The providers of an object, each itself or the first reason why it cannot follow those before it.
 * The adapter is checked against them all where it is given.
 *
 * The list is not constrained to providers: a compiler would expect every call in it to return any
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
          : Marks,
        Ids | Extract<P, Provider>['id'],
        [...Done, [P] extends [Absent] ? Absent : CheckProvider<Marks, Ids, undefined, Extract<P, Provider>>]
      >
    : readonly [...Done, Reason<'notAProvider'>, ...Rest]
  : number extends Providers['length']
    ? unknown extends Providers[number]
      ? Reason<'providersNotArray'>
      : CheckList<Done, Providers>
    : Readonly<Done>

/** A list of unknown length, in which only the ids can be looked at. */
type CheckList<
  Done extends readonly unknown[],
  Providers extends readonly unknown[],
> = string extends Extract<Providers[number], Provider>['id']
  ? Reason<'wideId'>
  : readonly [...Done, ...Providers]
