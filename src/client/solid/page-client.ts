import type { RegisteredClient } from '../client.js'
import { pageClient } from '../page-client.js'
import { DEFAULT_BASE_PATH } from './default-base-path.js'

const page = pageClient(DEFAULT_BASE_PATH)

/**
 * Starts a sign-in. Loads the page that comes next, unless `redirect` is `false`; the result says what became
 * of it. It rejects never: a server that is down is a result, too.
 *
 * @example
 * ```ts
 * import { signIn } from 'authwright/solid'
 *
 * export async function enter(form: FormData): Promise<string> {
 *   const { ok, error } = await signIn('credentials', { password: form.get('password'), redirect: false })
 *   return ok ? 'Welcome' : `Sorry: ${error}`
 * }
 * ```
 */
export const signIn: RegisteredClient['signIn'] = page.signIn

/** Ends the session, then loads the page that comes next, unless `redirect` is `false`. */
export const signOut: RegisteredClient['signOut'] = page.signOut

/** The session, or `null` where nobody is signed in. Throws a `ClientError` when the server cannot say. */
export const getSession: RegisteredClient['getSession'] = page.getSession

/** The token that a form of your own repeats as `csrfToken`; empty where the server checks none. */
export const getCsrfToken: RegisteredClient['getCsrfToken'] = page.getCsrfToken

/** The providers by id. */
export const getProviders: RegisteredClient['getProviders'] = page.getProviders
