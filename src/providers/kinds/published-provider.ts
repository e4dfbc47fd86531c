import type { CredentialFields } from './credentials.js'
import { customFetch } from './custom-fetch.js'
import type { OAuthProviderFields } from './oauth.js'
import type { Provider } from './provider.js'
import { type MakesProvider, makesProvider, type PublishedOptions } from './published.js'

/** Fields of provider objects of the Auth.js ecosystem that Authwright reads only here. */
type EcosystemProvider = Provider & {
  /** The application's options, which take precedence over the provider's own fields. */
  readonly options?: object | null | undefined
  /** The fields of a sign-in form. */
  readonly credentials?: CredentialFields | undefined
}

/**
 * Converts a published provider to the fields that Authwright reads. A function is called twice: here
 * without options, and with those of the environment when the configuration is compiled.
 */
export function publishedProvider(given: Provider | ((options: PublishedOptions) => Provider)): Provider {
  const makes = typeof given === 'function' ? given : (given as MakesProvider | null)?.['~makes']
  const provider = typeof given === 'function' ? given({}) : given
  const plain = plainObject(provider)
  if (!makes || (plain.type !== 'oauth' && plain.type !== 'oidc')) return plain
  return makesProvider(plain, (options) => plainObject(makes(options)))
}

/**
 * Puts every field of a provider object where Authwright reads it. Members of `options` replace the provider's own; objects such as
 * `authorization` are merged. The `credentials` of a sign-in form become its `input`.
 */
function plainObject(provider: EcosystemProvider): Provider {
  if (typeof provider !== 'object' || provider === null) return provider
  return withInput('options' in provider ? withOptions(ownWorkarounds(provider)) : withOwnFetch(provider))
}

/** Marks providers that their original library handles specially. */
const CONFORM_INTERNAL = 'conform-internal'

/** Providers that add audiences beside the client to every ID token. */
const addsAudiences: ReadonlySet<string | undefined> = new Set(['kinde', 'zitadel'])

/** Finds a symbol by its description, because each copy of a package has different symbols. */
function symbolOf(provider: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(provider).find((symbol) => symbol.description === description)
}

/** Copies the `fetch` under another package's symbol `customFetch` to ours. */
function withOwnFetch<Fields extends object>(provider: Fields): Fields {
  const symbol = symbolOf(provider, 'custom-fetch')
  if (symbol === undefined || customFetch in provider) return provider
  return { ...provider, [customFetch]: Reflect.get(provider, symbol) }
}

/**
 * Replaces workarounds of a published provider (in `fetch`, in marks, or in its library) by settings of
 * Authwright: the issuers of tenants, the name in the authorization response, other audiences of ID tokens.
 * `wellKnown` is removed, because the original library does not read it.
 */
function ownWorkarounds(provider: EcosystemProvider): EcosystemProvider {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return provider
  const { wellKnown: _, options, ...made } = provider
  const placed = withIssuerPlaceholders(made)
  const own = addsAudiences.has(made.id) ? { allowOtherAudiences: true, ...placed } : placed
  const chosen = { ...own, options: withOwnFetch(options ?? {}) }
  if (symbolOf(own, CONFORM_INTERNAL) === undefined) return withOwnFetch(chosen) as EcosystemProvider
  const { issuer } = { ...own, ...options } as { issuer?: string }
  // The application's own settings come last: they may allow fewer issuers.
  return (
    issuer === 'https://appleid.apple.com'
      ? { userParameter: true, issuerAliases: ['https://account.apple.com'], ...chosen }
      : { tokenIssuer: '/{tid}/v2.0', ...chosen, ...(issuer !== undefined && { issuer }) }
  ) as EcosystemProvider
}

/**
 * Inserts `{issuer}` if a provider was created without an issuer, because the environment may provide it.
 * United Effects has it in a parameter, too.
 */
function withIssuerPlaceholders<Made extends Pick<OAuthProviderFields, Endpoints>>(made: Made): Made {
  const replaced = endpoints.flatMap((name) => {
    const given = made[name]
    const { url, params } = typeof given === 'string' ? { url: given } : (given ?? {})
    const isOwn = typeof url === 'string' && url.startsWith('undefined')
    const hasParams = typeof params === 'object' && params !== null
    const isResource = hasParams && 'resource' in params && params.resource === undefined
    if (!isOwn && !isResource) return []
    const placed = {
      ...(isOwn && { url: url.replace(/^undefined\/?/, '{issuer}/') }),
      ...(isResource && { params: { ...params, resource: '{issuer}' } }),
    }
    return [[name, { ...(typeof given === 'object' && given), ...placed }]]
  })
  return { ...made, ...Object.fromEntries(replaced) }
}

const endpoints = ['authorization', 'token', 'userinfo'] as const
type Endpoints = (typeof endpoints)[number]

function withOptions({ options, ...own }: EcosystemProvider): Provider {
  const merged: Record<PropertyKey, unknown> = own
  for (const [key, value] of fieldsOf(options ?? {})) {
    if (value === undefined && key in merged) continue
    const own = merged[key]
    // An endpoint may be only a URL.
    merged[key] = within(isEndpoint(key) && typeof own === 'string' ? { url: own } : own, value)
  }
  return merged as unknown as Provider
}

/** A value of `options`, merged with a plain object of the provider. */
function within(own: unknown, chosen: unknown): unknown {
  if (!isPlainObject(own) || !isPlainObject(chosen)) return chosen
  const merged = new Map(fieldsOf(own))
  for (const [key, value] of fieldsOf(chosen)) {
    if (value !== undefined) merged.set(key, within(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}

function isEndpoint(key: PropertyKey): key is Endpoints {
  return endpoints.some((name) => name === key)
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The fields of an object, including those with symbol keys such as `customFetch`. */
function fieldsOf(options: object): readonly (readonly [PropertyKey, unknown])[] {
  return Reflect.ownKeys(options).map((key) => [key, Reflect.get(options, key)])
}

function withInput(provider: EcosystemProvider): Provider {
  if (provider.type !== 'credentials' || !provider.credentials) return provider
  const { credentials, ...rest } = provider
  // If no fields are declared, all fields of the application's own form are passed on.
  const declares = Object.keys(credentials).length > 0
  return { ...rest, input: rest.input ?? (declares ? credentials : undefined) }
}
