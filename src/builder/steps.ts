import type { Adapter } from '../adapters/contract.js'
import type { AuthOptions } from '../options/auth-options.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { JwtOptions } from '../options/jwt-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import {
  adapterProblems,
  cookiesProblems,
  pagesProblems,
  pathProblems,
  providerProblems,
  secretProblems,
  strategyProblems,
} from './checks.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'
import { type Draft, isSealed } from './draft.js'
import type { CallbackSpec, EventName, EventSpec, SessionSpec } from './spec.js'
import type { Mark } from './state.js'

/** Takes a draft one step further. */
export type Step = (draft: Draft) => Draft

/** Callbacks as one `.callbacks()` is given them. */
export type CallbacksGiven = {
  readonly [Name in keyof CallbackSpec]?: CallbackSpec[Name] extends readonly (infer Callback)[]
    ? Callback
    : CallbackSpec[Name]
}

/** Listeners as one `.events()` is given them. */
export type EventsGiven = { readonly [Name in EventName]?: EventSpec[Name][number] }

/** Options as one `.options()` is given them. */
export type OptionsGiven = AuthOptions & { readonly prefix?: `/${string}` }

export function addProvider(provider: Provider): Step {
  return (draft) => {
    const problems = providerProblems(draft, provider)
    // What is no provider is left out, so that the other rules have only providers to look at.
    const added = problems.some(({ code }) => code === 'notAProvider') ? [] : [provider]
    return {
      ...draft,
      providers: [...draft.providers, ...added],
      problems: [...draft.problems, ...problems],
    }
  }
}

export function setAdapter(adapter: Adapter): Step {
  return (draft) => ({
    ...draft,
    adapter: draft.adapter ?? adapter,
    problems: [...draft.problems, ...adapterProblems(draft, adapter)],
  })
}

export function setSession(options: Partial<SessionSpec>): Step {
  const { strategy, ...session } = options
  return (draft) => ({
    ...draft,
    strategy: strategy ?? draft.strategy,
    session: { ...draft.session, ...session },
    problems: [...draft.problems, ...strategyProblems(draft, options)],
  })
}

export function setJwt(jwt: JwtOptions): Step {
  return (draft) => ({
    ...draft,
    jwt: { ...draft.jwt, ...jwt },
    marks: mark(draft, 'jwt'),
    problems: [...draft.problems, ...found(isSealed(draft) && jwt.claims !== undefined, 'jwtAfterCallbacks')],
  })
}

export function addCallbacks({ signIn, redirect, jwt, session, authorized }: CallbacksGiven): Step {
  return (draft) => ({
    ...draft,
    callbacks: {
      signIn: added(draft.callbacks.signIn, signIn),
      redirect: redirect ?? draft.callbacks.redirect,
      jwt: added(draft.callbacks.jwt, jwt),
      session: added(draft.callbacks.session, session),
      authorized: authorized ?? draft.callbacks.authorized,
    },
    marks: mark(draft, 'callbacks'),
    problems: [
      ...draft.problems,
      ...found(authorized !== undefined && draft.target !== 'next', 'authorizedNeedsNext'),
    ],
  })
}

export function addEvents(events: EventsGiven): Step {
  return (draft) => ({
    ...draft,
    events: {
      signIn: added(draft.events.signIn, events.signIn),
      signOut: added(draft.events.signOut, events.signOut),
      createUser: added(draft.events.createUser, events.createUser),
      updateUser: added(draft.events.updateUser, events.updateUser),
      linkAccount: added(draft.events.linkAccount, events.linkAccount),
      session: added(draft.events.session, events.session),
    },
    marks: mark(draft, 'callbacks'),
  })
}

export function setPages(pages: PagesOptions): Step {
  return (draft) => ({
    ...draft,
    pages: { ...draft.pages, ...pages },
    problems: [...draft.problems, ...pagesProblems(pages)],
  })
}

export function setCookies(cookies: CookiesOptions): Step {
  return (draft) => ({
    ...draft,
    cookies: { ...draft.cookies, ...cookies },
    problems: [...draft.problems, ...cookiesProblems(cookies)],
  })
}

export function setOptions({ prefix, ...options }: OptionsGiven): Step {
  return (draft) => ({
    ...draft,
    options: { ...draft.options, ...(prefix !== undefined && { basePath: prefix }), ...options },
    marks: options.experimental?.enableWebAuthn ? mark(draft, 'webauthn') : draft.marks,
    problems: [
      ...draft.problems,
      ...secretProblems(options.secret),
      ...pathProblems(options.basePath, 'basePath'),
      ...found(prefix !== undefined && draft.target !== 'solid-start', 'prefixNeedsSolidStart'),
      ...pathProblems(prefix, 'prefix'),
    ],
  })
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
