import type { Adapter } from '../adapters/contract.js'
import { UnsupportedStrategy } from '../errors.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { MayBeOutOfReach } from '../platform/reach.js'
import type { Provider } from '../providers/kinds/provider.js'
import { buildProblems } from './checks.js'
import { type Configuration, stepsOf } from './configuration.js'
import { AuthConfigurationError, problem } from './configuration-error.js'
import { cookieNameProblems } from './cookie-checks.js'
import type { CreateAuth } from './create-auth-signature.js'
import { type Draft, emptyDraft, refusal, type Step, strategyOf } from './draft.js'
import { featureProblems } from './feature-checks.js'
import type { OptionsGiven } from './option-names.js'
import type { Absent } from './rules/check-provider.js'
import type { AuthSpec, FlowSpec, LazySpec, SessionSpec, SpecFeature, TenantSpec } from './spec.js'
import type { Target } from './state.js'
import {
  addCallbacks,
  addEvents,
  addProvider,
  addUsed,
  type CallbacksGiven,
  type EventsGiven,
  type PluginGiven,
  setAdapter,
  setCookies,
  setFlow,
  setJwt,
  setOptions,
  setPages,
  setSession,
  setSignUp,
  setTenant,
  setUsers,
} from './steps.js'

/** Makes what `.build()` returns of a checked configuration, or of one that is made for each request. */
export type Finish = (spec: AuthSpec | LazySpec) => unknown

/** What a lazy configuration is made by: another builder, or an object. */
type Resolve = (request: Request | undefined) => unknown

/**
 * The builder at run time. Its public type is `AuthBuilder`; the one cast between the two is in
 * {@link createBuilder}.
 */
class Builder {
  readonly #target: Target
  readonly #finish: Finish
  readonly #resolve: Resolve | undefined
  readonly #steps: readonly Step[]
  /** The configuration of the builder whose function returned this one last, so that it is checked once. */
  #checked: { readonly outer: Builder; readonly spec: AuthSpec } | undefined

  constructor(target: Target, finish: Finish, resolve: Resolve | undefined, steps: readonly Step[]) {
    this.#target = target
    this.#finish = finish
    this.#resolve = resolve
    this.#steps = steps
  }

  provider(...given: [provider: Provider | Absent]): Builder {
    return this.#with(addProvider, given)
  }

  adapter(...given: [adapter: Adapter]): Builder {
    return this.#with(setAdapter, given)
  }

  users(...given: [users: OwnUsers<OwnUser>]): Builder {
    return this.#with(setUsers, given)
  }

  session(...given: [options: Partial<SessionSpec>]): Builder {
    return this.#with(setSession, given)
  }

  jwt(...given: [options: JwtOptions]): Builder {
    return this.#with(setJwt, given)
  }

  callbacks(...given: [callbacks: CallbacksGiven]): Builder {
    return this.#with(addCallbacks, given)
  }

  use(...given: [added: PluginGiven | SpecFeature]): Builder {
    return this.#with(addUsed, given)
  }

  events(...given: [events: EventsGiven]): Builder {
    return this.#with(addEvents, given)
  }

  pages(...given: [pages: PagesOptions]): Builder {
    return this.#with(setPages, given)
  }

  cookies(...given: [cookies: CookiesOptions]): Builder {
    return this.#with(setCookies, given)
  }

  options(...given: [options: OptionsGiven]): Builder {
    return this.#with(setOptions, given)
  }

  tenant(...given: [tenant: TenantSpec]): Builder {
    return this.#with(setTenant, given)
  }

  signUp(...given: [policy: SignUpPolicy]): Builder {
    return this.#with(setSignUp, given)
  }

  flow(...given: [options: FlowSpec]): Builder {
    return this.#with(setFlow, given)
  }

