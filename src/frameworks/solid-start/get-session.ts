import type { AuthTypes } from '../../builder/auth-types.js'
import { createBuilder } from '../../builder/create-auth.js'
import type { BaseSession } from '../../builder/session-types.js'
import { createSolidStartAuth } from './create-solid-start-auth.js'
import type { SolidStartAuth, SolidStartGetSession } from './solid-start-auth.js'

/** What `getSession` reads by: what `.build()` returned, or a builder that is yet to. */
export type SolidStartConfigured<T extends AuthTypes> =
  | { readonly getSession: SolidStartGetSession<T> }
  | { build(): SolidStartAuth<T> }

/**
 * The session of a request, or `null` where no user is signed in, by a configuration that is at hand as a value.
 *
 * What `.build()` returned shares what it knows: the sessions of a request are read once, and a session of strategy
 * `'jwt'` that was ended is known to have ended. A builder or an object starts anew with each call, and knows of
 * ended sessions only by the `store` that it names.
 *
 * @param options - What `.build()` returned, a builder, or the configuration as an object. Of an object the types are not
 *   inferred: its session is the one before callbacks.
 * @throws AuthConfigurationError when the configuration breaks a rule.
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
export function getSession<const Configuration extends { readonly providers: readonly unknown[] }>(
  request: Request,
  options: Configuration,
): Promise<BaseSession | null>
export async function getSession(request: Request, options: object): Promise<unknown> {
  if ('getSession' in options) return (options as SolidStartAuth<AuthTypes>).getSession(request)
  const configured =
    'build' in options ? options : createBuilder('solid-start', createSolidStartAuth)(options as never)
  return (configured as { build(): SolidStartAuth<AuthTypes> }).build().getSession(request)
}
