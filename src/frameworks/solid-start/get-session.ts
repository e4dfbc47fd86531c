import type { AuthTypes } from '../../builder/auth-types.js'
import { createBuilder } from '../../builder/create-auth.js'
import type { BaseSession } from '../../builder/session-types.js'
import { createSolidStartAuth } from './create-solid-start-auth.js'
import type { SolidStartAuth, SolidStartGetSession } from './solid-start-auth.js'

/** The result of `.build()`, or a builder. */
export type SolidStartConfigured<T extends AuthTypes> =
  | { readonly getSession: SolidStartGetSession<T> }
  | { build(): SolidStartAuth<T> }

/**
 * Reads the session of a request: `null` if no user is signed in. Pass the result of `.build()` where possible: a builder or an object is
 * checked and built again at each call.
 *
 * @throws AuthConfigurationError if the configuration breaks a rule.
 *
 * @example
 * ```ts
 * import { createAuth, getSession } from 'authwright/solid-start'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export async function nameOf(request: Request): Promise<string | null | undefined> {
 *   return (await getSession(request, auth))?.user.name
 * }
 * ```
 */
export function getSession<T extends AuthTypes>(
  request: Request,
  options: SolidStartConfigured<T>,
): Promise<T['session'] | null>
/** Builds the configuration object again at each call. */
export function getSession<const Configuration extends { readonly providers: readonly unknown[] }>(
  request: Request,
  options: Configuration,
): Promise<BaseSession | null>
export async function getSession(request: Request, options: object): Promise<unknown> {
  return instanceOf(options).getSession(request)
}

/**
 * Returns the instance, or builds it. `build` is checked first, because a builder also has the members of an instance,
 * as getters that throw.
 */
function instanceOf(options: object): SolidStartAuth<AuthTypes> {
  const isConfiguration = !('build' in options) && !('getSession' in options)
  const result = isConfiguration
    ? createBuilder('solid-start', createSolidStartAuth)(options as never)
    : options
  return 'build' in result
    ? (result as { build(): SolidStartAuth<AuthTypes> }).build()
    : (result as SolidStartAuth<AuthTypes>)
}
