import { createBuilder } from './builder/create-auth.js'
import type { CreateAuth } from './builder/create-auth-signature.js'
import { createNextAuth } from './frameworks/next/create-next-auth.js'

/**
 * Starts a configuration for Next.js. By default, the routes are below `/api/auth`, within the `basePath` of `next.config`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/next'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handlers, auth, signIn, signOut, unstable_update } = createAuth().provider(github()).build()
 * ```
 *
 * @see {@link CreateAuth} for a configuration object, or a function that returns one.
 */
export const createAuth: CreateAuth<'next'> = createBuilder('next', createNextAuth)

// Exported with `*`, because `declare module` cannot extend interfaces that are exported by name.
export type * from './builder/register.js'
export { AuthError, CredentialsSignin } from './errors.js'
export type { ActionForm, FormEntries } from './frameworks/action-options.js'
export type * from './frameworks/next/next-auth.js'
// Loads the module that applications augment with `declare module 'authwright'`.
export type {} from './index.js'
export type { Account } from './model/account.js'
export type { DefaultJWT, DefaultSession, JWT, Session } from './model/session.js'
export type { IdentifiedUser, Profile, User } from './model/user.js'
