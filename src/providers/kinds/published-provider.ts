import type { CredentialFields } from './credentials.js'
import { customFetch } from './custom-fetch.js'
import { type Endpoints, endpoints, mergeOptions } from './merge-options.js'
import type { OAuthProviderFields } from './oauth.js'
import type { Provider } from './provider.js'

export interface PublishedOptions {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly issuer?: string | undefined
}

export interface MakesProvider {
  readonly '~makes'?: ((options: PublishedOptions) => Provider) | undefined
}

/**
 * Attaches the function that creates the provider. The property is not enumerable, so that copies of the provider lack
 * it. Otherwise, the function would be called again for a copy, and the changes in the copy would be lost.
 */
export function makesProvider<Created extends object>(
  provider: Created,
  create: (options: PublishedOptions) => Provider,
): Created & MakesProvider {
  return Object.defineProperty({ ...provider }, '~makes', { value: create })
}

type EcosystemProvider = Provider & {
  /** The application's options, which take precedence over the provider's own fields. */
  readonly options?: object | null | undefined
  readonly credentials?: CredentialFields | undefined
}

/**
 * Converts a provider of another package. If `published` is a function, it is called twice: here without options, and
 * later with options from environment variables, when the configuration is compiled.
 */
export function publishedProvider(published: Provider | ((options: PublishedOptions) => Provider)): Provider {
  const create =
    typeof published === 'function' ? published : (published as MakesProvider | null | undefined)?.['~makes']
  const provider = typeof published === 'function' ? published({}) : published
  const plain = plainObject(provider)
  // In JavaScript, the function may return nothing.
  if (!create || (plain?.type !== 'oauth' && plain?.type !== 'oidc')) return plain
  return makesProvider(plain, (options) => plainObject(create(options)))
}

function plainObject(provider: EcosystemProvider): Provider {
  if (typeof provider !== 'object' || provider === null) return provider
  if (!('options' in provider)) return withInput(withCustomFetch(provider))
  const { options, ...fields } = withSettings(provider)
  return withInput(mergeOptions(fields as EcosystemProvider, options ?? {}))
}

const CONFORM_INTERNAL = 'conform-internal'

/** Providers that add audiences to every ID token, in addition to the client. */
const addsAudiences: ReadonlySet<string | undefined> = new Set(['kinde', 'zitadel'])

/** Finds a symbol by its description, because each copy of a package has different symbols. */
function symbolOf(provider: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(provider).find((symbol) => symbol.description === description)
}

function withCustomFetch<Fields extends object>(provider: Fields): Fields {
  const symbol = symbolOf(provider, 'custom-fetch')
  if (symbol === undefined || customFetch in provider) return provider
  return { ...provider, [customFetch]: Reflect.get(provider, symbol) }
}

/**
 * Adds the settings of Authwright that replace workarounds of a published provider. `wellKnown` is removed, because the library that the
 * provider was written for does not read it.
 */
function withSettings(provider: EcosystemProvider): EcosystemProvider {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return provider
  const { wellKnown: _, options, ...fields } = provider
  const completed = {
    ...(addsAudiences.has(fields.id) && { allowOtherAudiences: true }),
    ...withIssuerPlaceholders(fields),
    options: withCustomFetch(options ?? {}),
  }
  if (symbolOf(fields, CONFORM_INTERNAL) === undefined) return withCustomFetch(completed) as EcosystemProvider
  const settings =
    fields.issuer === 'https://appleid.apple.com'
      ? { userParameter: true, issuerAliases: ['https://account.apple.com'] }
      : { tokenIssuer: '/{tid}/v2.0' }
  // The settings of the application come last, because they may allow fewer issuers.
  return { ...settings, ...completed } as EcosystemProvider
}

/**
 * Replaces a missing issuer by `{issuer}`, because an environment variable may contain the issuer. If a provider
 * function was called without an issuer, its URLs begin with `undefined`, and the parameter `resource` of United Effects
 * is `undefined`.
 */
function withIssuerPlaceholders<Fields extends Pick<OAuthProviderFields, Endpoints>>(fields: Fields): Fields {
  const replaced = endpoints.flatMap((name) => {
    const endpoint = fields[name]
    const { url, params } = typeof endpoint === 'string' ? { url: endpoint } : (endpoint ?? {})
    const inUrl = typeof url === 'string' && url.startsWith('undefined')
    const hasParams = typeof params === 'object' && params !== null
    const inResource = hasParams && 'resource' in params && params.resource === undefined
    if (!inUrl && !inResource) return []
    const changes = {
      ...(inUrl && { url: url.replace(/^undefined\/?/, '{issuer}/') }),
      ...(inResource && { params: { ...params, resource: '{issuer}' } }),
    }
    return [[name, { ...(typeof endpoint === 'object' && endpoint), ...changes }]]
  })
  return { ...fields, ...Object.fromEntries(replaced) }
}

function withInput(provider: EcosystemProvider): Provider {
  if (provider.type !== 'credentials' || !provider.credentials) return provider
  const { credentials, ...rest } = provider
  // If no fields are declared, all fields of the application's own form are passed on.
  const hasFields = Object.keys(credentials).length > 0
  return { ...rest, input: rest.input ?? (hasFields ? credentials : undefined) }
}
