import { createBuilder } from './builder/create-auth.js'
import type { CreateAuth } from './builder/create-auth-signature.js'
import { createNextAuth } from './frameworks/next/create-next-auth.js'

/**
 * Starts a configuration for Next.js, App Router and Pages Router. The routes are below `/api/auth`, within the `basePath` of
 * `next.config`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright/next'
 * import { github } from 'authwright/providers/github'
 *
 * export const { handlers, auth, signIn, signOut, unstable_update } = createAuth().provider(github()).build()
 * ```
 *
 * @see {@link CreateAuth} for the object and the lazy form.
 */
export const createAuth: CreateAuth<'next'> = createBuilder('next', createNextAuth)

export { AuthError, CredentialsSignin } from './errors.js'
export type * from './frameworks/next/next-auth.js'
// Who writes `declare module 'authwright'` need not import it besides.
export type { JWT, Register, Session, User } from './index.js'
