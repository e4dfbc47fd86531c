import { env } from '$env/dynamic/private'
import { type EnvironmentVariables, processEnvironment } from '../../runtime/config/environment.js'

/**
 * The variables of the process and those that Kit knows, of a `.env` file or of the platform. Where Kit was told
 * the origin of the application, `AUTH_URL` need not repeat it.
 */
export function kitEnvironment(): EnvironmentVariables {
  const variables = { ...processEnvironment(), ...env }
  if (variables['AUTH_URL'] || variables['NEXTAUTH_URL']) return variables
  const origin = configuredOrigin(variables)
  return origin ? { ...variables, AUTH_URL: origin } : variables
}

/** `paths.origin` of Kit 3, or the variable `ORIGIN` of adapter-node, which does not hold in development. */
function configuredOrigin({ NODE_ENV, ORIGIN }: EnvironmentVariables): string | undefined {
  const built = typeof __SVELTEKIT_PATHS_ORIGIN__ === 'undefined' ? undefined : __SVELTEKIT_PATHS_ORIGIN__
  if (NODE_ENV === 'development') return undefined
  return built || (ORIGIN && /^https?:/i.test(ORIGIN) && URL.canParse(ORIGIN) ? ORIGIN : undefined)
}
