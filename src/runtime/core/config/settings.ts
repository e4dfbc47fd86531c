import type { AuthSpec } from '../../../builder/auth-spec.js'
import { MissingSecret } from '../../../errors.js'
import type { Endpoint, OAuthSettings } from '../../../providers/kinds/oauth.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { MakesProvider, PublishedOptions } from '../../../providers/kinds/published-provider.js'
import type { Clock } from '../base/clock.js'
import { requireSecrets } from '../crypto/keys.js'
import type { Environment } from './environment.js'

export interface Settings {
  readonly spec: AuthSpec
  readonly providers: ReadonlyMap<string, Provider>
  /** The first secret seals and signs. All secrets can open and verify. */
  readonly secrets: readonly string[]
  readonly clock: Clock
}

export function configuredSecrets(
  option: string | readonly string[] | undefined,
  { secrets, variables }: Environment,
): readonly string[] {
  if (option === undefined && secrets.length === 0 && Object.keys(variables).length === 0)
    throw new MissingSecret(NO_VARIABLES)
  return requireSecrets(option === undefined ? secrets : [option].flat())
}

const NO_VARIABLES =
  'There is no `secret`, and no environment variable at all. On Cloudflare Workers, set the compatibility flag nodejs_compat, and a compatibility date from 2025-04-01 on.'

export function readyProvider(configured: Provider, environment: Environment): Provider {
  const { id } = configured
  const { '~makes': makes } = configured as MakesProvider
  const provider = makes ? { ...makes(publishedOptions(environment, id)), id } : configured
  const name = provider.name ?? id
  if (provider.type === 'email') {
    return { ...provider, name, apiKey: provider.apiKey || environment.provider(id).apiKey }
  }
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return { ...provider, name }
  const variables = environment.provider(id)
  const { clientSecretKey } = provider
  return withIssuer({
    ...provider,
    name,
    clientId: provider.clientId ?? variables.clientId,
    clientSecret: provider.clientSecret ?? variables.clientSecret,
    clientSecretKey: clientSecretKey && {
      ...clientSecretKey,
      teamId: clientSecretKey.teamId ?? variables.teamId,
      keyId: clientSecretKey.keyId ?? variables.keyId,
      privateKey: clientSecretKey.privateKey ?? variables.privateKey,
    },
    issuer: provider.issuer ?? variables.issuer,
  })
}

export function withIssuer<Provider extends Endpoints>(provider: Provider): Provider {
  return withoutPlaceholders({ ...provider, issuer: provider.issuer ?? provider.defaultIssuer })
}

function publishedOptions(environment: Environment, id: string): PublishedOptions {
  const { clientId, clientSecret, issuer } = environment.provider(id)
  return { clientId, clientSecret, issuer }
}

const ENDPOINTS = ['wellKnown', 'authorization', 'token', 'userinfo', 'endSession', 'revocation'] as const

type Endpoints = Pick<OAuthSettings, 'issuer' | 'defaultIssuer' | 'clientId' | (typeof ENDPOINTS)[number]>

const PLACEHOLDER = /\{(issuer|clientId)\}/g

function withoutPlaceholders<Provider extends Endpoints>(provider: Provider): Provider {
  const { issuer, clientId } = provider
  const values = { issuer: issuer?.replace(/\/+$/, ''), clientId }
  const replaced = (text: string): string =>
    text.replace(PLACEHOLDER, (placeholder, name: keyof typeof values) => values[name] ?? placeholder)
  const endpoints = ENDPOINTS.flatMap((name) => {
    const endpoint = provider[name]
    return endpoint ? [[name, replacedEndpoint(endpoint, replaced)]] : []
  })
  return { ...provider, ...Object.fromEntries(endpoints) }
}

function replacedEndpoint(
  endpoint: string | Endpoint,
  replaced: (text: string) => string,
): string | Endpoint {
  if (typeof endpoint === 'string') return replaced(endpoint)
  const { url, params = {} } = endpoint
  const replacedParams = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? replaced(value) : value,
  ])
  return {
    ...endpoint,
    ...(typeof url === 'string' && { url: replaced(url) }),
    ...(endpoint.params && { params: Object.fromEntries(replacedParams) }),
  }
}

export function lacksIssuer({ issuer, authorization, token, userinfo }: Endpoints): boolean {
  if (issuer !== undefined) return false
  return [authorization, token, userinfo].some((endpoint) => {
    const url = typeof endpoint === 'object' ? endpoint.url : endpoint
    return url?.includes('{issuer}')
  })
}

export function keepsTokensInCookie({ adapter, options }: Pick<AuthSpec, 'adapter' | 'options'>): boolean {
  return options.providerTokens?.place === 'cookie' && !adapter
}
