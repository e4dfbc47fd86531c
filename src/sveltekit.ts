import { createBuilder } from './builder/create-auth.js'
import type { CreateAuth } from './builder/create-auth-signature.js'
import { createSvelteKitAuth } from './frameworks/sveltekit/create-sveltekit-auth.js'

/**
 * Starts a configuration for SvelteKit. The routes are below `/auth`, within `paths.base` of the configuration of Kit.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/sveltekit'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handle, signIn, signOut, auth } = createAuth().provider(github()).build()
 * ```
 *
 * @see {@link CreateAuth} for the object and the lazy form, whose function is given the event.
 */
export const createAuth: CreateAuth<'sveltekit'> = createBuilder('sveltekit', createSvelteKitAuth)

export { AuthError, CredentialsSignin } from './errors.js'
export type * from './frameworks/sveltekit/sveltekit-auth.js'
// Who writes `declare module 'authwright'` need not import it besides.
export type { JWT, Register, Session, User } from './index.js'
