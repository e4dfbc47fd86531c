import { createBuilder } from './builder/create-auth.js'
import type { CreateAuth } from './builder/create-auth-signature.js'
import { createSolidStartAuth } from './frameworks/solid-start/create-solid-start-auth.js'

/**
 * Starts a configuration for SolidStart 1 and 2. By default, the routes are below `/api/auth`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/solid-start'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth().provider(github()).build()
 * export const { getSession, protect, signIn, signOut } = auth
 * ```
 *
 * @see {@link CreateAuth} for a configuration object, or a function that returns one.
 */
export const createAuth: CreateAuth<'solid-start'> = createBuilder('solid-start', createSolidStartAuth)

// Exported with `*`, because `declare module` cannot extend interfaces that are exported by name.
export type * from './builder/register.js'
export { AuthError, CredentialsSignin } from './errors.js'
export type { ActionForm, FormEntries } from './frameworks/action-options.js'
export type {
  SolidStartEvent,
  SolidStartHeaders,
  SolidStartServerEvent,
} from './frameworks/solid-start/event.js'
export { getSession, type SolidStartConfigured } from './frameworks/solid-start/get-session.js'
export type * from './frameworks/solid-start/solid-start-auth.js'
// Loads the module that applications augment with `declare module 'authwright'`. Exports nothing.
export type {} from './index.js'
export type { Account } from './model/account.js'
export type { DefaultJWT, DefaultSession, JWT, Session } from './model/session.js'
export type { IdentifiedUser, Profile, User } from './model/user.js'
