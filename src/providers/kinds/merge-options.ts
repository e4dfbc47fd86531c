export const endpoints = ['authorization', 'token', 'userinfo', 'endSession'] as const
export type Endpoints = (typeof endpoints)[number]

/**
 * Replaces fields by options. An option with the value `undefined`, such as `issuer: process.env.ISSUER`, does not
 * replace the field.
 */
export function mergeOptions<Fields extends object>(fields: Fields, options: object): Fields {
  const replaced = { ...fields } as Record<PropertyKey, unknown>
  for (const [key, value] of fieldsOf(options)) {
    if (value === undefined) continue
    const field = replaced[key]
    // An endpoint that is a URL string is merged like an object with this `url`.
    replaced[key] = merged(isEndpoint(key) && typeof field === 'string' ? { url: field } : field, value)
  }
  return replaced as Fields
}

function merged(field: unknown, option: unknown): unknown {
  if (!isPlainObject(field) || !isPlainObject(option)) return option
  const members = new Map(fieldsOf(field))
  for (const [key, value] of fieldsOf(option)) {
    if (value !== undefined) members.set(key, merged(members.get(key), value))
  }
  return Object.fromEntries(members)
}

function isEndpoint(key: PropertyKey): key is Endpoints {
  return endpoints.some((name) => name === key)
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Includes symbol keys such as `customFetch`. */
function fieldsOf(options: object): readonly (readonly [PropertyKey, unknown])[] {
  return Reflect.ownKeys(options).map((key) => [key, Reflect.get(options, key)])
}
