import type { Adapter } from '../adapters/contract.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import { problem } from './configuration-error.js'
import { refusal, type Step } from './draft.js'
import type { OptionsGiven } from './option-names.js'
import { optionNames } from './option-names.js'
import type { Absent } from './rules/check-provider.js'
import type { FlowSpec, SessionSpec, TenantSpec } from './spec.js'
import {
  addCallbacks,
  addEvents,
  addProvider,
  type CallbacksGiven,
  type EventsGiven,
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

/** A configuration in the object form. Options without a separate step are beside the steps. */
export interface Configuration extends OptionsGiven {
  readonly providers?: readonly (Provider | Absent)[]
  readonly adapter?: Adapter | undefined
  readonly users?: OwnUsers<OwnUser>
  readonly session?: Partial<SessionSpec>
  readonly jwt?: JwtOptions
  readonly callbacks?: CallbacksGiven
  readonly events?: EventsGiven
  readonly pages?: PagesOptions
  readonly cookies?: CookiesOptions
  readonly tenant?: TenantSpec
  readonly signUp?: SignUpPolicy
  readonly flow?: FlowSpec
}

/** The steps that an object may name, beside options. */
const stepNames: readonly string[] = [
  'providers',
  'adapter',
  'users',
  'session',
  'jwt',
  'callbacks',
  'events',
  'pages',
  'cookies',
  'tenant',
  'signUp',
  'flow',
]

/** The steps that an object stands for. What a function returned in place of one may be anything. */
export function stepsOf(configuration: Configuration | null | undefined): readonly Step[] {
  if (typeof configuration !== 'object' || configuration === null) {
    return [refusal(problem('wrongType', 'The configuration', 'an object'))]
  }
  const {
    providers,
    adapter,
    users,
    session,
    jwt,
    callbacks,
    events,
    pages,
    cookies,
    tenant,
    signUp,
    flow,
    ...options
  } = configuration
  return [
    setOptions(options, [...stepNames, ...optionNames]),
    ...providerSteps(providers),
    // Where a condition left none, there is none; the compiler has said that the strategy cannot be known.
    ...(adapter === undefined ? [] : [setAdapter(adapter)]),
    ...(users === undefined ? [] : [setUsers(users)]),
    setSession(session),
    setJwt(jwt),
    setFlow(flow),
    addCallbacks(callbacks),
    addEvents(events),
    setPages(pages),
    setCookies(cookies),
    ...(tenant === undefined ? [] : [setTenant(tenant)]),
    ...(signUp === undefined ? [] : [setSignUp(signUp)]),
  ]
}

function providerSteps(providers: Configuration['providers'] = []): readonly Step[] {
  if (Array.isArray(providers)) return providers.map((provider) => addProvider(provider))
  return [refusal(problem('wrongType', '`providers`', 'an array'))]
}
