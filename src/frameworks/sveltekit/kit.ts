import { resolve } from '$app/paths'
import { env } from '$env/dynamic/private'
import { parseUrl } from '../../model/parse-url.js'
import { type EnvironmentVariables, processEnvironment } from '../../runtime/port.js'

/** Returns `paths.base`. Call this when the application is loaded: while Kit serves a request, paths are relative to the page. */
export function kitBase(): string {
  // The types of `resolve` accept only routes, and a library has none.
  return (resolve as unknown as (path: string) => string)('/').replace(/\/$/, '')
}

/** Returns the variables of Kit, which come from a `.env` file or from the platform. */
export function kitEnvironment(): EnvironmentVariables {
  const variables = { ...processEnvironment(), ...env }
  if (variables['AUTH_URL'] || variables['NEXTAUTH_URL']) return variables
  const origin = configuredOrigin(variables)
  return origin ? { ...variables, AUTH_URL: origin } : variables
}

/** Returns `paths.origin` of Kit 3, or the variable `ORIGIN` of adapter-node. */
function configuredOrigin({ NODE_ENV, ORIGIN }: EnvironmentVariables): string | undefined {
  if (NODE_ENV === 'development') return undefined
  const built = typeof __SVELTEKIT_PATHS_ORIGIN__ === 'undefined' ? undefined : __SVELTEKIT_PATHS_ORIGIN__
  return built || (ORIGIN && /^https?:/i.test(ORIGIN) && parseUrl(ORIGIN) ? ORIGIN : undefined)
}
