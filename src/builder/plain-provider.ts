import type { CredentialFields } from '../providers/kinds/credentials.js'
import type { Provider } from '../providers/kinds/provider.js'

/** What provider objects of the ecosystem have besides the fields that Authwright reads. */
type EcosystemProvider = Provider & {
  /** What the application chose, in place of the provider's own fields. */
  readonly options?: object | null | undefined
  /** The fields of a sign-in form. */
  readonly credentials?: CredentialFields | undefined
}

/**
 * A provider with every field where it is read: what stands under `options` replaces the provider's own,
 * objects such as `authorization` field by field, and the `credentials` of a sign-in form are its `input`.
 */
export function plainProvider(provider: EcosystemProvider): Provider {
  if (typeof provider !== 'object' || provider === null) return provider
  return withInput('options' in provider ? withOptions(provider) : provider)
}

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

function isEndpoint(key: PropertyKey): boolean {
  return key === 'authorization' || key === 'token' || key === 'userinfo'
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
