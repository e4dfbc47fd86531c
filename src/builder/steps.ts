import type { Adapter } from '../adapters/contract.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { CallbackSpec, EventName, EventSpec, FlowSpec, SessionSpec, TenantSpec } from './auth-spec.js'
import type { Mark } from './auth-state.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'
import { cookiesProblems } from './cookie-checks.js'
import { type Draft, isSealed, mark, type Step, stepOf } from './draft.js'
import { nameProblems } from './name-problems.js'
import { jwtNames, type OptionsInput, optionNames, sessionNames } from './option-names.js'
import { jwtProblems, optionsProblems, sessionProblems } from './option-value-problems.js'
import {
  adapterProblems,
  functionProblems,
  isProvider,
  pagesProblems,
  pathProblems,
  providerProblems,
  secretProblems,
  strategyProblems,
  usersProblems,
} from './run-time-checks.js'
import type { Absent } from './type-rules/check-provider.js'
import { aSchema } from './value-checks.js'

export type CallbacksInput = {
  readonly [Name in keyof CallbackSpec]?: CallbackSpec[Name] extends readonly (infer Callback)[]
    ? Callback | undefined
    : CallbackSpec[Name]
}

export type EventsInput = { readonly [Name in EventName]?: EventSpec[Name][number] }

export function addProvider(provider: Provider | Absent): Step {
  if (!provider) return (draft) => draft
  return (draft) => {
    const problems = providerProblems(draft, provider)
    // A value that is not a provider is left out, so that later rules check only providers.
    const valid = isProvider(provider) ? [provider] : []
    return {
      ...draft,
      providers: [...draft.providers, ...valid],
      problems: [...draft.problems, ...problems],
    }
  }
}

export function setAdapter(adapter: Adapter | undefined): Step {
  return (draft) => ({
    ...draft,
    adapter: draft.adapter ?? adapter,
    problems: [...draft.problems, ...adapterProblems(draft, adapter)],
  })
}

export function setUsers(users: OwnUsers<OwnUser>): Step {
  return (draft) => ({
    ...draft,
    users: draft.users ?? users,
    problems: [...draft.problems, ...usersProblems(draft, users)],
  })
}

export function setSession(input: Partial<SessionSpec> | undefined): Step {
  return stepOf('session', input, (options) => {
    const { strategy, ...session } = options
    return (draft) => ({
      ...draft,
      strategy: strategy ?? draft.strategy,
      session: { ...draft.session, ...session },
      problems: [
        ...draft.problems,
        ...nameProblems('session option', options, sessionNames),
        ...strategyProblems(draft, options),
        ...sessionProblems(options),
      ],
    })
  })
}

export function setJwt(input: JwtOptions | undefined): Step {
  return stepOf('jwt', input, (jwt) => (draft) => ({
    ...draft,
    jwt: { ...draft.jwt, ...jwt },
    marks: isEmpty(jwt) ? draft.marks : mark(draft, 'jwt'),
    problems: [
      ...draft.problems,
      ...nameProblems('JWT option', jwt, jwtNames),
      ...jwtProblems(jwt),
      ...secretProblems(jwt.secret),
      ...when(isSealed(draft) && jwt.claims !== undefined, 'jwtAfterCallbacks'),
    ],
  }))
}

export function addCallbacks(input: CallbacksInput | undefined): Step {
  return stepOf('callbacks', input, (callbacks) => {
    const { signIn, redirect, jwt, session, authorized } = callbacks
    return (draft) => ({
      ...draft,
      callbacks: {
        signIn: appended(draft.callbacks.signIn, signIn),
        redirect: redirect ?? draft.callbacks.redirect,
        jwt: appended(draft.callbacks.jwt, jwt),
        session: appended(draft.callbacks.session, session),
        authorized: authorized ?? draft.callbacks.authorized,
      },
      marks: sealedBy(callbacks, draft),
      problems: [
        ...draft.problems,
        ...functionProblems('callback', callbacks, draft.callbacks),
        ...when(authorized !== undefined && draft.target !== 'next', 'authorizedNeedsNext'),
      ],
    })
  })
}