  build(): unknown {
    const resolve = this.#resolve
    if (!resolve) return this.#finish(specOf(take(this.#steps, emptyDraft(this.#target))))
    const { features } = take(this.#steps, emptyDraft(this.#target))
    return this.#finish({
      features,
      resolve: async (request) => {
        const resolved = await resolve(request)
        if (resolved instanceof Builder && resolved.#checked?.outer === this) return resolved.#checked.spec
        const spec = specOf(await this.#draft(resolved, request), features)
        // The function of a builder may return something else for the next request.
        if (resolved instanceof Builder && !resolved.#resolve) resolved.#checked = { outer: this, spec }
        return spec
      },
    })
  }

  /** The draft of what a function of the request returned. */
  async #draft(resolved: unknown, request: Request | undefined): Promise<Draft> {
    if (!(resolved instanceof Builder)) {
      return take([...stepsOf(resolved as Configuration), ...this.#steps], emptyDraft(this.#target))
    }
    const draft = resolved.#resolve
      ? await resolved.#draft(await resolved.#resolve(request), request)
      : take(resolved.#steps, emptyDraft(this.#target))
    return take(this.#steps, draft)
  }

  /** What JavaScript gives a step beside its one argument is refused: it would be ignored. */
  #with<Given>(make: (given: Given) => Step, given: readonly [Given]): Builder {
    const isOne = (given.length as number) < 2
    const step = isOne
      ? make(given[0])
      : refusal(problem('wrongType', 'A step of the builder', 'called with one argument'))
    return new Builder(this.#target, this.#finish, this.#resolve, [...this.#steps, step])
  }
}

function take(steps: readonly Step[], draft: Draft): Draft {
  return steps.reduce((taken, step) => step(taken), draft)
}

/**
 * The checked configuration. Of one that is made for each request, `outer` has the features of the builder around the function. Throws `AuthConfigurationError` with every rule that it breaks, and `UnsupportedStrategy` where its
 * sessions could not be read.
 */
function specOf(draft: Draft, outer?: readonly SpecFeature[]): AuthSpec {
  const late = outer ? draft.features.filter((feature) => feature.api && !outer.includes(feature)) : []
  const problems = [
    ...draft.problems,
    ...buildProblems(draft),
    ...cookieNameProblems(draft),
    ...late.map(({ name }) => problem('lazyApi', name)),
  ]
  if (problems.length > 0) throw new AuthConfigurationError(problems)
  const { target: _target, marks: _marks, problems: _problems, strategy: _chosen, session, ...rest } = draft
  const spec: AuthSpec = { ...rest, session: { ...session, strategy: strategyOf(draft) } }
  const found = featureProblems(spec)
  if (found.length > 0) throw new AuthConfigurationError(found)
  requireReach(spec)
  return spec
}

/**
 * Makes the `createAuth` of an entry point. `finish` makes of a configuration what its `.build()`
 * returns, which `BuildResults` gives a type.
 */
export function createBuilder<const Platform extends Target>(
  target: Platform,
  finish: Finish,
): CreateAuth<Platform> {
  const createAuth = (configuration: Configuration | Resolve = {}): Builder =>
    typeof configuration === 'function'
      ? new Builder(target, finish, configuration, [])
      : new Builder(target, finish, undefined, stepsOf(configuration))
  // The types of the steps are far richer than what they do.
  return createAuth as unknown as CreateAuth<Platform>
}

/**
 * Refuses sessions in a database that cannot be reached from where the program runs: none of them could ever be read.
 *
 * @throws {UnsupportedStrategy} If the adapter knows that it cannot reach it.
 */
function requireReach({ adapter, session: { strategy } }: AuthSpec): void {
  const name = strategy === 'database' ? (adapter as MayBeOutOfReach | undefined)?.['~outOfReach'] : undefined
  if (name === undefined) return
  throw new UnsupportedStrategy(
    `Strategy 'database' keeps sessions where ${name} cannot reach them from the edge runtime: ` +
      "run this on Node.js, as proxy.ts or with `runtime: 'nodejs'`, or choose strategy 'jwt'.",
  )
}
