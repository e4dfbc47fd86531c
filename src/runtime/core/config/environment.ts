import { AuthError } from '../../../errors.js'
import { withoutUndefined } from '../../../model/without-undefined.js'
import { hostList } from '../../../options/host-list.js'
import { providerVariable } from '../../../providers/kinds/provider-variable.js'
import { booleanValue } from './boolean-value.js'
import { platformAddressHeader } from './hosting-platforms.js'
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

/** The environment variables that the configuration uses. An empty variable counts as absent. */
export interface Environment extends HostVariables {
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

function readHeaderName(env: EnvironmentVariables, name: string): string | undefined {
  const value = env[name]
  if (!value) return undefined
  // RFC 9110, section 5.6.2: a header name is a token.
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(value)) return value
  throw new AuthError(`${name} must be the name of a header, such as X-Real-IP.`)
}
