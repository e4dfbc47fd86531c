import type { Adapter } from '../adapters/contract.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'

import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions } from '../options/session-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import {
  adapterProblems,
  functionProblems,
  isProvider,
  nameProblems,
  pagesProblems,
  pathProblems,
  providerProblems,
  secretProblems,
  strategyProblems,
  usersProblems,
} from './checks.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'
import { cookiesProblems } from './cookie-checks.js'
import { type Draft, isSealed, refusal, type Step, stepOf } from './draft.js'
import { aSchema } from './kinds.js'
import { jwtNames, type OptionsGiven, optionNames, pluginNames, sessionNames } from './option-names.js'
import { jwtProblems, optionsProblems, sessionProblems } from './option-values.js'
import type { Plugin, PluginJwtParams, PluginSessionParams } from './plugin.js'
import type { Absent } from './rules/check-provider.js'
import type {
  CallbackSpec,
  EventName,
  EventSpec,
  FlowSpec,
  SessionSpec,
  SpecFeature,
  TenantSpec,
} from './spec.js'
import type { Mark } from './state.js'

/** Callbacks as one `.callbacks()` is given them. */
export type CallbacksGiven = {
  readonly [Name in keyof CallbackSpec]?: CallbackSpec[Name] extends readonly (infer Callback)[]
    ? Callback
    : CallbackSpec[Name]
}

/** A plugin as `.use()` is given it. */
export type PluginGiven = Plugin<object, object>

/** Listeners as one `.events()` is given them. */
export type EventsGiven = { readonly [Name in EventName]?: EventSpec[Name][number] }

