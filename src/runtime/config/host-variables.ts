import { AuthError } from '../../errors.js'
import { trustedHost } from '../../options/auth-options.js'
import type { EnvironmentVariables } from './site-environment.js'

/** What the environment says about the hosts that a request may name. */
export interface HostVariables {
  /** `AUTH_TRUST_HOST`. */
  readonly trustHost: boolean | undefined
  /** `AUTH_TRUSTED_HOSTS`. */
  readonly trustedHosts: readonly string[] | undefined
  /** Whether the address of a request is as good as configured: in development, and where the platform routes by host. */
  readonly trustRequestUrl: boolean
}

/** Throws `AuthError` when a variable that says yes or no says something else, or a host is none. */
export function readHostVariables(env: EnvironmentVariables): HostVariables {
  const { NODE_ENV: mode, VERCEL, CF_PAGES } = env
  return {
    trustHost: readBoolean(env, 'AUTH_TRUST_HOST'),
    trustedHosts: readHosts(env, 'AUTH_TRUSTED_HOSTS'),
    trustRequestUrl: mode === 'development' || mode === 'test' || VERCEL === '1' || CF_PAGES === '1',
  }
}

function readBoolean(env: EnvironmentVariables, name: string): boolean | undefined {
  switch (env[name]?.trim().toLowerCase()) {
    case undefined:
    case '':
      return undefined
    case 'true':
    case '1':
    case 'yes':
    case 'on':
      return true
    case 'false':
    case '0':
    case 'no':
    case 'off':
      return false
    default:
      throw new AuthError(`The environment variable ${name} must be "true" or "false".`)
  }
}

function readHosts(env: EnvironmentVariables, name: string): readonly string[] | undefined {
  const entries = env[name]
    ?.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (!entries?.length) return undefined
  const wrong = entries.find((entry) => !trustedHost(entry))
  if (wrong === undefined) return entries
  throw new AuthError(
    `The environment variable ${name} has the entry "${wrong}", which is not a host. List hosts separated by commas, such as app.example.com,*.preview.example.com.`,
  )
}
