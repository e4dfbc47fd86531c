import type { Adapter } from '../adapters/contract.js'
import { AuthError, UnsupportedStrategy } from '../errors.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { MayBeOutOfReach } from '../platform/reach.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { AuthSpec, FlowSpec, LazySpec, SessionSpec, SpecFeature, TenantSpec } from './auth-spec.js'
import type { Target } from './auth-state.js'
import { type Configuration, stepsOf } from './configuration.js'
import { AuthConfigurationError, problem } from './configuration-error.js'
import { cookieNameProblems } from './cookie-checks.js'
import type { CreateAuth } from './create-auth-signature.js'
import { strategyOf } from './default-strategy.js'
import { type Draft, emptyDraft, refusal, type Step } from './draft.js'
import { featureProblems } from './feature-checks.js'
import type { OptionsInput } from './option-names.js'
import { buildProblems } from './run-time-checks.js'
import {
  addCallbacks,
  addEvents,
  addProvider,
  type CallbacksInput,
  type EventsInput,
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
import type { Absent } from './type-rules/check-provider.js'
import { addPluginOrFeature, type PluginInput } from './use-plugin.js'

export type Finish = (spec: AuthSpec | LazySpec) => unknown

type Resolve = (request: Request | undefined) => unknown

/** The class behind the public type `AuthBuilder`. Only {@link createBuilder} casts between the class and the type. */
class Builder {
  readonly #target: Target
  readonly #finish: Finish
  readonly #resolve: Resolve | undefined
  readonly #steps: readonly Step[]
  /**
   * The checked configuration, if the function of `outer` returned this builder. It is kept, so that the configuration
   * is not checked for each request.
   */
  #checked: { readonly outer: Builder; readonly spec: AuthSpec } | undefined

  constructor(target: Target, finish: Finish, resolve: Resolve | undefined, steps: readonly Step[]) {
    this.#target = target
    this.#finish = finish
    this.#resolve = resolve
    this.#steps = steps
  }

  provider(...args: [provider: Provider | Absent]): Builder {
    return this.#with(addProvider, args)
  }

  adapter(...args: [adapter: Adapter]): Builder {
    return this.#with(setAdapter, args)
  }

  users(...args: [users: OwnUsers<OwnUser>]): Builder {
    return this.#with(setUsers, args)
  }

  session(...args: [options: Partial<SessionSpec>]): Builder {
    return this.#with(setSession, args)
  }

  jwt(...args: [options: JwtOptions]): Builder {
    return this.#with(setJwt, args)
  }

  callbacks(...args: [callbacks: CallbacksInput]): Builder {
    return this.#with(addCallbacks, args)
  }

  use(...args: [added: PluginInput | SpecFeature]): Builder {
    return this.#with(addPluginOrFeature, args)
  }

  events(...args: [events: EventsInput]): Builder {
    return this.#with(addEvents, args)
  }

  pages(...args: [pages: PagesOptions]): Builder {
    return this.#with(setPages, args)
  }

  cookies(...args: [cookies: CookiesOptions]): Builder {
    return this.#with(setCookies, args)
  }

  options(...args: [options: OptionsInput]): Builder {
    return this.#with(setOptions, args)
  }

  tenant(...args: [tenant: TenantSpec]): Builder {
    return this.#with(setTenant, args)
  }

  signUp(...args: [policy: SignUpPolicy]): Builder {
    return this.#with(setSignUp, args)
  }

  flow(...args: [options: FlowSpec]): Builder {
    return this.#with(setFlow, args)
  }

  build(): unknown {
    const resolve = this.#resolve
    if (!resolve) return this.#finish(specOf(applySteps(this.#steps, emptyDraft(this.#target))))
    const { features, options } = applySteps(this.#steps, emptyDraft(this.#target))
    return this.#finish({
      features,
      trustHost: options.trustHost,
      resolve: async (request) => {
        const resolved = await resolve(request)
        if (resolved instanceof Builder && resolved.#checked?.outer === this) return resolved.#checked.spec
        const spec = specOf(await this.#draft(resolved, request), features)
        // A builder with a function is checked for each request, because the function may return different
        // values.
        if (resolved instanceof Builder && !resolved.#resolve) resolved.#checked = { outer: this, spec }
        return spec
      },
    })
  }

  async #draft(resolved: unknown, request: Request | undefined): Promise<Draft> {
    if (!(resolved instanceof Builder)) {
      return applySteps([...stepsOf(resolved as Configuration), ...this.#steps], emptyDraft(this.#target))
    }
    const draft = resolved.#resolve
      ? await resolved.#draft(await resolved.#resolve(request), request)
      : applySteps(resolved.#steps, emptyDraft(this.#target))
    return applySteps(this.#steps, draft)
  }

  /** In plain JavaScript, `.provider(a, b)` would ignore the second argument. */
  #with<Argument>(make: (argument: Argument) => Step, args: readonly [Argument]): Builder {
    const hasMore = (args.length as number) > 1
    const step = hasMore
      ? refusal(problem('wrongType', 'A step of the builder', 'called with one argument'))
      : make(args[0])
    return new Builder(this.#target, this.#finish, this.#resolve, [...this.#steps, step])
  }

  // `CallBuildFirst` declares these members for TypeScript. They are getters, because bundlers cannot remove a
  // class whose prototype is changed by other code.
  get handler(): never {
    return callBuildFirst('handler')
  }
  get handlers(): never {
    return callBuildFirst('handlers')
  }
  get handle(): never {
    return callBuildFirst('handle')
  }
  get GET(): never {
    return callBuildFirst('GET')
  }
  get POST(): never {
    return callBuildFirst('POST')
  }
  get auth(): never {
    return callBuildFirst('auth')
  }
  get getSession(): never {
    return callBuildFirst('getSession')
  }
  get protect(): never {
    return callBuildFirst('protect')
  }
  get middleware(): never {
    return callBuildFirst('middleware')
  }
  get signIn(): never {
    return callBuildFirst('signIn')
  }
  get signOut(): never {
    return callBuildFirst('signOut')
  }
  get update(): never {
    return callBuildFirst('update')
  }
  get unstable_update(): never {
    return callBuildFirst('unstable_update')
  }
  get sessions(): never {
    return callBuildFirst('sessions')
  }
  get tokens(): never {
    return callBuildFirst('tokens')
  }
  get fetch(): never {
    return callBuildFirst('fetch')
  }
  get accounts(): never {
    return callBuildFirst('accounts')
  }
  get passkeys(): never {
    return callBuildFirst('passkeys')
  }
  get passwords(): never {
    return callBuildFirst('passwords')
  }
  get health(): never {
    return callBuildFirst('health')
  }
  get close(): never {
    return callBuildFirst('close')
  }
}

function callBuildFirst(name: string): never {
  throw new AuthError(
    `A builder has no "${name}". Call .build() first, and use the instance that it returns.`,
  )
}

function applySteps(steps: readonly Step[], draft: Draft): Draft {
  return steps.reduce((current, step) => step(current), draft)
}

function specOf(draft: Draft, outer?: readonly SpecFeature[]): AuthSpec {
  // The function of a configuration runs during a request, which is too late to add methods to the instance.
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
  const problemsOfFeatures = featureProblems(spec)
  if (problemsOfFeatures.length > 0) throw new AuthConfigurationError(problemsOfFeatures)
  requireReach(spec)
  return spec
}

export function createBuilder<const Platform extends Target>(
  target: Platform,
  finish: Finish,
): CreateAuth<Platform> {
  const createAuth = (configuration: Configuration | Resolve = {}): Builder =>
    typeof configuration === 'function'
      ? new Builder(target, finish, configuration, [])
      : new Builder(target, finish, undefined, stepsOf(configuration))
  return createAuth as unknown as CreateAuth<Platform>
}

function requireReach({ adapter, session: { strategy } }: AuthSpec): void {
  const name = strategy === 'database' ? (adapter as MayBeOutOfReach | undefined)?.['~outOfReach'] : undefined
  if (name === undefined) return
  throw new UnsupportedStrategy(
    `Strategy 'database' does not work with ${name} in the edge runtime. ` +
      "Run this code on Node.js, as proxy.ts or with `runtime: 'nodejs'`, or choose strategy 'jwt'.",
  )
}
