import type { AuthSpec } from '../../../builder/spec.js'
import { MissingSecret } from '../../../errors.js'
import type { Endpoint, OAuthSettings } from '../../../providers/kinds/oauth.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { MakesProvider, PublishedOptions } from '../../../providers/kinds/published.js'
import type { Clock } from '../base/clock.js'
import { requireSecrets } from '../crypto/keys.js'
import type { Environment } from './environment.js'

/** The settings of the configuration and the environment. */
export interface Settings {
  readonly spec: AuthSpec
  /** Providers by id, completed with environment variables. */
  readonly providers: ReadonlyMap<string, Provider>
  /** The first secret seals and signs. All of them open and verify. */
  readonly secrets: readonly string[]
  readonly clock: Clock
}

/** The option `secret`, or the secrets of the environment. Throws `MissingSecret` if there are none. */
export function configuredSecrets(
  option: string | readonly string[] | undefined,
  { secrets, isEmpty }: Environment,
): readonly string[] {
  if (option === undefined && secrets.length === 0 && isEmpty()) throw new MissingSecret(NO_VARIABLES)
  return requireSecrets(option === undefined ? secrets : [option].flat())
}

const NO_VARIABLES =
  'There is no `secret`, and no environment variable at all. On Cloudflare Workers, set the compatibility flag nodejs_compat, and a compatibility date from 2025-04-01 on.'

/** Completes a provider with environment variables and a display name. */
export function readyProvider(given: Provider, environment: Environment): Provider {
  const { '~makes': makes } = given as MakesProvider
  const provider = makes ? { ...makes(publishedOptions(environment, given.id)), id: given.id } : given
  const name = provider.name ?? provider.id
  if (provider.type === 'email') {
    return { ...provider, name, apiKey: provider.apiKey || environment.provider(provider.id).apiKey }
  }
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return { ...provider, name }
  const { clientId, clientSecret, issuer, teamId, keyId, privateKey } = environment.provider(provider.id)
  const { clientSecretKey } = provider
  return withoutPlaceholders({
    ...provider,
    name,
    clientId: provider.clientId ?? clientId,
    clientSecret: provider.clientSecret ?? clientSecret,
    clientSecretKey: clientSecretKey && {
      ...clientSecretKey,
      teamId: clientSecretKey.teamId ?? teamId,
      keyId: clientSecretKey.keyId ?? keyId,
      privateKey: clientSecretKey.privateKey ?? privateKey,
    },
    issuer: provider.issuer ?? issuer ?? provider.defaultIssuer,
  })
}

/** Passes only these variables to a provider of another package. */
function publishedOptions(environment: Environment, id: string): PublishedOptions {
  const { clientId, clientSecret, issuer } = environment.provider(id)
  return { clientId, clientSecret, issuer }
}

type Endpoints = Pick<
  OAuthSettings,
  'issuer' | 'clientId' | 'wellKnown' | 'authorization' | 'token' | 'userinfo' | 'endSession' | 'revocation'
>

/** A provider with `{issuer}` and `{clientId}` replaced in its endpoints. A placeholder without a value is kept. */
function withoutPlaceholders<Provider extends Endpoints>(provider: Provider): Provider {
  const { issuer, clientId } = provider
  const values = { issuer: issuer?.replace(/\/+$/, ''), clientId }
  const replaced = (text: string): string =>
    text.replace(PLACEHOLDER, (placeholder, name: keyof typeof values) => values[name] ?? placeholder)
  const written = ENDPOINTS.flatMap((name) => {
    const given = provider[name]
    return given ? [[name, endpoint(given, replaced)]] : []
  })
  return { ...provider, ...Object.fromEntries(written) }
}

/** The members of a provider that are URLs. */
const ENDPOINTS = ['wellKnown', 'authorization', 'token', 'userinfo', 'endSession', 'revocation'] as const

/** Whether an endpoint needs an issuer, and the provider has none. */
export function lacksIssuer({ issuer, authorization, token, userinfo }: Endpoints): boolean {
  if (issuer !== undefined) return false
  return [authorization, token, userinfo].some((given) => {
    const url = typeof given === 'object' ? given.url : given
    return url?.includes('{issuer}')
  })
}

const PLACEHOLDER = /\{(issuer|clientId)\}/g

function endpoint<Given extends string | Endpoint>(given: Given, replaced: (text: string) => string): Given {
  if (typeof given === 'string') return replaced(given) as Given
  const { url, params }: Endpoint = given
  return {
    ...(given as object),
    ...(typeof url === 'string' && { url: replaced(url) }),
    ...(params && {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'string' ? replaced(value) : value,
        ]),
      ),
    }),
  } as Given
}

/**
 * Whether the provider tokens of a session are stored in a cookie: if this is configured and there is no
 * adapter.
 */
export function keepsTokens({ adapter, options }: Pick<AuthSpec, 'adapter' | 'options'>): boolean {
  return options.providerTokens?.place === 'cookie' && !adapter
}