/** What a condition left where a provider is not wanted adds none; `signIn` then rejects its id. */
export function addProvider(provider: Provider | Absent): Step {
  if (!provider) return (draft) => draft
  return (draft) => {
    const problems = providerProblems(draft, provider)
    // What is no provider is left out, so that the other rules have only providers to look at.
    const added = isProvider(provider) ? [provider] : []
    return {
      ...draft,
      providers: [...draft.providers, ...added],
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

export function setSession(given: Partial<SessionSpec> | undefined): Step {
  return stepOf('session', given, (options) => {
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

export function setJwt(given: JwtOptions | undefined): Step {
  return stepOf('jwt', given, (jwt) => (draft) => ({
    ...draft,
    jwt: { ...draft.jwt, ...jwt },
    marks: isEmpty(jwt) ? draft.marks : mark(draft, 'jwt'),
    problems: [
      ...draft.problems,
      ...nameProblems('JWT option', jwt, jwtNames),
      ...jwtProblems(jwt),
      ...secretProblems(jwt.secret),
      ...found(isSealed(draft) && jwt.claims !== undefined, 'jwtAfterCallbacks'),
    ],
  }))
}

export function addCallbacks(given: CallbacksGiven | undefined): Step {
  return stepOf('callbacks', given, (callbacks) => {
    const { signIn, redirect, jwt, session, authorized } = callbacks
    return (draft) => ({
      ...draft,
      callbacks: {
        signIn: added(draft.callbacks.signIn, signIn),
        redirect: redirect ?? draft.callbacks.redirect,
        jwt: added(draft.callbacks.jwt, jwt),
        session: added(draft.callbacks.session, session),
        authorized: authorized ?? draft.callbacks.authorized,
      },
      marks: sealedBy(callbacks, draft),
      problems: [
        ...draft.problems,
        ...functionProblems('callback', callbacks, draft.callbacks),
        ...found(authorized !== undefined && draft.target !== 'next', 'authorizedNeedsNext'),
      ],
    })
  })
}

/** Adds a plugin, or a feature, which has a name. */
export function addUsed(given: PluginGiven | SpecFeature): Step {
  return stepOf('use', given ?? null, (used) => ('name' in used ? addFeature(used) : addPlugin(used)))
}

function addFeature(feature: SpecFeature): Step {
  // Two copies of the package may meet, so a feature is recognised by its data.
  if (feature.version !== 1) {
    return refusal(
      problem('wrongType', `The feature '${feature.name}'`, 'one for this version of Authwright'),
    )
  }
  return (draft) => ({ ...draft, features: [...draft.features, feature] })
}

/** Adds what a plugin has beside what there is, so that it types nothing and steps that change types may follow. */
function addPlugin(given: PluginGiven): Step {
  return stepOf('use', given, (plugin) => {
    const { signIn, jwt, session, events } = plugin
    // The parameters of every configuration, by name. What is no function is left for the check of callbacks.
    const addsClaims: CallbacksGiven['jwt'] = async (context) => {
      const claims = await jwt?.(context as PluginJwtParams)
      return claims ? { ...context.token, ...claims } : null
    }
    const addsFields: CallbacksGiven['session'] = async (context) => {
      const params = context as PluginSessionParams<object>
      return { ...context.session, ...(await session?.(params)) }
    }
    const callbacks = addCallbacks({
      ...(signIn && { signIn }),
      ...(jwt && { jwt: typeof jwt === 'function' ? addsClaims : jwt }),
      ...(session && { session: typeof session === 'function' ? addsFields : session }),
    })
    return (draft) => {
      const extended = addEvents(events as EventsGiven | undefined)(callbacks(draft))
      return {
        ...extended,
        marks: jwt ? mark(draft, 'jwt') : draft.marks,
        problems: [...extended.problems, ...nameProblems('plugin option', plugin, pluginNames)],
      }
    }
  })
}

export function addEvents(given: EventsGiven | undefined): Step {
  return stepOf('events', given, (events) => (draft) => ({
    ...draft,
    events: {
      signIn: added(draft.events.signIn, events.signIn),
      signOut: added(draft.events.signOut, events.signOut),
      createUser: added(draft.events.createUser, events.createUser),
      updateUser: added(draft.events.updateUser, events.updateUser),
      linkAccount: added(draft.events.linkAccount, events.linkAccount),
      unlinkAccount: added(draft.events.unlinkAccount, events.unlinkAccount),
      removePasskey: added(draft.events.removePasskey, events.removePasskey),
      backchannelLogout: added(draft.events.backchannelLogout, events.backchannelLogout),
      tokenRefreshFailed: added(draft.events.tokenRefreshFailed, events.tokenRefreshFailed),
      session: added(draft.events.session, events.session),
    },
    marks: sealedBy(events, draft),
    problems: [...draft.problems, ...functionProblems('event', events, draft.events)],
  }))
}

export function setPages(given: PagesOptions | undefined): Step {
  return stepOf('pages', given, (pages) => (draft) => ({
    ...draft,
    pages: { ...draft.pages, ...pages },
    problems: [...draft.problems, ...pagesProblems(pages)],
  }))
}

export function setCookies(given: CookiesOptions | undefined): Step {
  return stepOf('cookies', given, (cookies) => (draft) => ({
    ...draft,
    cookies: { ...draft.cookies, ...cookies },
    problems: [...draft.problems, ...cookiesProblems(cookies)],
  }))
}

/** `known` names what may be given, which is more where options stand beside the steps. */
export function setOptions(given: OptionsGiven | undefined, known: readonly string[] = optionNames): Step {
  return stepOf('options', given, (all) => {
    const { prefix, ...options } = all
    return (draft) => ({
      ...draft,
      options: { ...draft.options, ...(prefix !== undefined && { basePath: prefix }), ...options },
      marks: options.experimental?.enableWebAuthn ? mark(draft, 'webauthn') : draft.marks,
      problems: [
        ...draft.problems,
        ...nameProblems('option', all, known),
        ...secretProblems(options.secret),
        ...pathProblems(options.basePath, 'basePath'),
        ...found(prefix !== undefined && draft.target !== 'solid-start', 'prefixNeedsSolidStart'),
        ...pathProblems(prefix, 'prefix'),
        ...found(
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
      ...found(draft.tenant !== undefined, 'secondTenant'),
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
              "'open', 'closed' or a function that returns a boolean or a path",
            ),
          ]),
    ],
  })
}

export function setFlow(given: FlowSpec | undefined): Step {
  return stepOf('flow', given, (flow) => (draft) => ({
    ...draft,
    flow,
    problems: [
      ...draft.problems,
      ...nameProblems('flow option', flow, ['data']),
      ...found(isSealed(draft), 'flowAfterCallbacks'),
      ...(aSchema.holds(flow.data) ? [] : [problem('wrongType', '`flow.data`', 'a Standard Schema')]),
    ],
  }))
}

/** What is empty types nothing, so steps that change types may still follow. */
function sealedBy(given: object, draft: Draft): readonly Mark[] {
  return isEmpty(given) ? draft.marks : mark(draft, 'callbacks')
}

function isEmpty(given: object): boolean {
  return Object.keys(given).length === 0
}

function added<Item>(items: readonly Item[], item: Item | undefined): readonly Item[] {
  return item === undefined ? items : [...items, item]
}

function mark({ marks }: Draft, left: Mark): readonly Mark[] {
  return marks.includes(left) ? marks : [...marks, left]
}

function found(broken: boolean, ...[code]: Parameters<typeof problem>): readonly ConfigurationProblem[] {
  return broken ? [problem(code)] : []
}
