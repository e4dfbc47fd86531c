import { AuthError } from '../../../errors.js'
import { withoutUndefined } from '../../../model/without-undefined.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import { booleanValue } from './boolean-value.js'
import { hostList } from './host-list.js'
import {
  type EnvironmentVariables,
  environmentSecrets,
  readUrl,
  siteUrl,
} from './secret-and-url-variables.js'

export interface ProviderEnvironment {
  clientId?: string
  clientSecret?: string
  issuer?: string
  apiKey?: string
  teamId?: string
  keyId?: string
  privateKey?: string
}

export interface HostVariables {
  readonly trustHost: boolean | undefined
  readonly trustedHosts: readonly string[] | undefined
  /**
   * Whether the URL of a request is trusted like the URL in `AUTH_URL`: in development and tests, and on
   * platforms that route by host.
   */
  readonly trustRequestUrl: boolean
}

/** An empty variable counts as absent. */
export interface Environment extends HostVariables {
  /** All variables. Some platforms provide variables only if a setting allows it. */
  readonly variables: EnvironmentVariables
  readonly url: string | undefined
  readonly secrets: readonly string[]
  readonly isProduction: boolean
  readonly clientAddressHeader: string | undefined
  readonly redirectProxyUrl: string | undefined
  provider(id: string): ProviderEnvironment
}

export function readEnvironment(env: EnvironmentVariables): Environment {
  const read = (name: string): string | undefined => env[name] || undefined
  return {
    variables: env,
    url: siteUrl(env),
    secrets: environmentSecrets(env),
    ...readHostVariables(env),
    isProduction: env['NODE_ENV'] === 'production',
    clientAddressHeader: readHeaderName(env, 'AUTH_CLIENT_ADDRESS_HEADER') ?? platformAddressHeader(env),
    redirectProxyUrl: readUrl(env, 'AUTH_REDIRECT_PROXY_URL', PROXY),
    provider(id) {
      return withoutUndefined({
        clientId: read(providerVariable(id, 'ID')),
        clientSecret: read(providerVariable(id, 'SECRET')),
        issuer: read(providerVariable(id, 'ISSUER')),
        apiKey: read(providerVariable(id, 'KEY')),
        teamId: read(providerVariable(id, 'TEAM_ID')),
        keyId: read(providerVariable(id, 'KEY_ID')),
        privateKey: read(providerVariable(id, 'PRIVATE_KEY')),
      })
    },
  }
}

export function readHostVariables(env: EnvironmentVariables): HostVariables {
  const { NODE_ENV: mode, VERCEL, CF_PAGES } = env
  return {
    trustHost: readBoolean(env, 'AUTH_TRUST_HOST'),
    trustedHosts: readHosts(env, 'AUTH_TRUSTED_HOSTS'),
    trustRequestUrl: mode === 'development' || mode === 'test' || VERCEL === '1' || CF_PAGES === '1',
  }
}

function readBoolean(env: EnvironmentVariables, name: string): boolean | undefined {
  const value = booleanValue(env[name])
  if (value !== 'invalid') return value
  throw new AuthError(`The environment variable ${name} must be "true" or "false".`)
}

function readHosts(env: EnvironmentVariables, name: string): readonly string[] | undefined {
  const { hosts, invalid } = hostList(env[name])
  if (invalid === undefined) return hosts.length > 0 ? hosts : undefined
  throw new AuthError(
    `The environment variable ${name} has the entry "${invalid}", which is not a host. List hosts separated by commas, such as app.example.com,*.preview.example.com.`,
  )
}

const PROXY = ["the proxy's routes", 'https://example.com/auth'] as const

/** Only headers that the platform always overwrites, so that clients cannot forge them. */
const ADDRESS_HEADERS: Readonly<Record<string, string>> = {
  VERCEL: 'x-real-ip',
  NETLIFY: 'x-nf-client-connection-ip',
  CF_PAGES: 'cf-connecting-ip',
  FLY_APP_NAME: 'fly-client-ip',
}

function platformAddressHeader(env: EnvironmentVariables): string | undefined {
  return Object.entries(ADDRESS_HEADERS).find(([variable]) => isPlatform(env, variable))?.[1]
}

/**
 * Netlify sets `NETLIFY` only during builds, but its functions have a global object `Netlify`. An application
 * may set Netlify's other variable, `SITE_ID`, on any platform.
 *
 * @see https://docs.netlify.com/build/functions/api/
 */
function isPlatform(env: EnvironmentVariables, variable: string): boolean {
  return Boolean(env[variable]) || (variable === 'NETLIFY' && 'Netlify' in globalThis)
}

const PLATFORMS: readonly string[] = [
  ...['VERCEL', 'NETLIFY', 'CF_PAGES', 'AWS_LAMBDA_FUNCTION_NAME', 'FUNCTIONS_WORKER_RUNTIME', 'K_SERVICE'],
  ...['DENO_DEPLOYMENT_ID', 'NODE_UNIQUE_ID'],
]

/** `WEB_CONCURRENCY` is the number of processes, `NODE_APP_INSTANCE` the index of this process, from 0. */
const LOWEST_VALUES: Readonly<Record<string, number>> = { WEB_CONCURRENCY: 2, NODE_APP_INSTANCE: 1 }

/**
 * The name of an environment variable that shows that the application runs in several processes, or in a new
 * process per request. `undefined` if there is no such variable.
 */
export function severalProcesses(env: EnvironmentVariables): string | undefined {
  const numbered = Object.entries(LOWEST_VALUES).find(([name, lowest]) => Number(env[name]) >= lowest)
  return PLATFORMS.find((name) => isPlatform(env, name)) ?? numbered?.[0]
}

function readHeaderName(env: EnvironmentVariables, name: string): string | undefined {
  const value = env[name]
  if (!value) return undefined
  // A token, as RFC 9110, section 5.6.2 defines it.
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(value)) return value
  throw new AuthError(`${name} must be the name of a header, such as X-Real-IP.`)
}
