import { oauth as oauthFeature } from '../../runtime/features/oauth/feature.js'

/**
 * A built-in provider with the options of an application in place of its defaults, whole fields at a time. An option that
 * is `undefined` keeps the default, so that `issuer: process.env.ISSUER` never removes one. Of `style`, the members that an
 * application leaves out keep theirs: another colour does not remove the mark.
 *
 * @typeParam Result - The provider's type with the id and the user type of the options. Where they are absent, both are those
 * of the defaults, which is why the cast holds.
 */
export function withOptions<Result extends object>(defaults: object, options: object): Result {
  return replaced({ ...defaults, '~feature': oauthFeature }, options) as Result
}

function replaced(defaults: object, options: object): object {
  const provider: Record<PropertyKey, unknown> = { ...defaults }
  for (const name of Reflect.ownKeys(options)) {
    const value = (options as Record<PropertyKey, unknown>)[name]
    if (value === undefined) continue
    provider[name] = name === 'style' ? replaced(Object(provider[name]), Object(value)) : value
  }
  return provider
}
