import { resolve } from '$app/paths'
import { env } from '$env/dynamic/private'
import { parseUrl } from '../../model/parse-url.js'
import { type EnvironmentVariables, processEnvironment } from '../../runtime/port.js'

/**
 * `paths.base` of Kit's configuration. Call this when the application is loaded, because paths are relative
 * to the page while Kit serves a request.
 */
export function kitBase(): string {
  // The types of `resolve` accept only the routes of an application, and a library has no routes.
  return (resolve as unknown as (path: string) => string)('/').replace(/\/$/, '')
}

/**
 * The variables of the process and those of Kit, which come from a `.env` file or from the platform. If
 * neither `AUTH_URL` nor `NEXTAUTH_URL` is set, `AUTH_URL` is the origin in Kit's configuration.
 */
export function kitEnvironment(): EnvironmentVariables {
  const variables = { ...processEnvironment(), ...env }
  if (variables['AUTH_URL'] || variables['NEXTAUTH_URL']) return variables
  const origin = configuredOrigin(variables)
  return origin ? { ...variables, AUTH_URL: origin } : variables
}

/** `paths.origin` of Kit 3, or the variable `ORIGIN` of adapter-node. In development, neither is used. */
function configuredOrigin({ NODE_ENV, ORIGIN }: EnvironmentVariables): string | undefined {
  if (NODE_ENV === 'development') return undefined
  const built = typeof __SVELTEKIT_PATHS_ORIGIN__ === 'undefined' ? undefined : __SVELTEKIT_PATHS_ORIGIN__
  return built || (ORIGIN && /^https?:/i.test(ORIGIN) && parseUrl(ORIGIN) ? ORIGIN : undefined)
}
