import type { Adapter } from '../adapters/contract.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { JwtOptions } from '../options/jwt-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { SessionSpec } from './spec.js'
import {
  addCallbacks,
  addEvents,
  addProvider,
  type CallbacksGiven,
  type EventsGiven,
  type OptionsGiven,
  type Step,
  setAdapter,
  setCookies,
  setJwt,
  setOptions,
  setPages,
  setSession,
} from './steps.js'

/** A configuration as the object form is given it. What has no step of its own stands beside the steps. */
export interface Configuration extends OptionsGiven {
  readonly providers?: readonly Provider[]
  readonly adapter?: Adapter | undefined
  readonly session?: Partial<SessionSpec>
  readonly jwt?: JwtOptions
  readonly callbacks?: CallbacksGiven
  readonly events?: EventsGiven
  readonly pages?: PagesOptions
  readonly cookies?: CookiesOptions
}

/** The steps that an object stands for. */
export function stepsOf(configuration: Configuration): readonly Step[] {
  const {
    providers = [],
    adapter,
    session,
    jwt,
    callbacks,
    events,
    pages,
    cookies,
    ...options
  } = configuration
  return [
    setOptions(options),
    ...providers.map(addProvider),
    ...(adapter ? [setAdapter(adapter)] : []),
    ...(session ? [setSession(session)] : []),
    ...(jwt ? [setJwt(jwt)] : []),
    ...(callbacks ? [addCallbacks(callbacks)] : []),
    ...(events ? [addEvents(events)] : []),
    ...(pages ? [setPages(pages)] : []),
    ...(cookies ? [setCookies(cookies)] : []),
  ]
}
