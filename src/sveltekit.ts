import { createBuilder } from './builder/create-auth.js'
import type { CreateAuth } from './builder/create-auth-signature.js'
import { createSvelteKitAuth } from './frameworks/sveltekit/create-sveltekit-auth.js'

/**
 * Starts a configuration for SvelteKit. By default, the routes are below `/auth`, within `paths.base` of the configuration of Kit.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/sveltekit'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handle, signIn, signOut, auth } = createAuth().provider(github()).build()
 * ```
 *
 * @see {@link CreateAuth} for a configuration object, or a function of the event that returns one.
 */
export const createAuth: CreateAuth<'sveltekit'> = createBuilder('sveltekit', createSvelteKitAuth)

// Exported with `*`, because `declare module` cannot extend interfaces that are exported by name.
export type * from './builder/register.js'
export { AuthError, CredentialsSignin } from './errors.js'
export type * from './frameworks/sveltekit/sveltekit-auth.js'
// Loads the module that applications augment with `declare module 'authwright'`. Exports nothing.
export type {} from './index.js'
export type { Account } from './model/account.js'
export type { DefaultJWT, DefaultSession, JWT, Session } from './model/session.js'
export type { IdentifiedUser, Profile, User } from './model/user.js'
