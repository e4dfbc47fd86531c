import type { CredentialFields } from './credentials.js'
import { customFetch } from './custom-fetch.js'
import type { OAuthProviderFields } from './oauth.js'
import type { Provider } from './provider.js'
import { type MakesProvider, makesProvider, type PublishedOptions } from './published.js'

/** What provider objects of the ecosystem have besides the fields that Authwright reads. */
type EcosystemProvider = Provider & {
  /** What the application chose, in place of the provider's own fields. */
  readonly options?: object | null | undefined
  /** The fields of a sign-in form. */
  readonly credentials?: CredentialFields | undefined
}

/**
 * A provider with every field where it is read. A function is called, without options here and with those of the environment when a
 * configuration is compiled.
 */
export function publishedProvider(given: Provider | ((options: PublishedOptions) => Provider)): Provider {
  const makes = typeof given === 'function' ? given : (given as MakesProvider | null)?.['~makes']
  const provider = typeof given === 'function' ? given({}) : given
  const plain = plainObject(provider)
  if (!makes || (plain.type !== 'oauth' && plain.type !== 'oidc')) return plain
  return makesProvider(plain, (options) => plainObject(makes(options)))
}

/**
 * A provider with every field where it is read: what stands under `options` replaces the provider's own,
 * objects such as `authorization` field by field, and the `credentials` of a sign-in form are its `input`.
 */
function plainObject(provider: EcosystemProvider): Provider {
  if (typeof provider !== 'object' || provider === null) return provider
  return withInput('options' in provider ? withOptions(ownWorkarounds(provider)) : withOwnFetch(provider))
}

/** Marks providers whose authorization and token responses the library that they were written for treats specially. */
const CONFORM_INTERNAL = 'conform-internal'

/** A symbol by what it is called: each copy of a package has different symbols. */
function symbolOf(provider: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(provider).find((symbol) => symbol.description === description)
}

/** An object with the `fetch` that another package's symbol `customFetch` names under ours. */
function withOwnFetch<Fields extends object>(provider: Fields): Fields {
  const symbol = symbolOf(provider, 'custom-fetch')
  if (symbol === undefined || customFetch in provider) return provider
  return { ...provider, [customFetch]: Reflect.get(provider, symbol) }
}

/**
 * A published provider with the settings of Authwright for what it does by `fetch` and by marks, or what its library does not check: the
 * issuers of tenants, the name beside the authorization response, other audiences of ID tokens. Its `wellKnown` is left out, because the
 * library that it was written for does not read it.
 */
function ownWorkarounds(provider: EcosystemProvider): EcosystemProvider {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return provider
  const { wellKnown: _, options, ...made } = provider
  const placed = withIssuerPlaceholders(made)
  const own = made.id === 'zitadel' ? { allowOtherAudiences: true, ...placed } : placed
  const chosen = { ...own, options: withOwnFetch(options ?? {}) }
  if (symbolOf(own, CONFORM_INTERNAL) === undefined) return withOwnFetch(chosen) as EcosystemProvider
  const { issuer } = { ...own, ...options } as { issuer?: string }
  // What the application has set itself comes last: it may admit fewer issuers.
  return (
    issuer === 'https://appleid.apple.com'
      ? { userParameter: true, ...chosen }
      : { tokenIssuer: '/{tid}/v2.0', ...chosen, ...(issuer !== undefined && { issuer }) }
  ) as EcosystemProvider
}

/**
 * A provider that was made without an issuer, with `{issuer}` where its function has put none: the environment may have it. United Effects
 * has it in a parameter, too.
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
    // An endpoint may be its URL alone.
    merged[key] = within(isEndpoint(key) && typeof own === 'string' ? { url: own } : own, value)
  }
  return merged as unknown as Provider
}

/** What stands under `options`, with what it leaves out of a plain object of the provider's own. */
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

/** The fields of an object, those under symbols such as `customFetch` included. */
function fieldsOf(options: object): readonly (readonly [PropertyKey, unknown])[] {
  return Reflect.ownKeys(options).map((key) => [key, Reflect.get(options, key)])
}

function withInput(provider: EcosystemProvider): Provider {
  if (provider.type !== 'credentials' || !provider.credentials) return provider
  const { credentials, ...rest } = provider
  // A form that declares no fields sends those of a page of the application, all of which are meant.
  const declares = Object.keys(credentials).length > 0
  return { ...rest, input: rest.input ?? (declares ? credentials : undefined) }
}