export function addEvents(input: EventsInput | undefined): Step {
  return stepOf('events', input, (events) => (draft) => ({
    ...draft,
    events: withListeners(draft.events, events),
    marks: sealedBy(events, draft),
    problems: [...draft.problems, ...functionProblems('event', events, draft.events)],
  }))
}

function withListeners(earlier: EventSpec, added: EventsInput): EventSpec {
  const entries = Object.entries(earlier).map(([name, listeners]) => [
    name,
    appended<unknown>(listeners, added[name as EventName]),
  ])
  return Object.fromEntries(entries) as EventSpec
}

export function setPages(input: PagesOptions | undefined): Step {
  return stepOf('pages', input, (pages) => (draft) => ({
    ...draft,
    pages: { ...draft.pages, ...pages },
    problems: [...draft.problems, ...pagesProblems(pages)],
  }))
}

export function setCookies(input: CookiesOptions | undefined): Step {
  return stepOf('cookies', input, (cookies) => (draft) => ({
    ...draft,
    cookies: { ...draft.cookies, ...cookies },
    problems: [...draft.problems, ...cookiesProblems(cookies)],
  }))
}

/** `names` are the allowed options. A configuration object allows more of them, because it also has a member for each step. */
export function setOptions(input: OptionsInput | undefined, names: readonly string[] = optionNames): Step {
  return stepOf('options', input, (allOptions) => {
    const { prefix, ...options } = allOptions
    return (draft) => ({
      ...draft,
      options: { ...draft.options, ...(prefix !== undefined && { basePath: prefix }), ...options },
      problems: [
        ...draft.problems,
        ...nameProblems('option', allOptions, names),
        ...secretProblems(options.secret),
        ...pathProblems(options.basePath, 'basePath'),
        ...when(prefix !== undefined && draft.target !== 'solid-start', 'prefixNeedsSolidStart'),
        ...pathProblems(prefix, 'prefix'),
        ...when(
          options.appBasePath !== undefined && draft.target !== 'solid-start',
          'appBasePathNeedsSolidStart',
        ),
        ...pathProblems(options.appBasePath || undefined, 'appBasePath'),
        ...optionsProblems(options),
      ],
    })
  })
}

export function setTenant(tenant: TenantSpec): Step {
  return (draft) => ({
    ...draft,
    tenant: draft.tenant ?? tenant,
    problems: [
      ...draft.problems,
      ...when(draft.tenant !== undefined, 'secondTenant'),
      ...(tenant === false || typeof tenant === 'function'
        ? []
        : [problem('wrongType', '`tenant`', 'a function of the request that returns an id, or `false`')]),
    ],
  })
}

export function setSignUp(signUp: SignUpPolicy): Step {
  const isPolicy = signUp === 'open' || signUp === 'closed' || typeof signUp === 'function'
  return (draft) => ({
    ...draft,
    signUp,
    problems: [
      ...draft.problems,
      ...(isPolicy
        ? []
        : [
            problem(
              'wrongType',
              '`signUp`',
              "'open', 'closed' or a function that returns a boolean or a URL",
            ),
          ]),
    ],
  })
}

export function setFlow(input: FlowSpec | undefined): Step {
  return stepOf('flow', input, (flow) => (draft) => ({
    ...draft,
    flow,
    problems: [
      ...draft.problems,
      ...nameProblems('flow option', flow, ['data']),
      ...when(isSealed(draft), 'flowAfterCallbacks'),
      ...(aSchema.holds(flow.data) ? [] : [problem('wrongType', '`flow.data`', 'a Standard Schema')]),
    ],
  }))
}

/** Marks a draft after callbacks or event listeners. An empty object contains none, so later steps may still change types. */
function sealedBy(input: object, draft: Draft): readonly Mark[] {
  return isEmpty(input) ? draft.marks : mark(draft, 'callbacks')
}

function isEmpty(input: object): boolean {
  return Object.keys(input).length === 0
}

function appended<Item>(items: readonly Item[], item: Item | undefined): readonly Item[] {
  return item === undefined ? items : [...items, item]
}

function when(isBroken: boolean, ...[code]: Parameters<typeof problem>): readonly ConfigurationProblem[] {
  return isBroken ? [problem(code)] : []
}
