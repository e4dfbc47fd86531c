import { AuthError } from '../../errors.js'
import { environmentSecrets } from './environment-secrets.js'
import type { EnvironmentVariables } from './environment-variables.js'
import { providerVariable } from './provider-variable.js'

/** What the environment says of one provider. */
export interface ProviderEnvironment {
  clientId?: string
  clientSecret?: string
  issuer?: string
  apiKey?: string
}

/** What the environment says, where the configuration is silent. An empty variable counts as absent. */
export interface Environment {
  /** Whether there is no variable at all, as on platforms that show them only where they are asked to. */
  isEmpty(): boolean
  /** `AUTH_URL`, or `NEXTAUTH_URL`. */
  readonly url: string | undefined
  /** `AUTH_SECRET_3` to `AUTH_SECRET_1`, then `AUTH_SECRET`, or `NEXTAUTH_SECRET`: the newest first. */
  readonly secrets: readonly string[]
  /** `AUTH_TRUST_HOST`. */
  readonly trustHost: boolean | undefined
  /** Whether the address of a request is as good as configured: in development, and where the platform routes by host. */
  readonly trustRequestUrl: boolean
  /** `AUTH_CLIENT_ADDRESS_HEADER`: the header in which the proxy tells where a request comes from. */
  readonly clientAddressHeader: string | undefined
  /** `AUTH_REDIRECT_PROXY_URL`. */
  readonly redirectProxyUrl: string | undefined
  /** `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER` and `_KEY`; the id in capitals, other characters than letters and digits as `_`. */
  provider(id: string): ProviderEnvironment
}

/**
 * Reads what Authwright knows of the environment: providers' variables when asked for them, all others now.
 *
 * @throws AuthError when an address is no absolute URL, or a variable that says yes or no says something else.
 */
export function readEnvironment(env: EnvironmentVariables): Environment {
  const read = (name: string): string | undefined => env[name] || undefined
  const mode = read('NODE_ENV')
  const hosted = read('VERCEL') === '1' || read('CF_PAGES') === '1'
  return {
    isEmpty: () => Object.keys(env).length === 0,
    url: readUrl(env, 'AUTH_URL', SITE) ?? readUrl(env, 'NEXTAUTH_URL', SITE),
    secrets: environmentSecrets(env),
    trustHost: readBoolean(env, 'AUTH_TRUST_HOST'),
    trustRequestUrl: mode === 'development' || mode === 'test' || hosted,
    clientAddressHeader: readHeaderName(env, 'AUTH_CLIENT_ADDRESS_HEADER'),
    redirectProxyUrl: readUrl(env, 'AUTH_REDIRECT_PROXY_URL', PROXY),
    provider(id) {
      return withoutAbsent({
        clientId: read(providerVariable(id, 'ID')),
        clientSecret: read(providerVariable(id, 'SECRET')),
        issuer: read(providerVariable(id, 'ISSUER')),
        apiKey: read(providerVariable(id, 'KEY')),
      })
    },
  }
}

/** The environment variables of the process, where the runtime has any. */
export function processEnvironment(): EnvironmentVariables {
  const { process } = globalThis as { process?: { env?: EnvironmentVariables } }
  return process?.env ?? {}
}

function readHeaderName(env: EnvironmentVariables, name: string): string | undefined {
  const value = env[name]
  if (!value) return undefined
  // RFC 9110, section 5.6.2: what a header may be called.
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(value)) return value
  throw new AuthError(`${name} must be the name of a header, such as X-Real-IP.`)
}

/** What an address is of, and an example of one. */
const SITE = ['the application', 'https://example.com'] as const
const PROXY = ["the proxy's routes", 'https://example.com/auth'] as const

function readUrl(
  env: EnvironmentVariables,
  name: string,
  [what, example]: readonly [string, string],
): string | undefined {
  const value = env[name] || undefined
  // Without a scheme, `localhost:3000` is a URL too, of the scheme `localhost:`.
  if (value === undefined || (/^https?:/i.test(value) && URL.canParse(value))) return value
  throw new AuthError(
    `The environment variable ${name} must be the address of ${what} with its scheme, such as ${example}.`,
  )
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

function withoutAbsent(values: Record<keyof ProviderEnvironment, string | undefined>): ProviderEnvironment {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
