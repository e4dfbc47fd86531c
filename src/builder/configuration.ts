import type { Adapter } from '../adapters/contract.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { FlowSpec, SessionSpec, TenantSpec } from './auth-spec.js'
import { problem } from './configuration-error.js'
import { refusal, type Step } from './draft.js'
import { type OptionsInput, optionNames } from './option-names.js'
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

export interface Configuration extends OptionsInput {
  readonly providers?: readonly (Provider | Absent)[]
  readonly adapter?: Adapter | undefined
  readonly users?: OwnUsers<OwnUser>
  readonly session?: Partial<SessionSpec>
  readonly jwt?: JwtOptions
  readonly callbacks?: CallbacksInput
  readonly events?: EventsInput
  readonly pages?: PagesOptions
  readonly cookies?: CookiesOptions
  readonly tenant?: TenantSpec
  readonly signUp?: SignUpPolicy
  readonly flow?: FlowSpec
}

const stepNames: readonly string[] = Object.keys({
  providers: true,
  adapter: true,
  users: true,
  session: true,
  jwt: true,
  callbacks: true,
  events: true,
  pages: true,
  cookies: true,
  tenant: true,
  signUp: true,
  flow: true,
} satisfies Record<Exclude<keyof Configuration, keyof OptionsInput>, true>)

/**
 * Converts a configuration object to steps. In plain JavaScript, a function passed to `createAuth()` may return any
 * value, so the type is checked.
 */
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
