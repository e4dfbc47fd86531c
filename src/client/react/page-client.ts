import type { RegisteredClient } from '../client.js'
import type { RegisteredInstance } from '../client-types.js'
import { createClient } from '../create-client.js'
import { type Question, tell } from '../news.js'
import { DEFAULT_BASE_PATH } from './default-base-path.js'

/** A client for the handler that the `SessionProvider` of the page uses. */
function pageClient(): RegisteredClient {
  const { basePath = DEFAULT_BASE_PATH } = tell<Question>({})
  return createClient<RegisteredInstance>({ basePath: basePath as `/${string}` })
}

/**
 * Starts a sign-in. Loads the page that comes next, unless `redirect` is `false`; the result says what became
 * of it. It rejects never: a server that is down is a result, too.
 *
 * @example
 * ```tsx
 * import { signIn } from 'authwright/react'
 *
 * export async function enter(form: FormData): Promise<string> {
 *   const { ok, error } = await signIn('credentials', { password: form.get('password'), redirect: false })
 *   return ok ? 'Welcome' : `Sorry: ${error}`
 * }
 * ```
 */
export const signIn: RegisteredClient['signIn'] = ((...args: Parameters<RegisteredClient['signIn']>) =>
  pageClient().signIn(...args)) as RegisteredClient['signIn']

/** Ends the session, then loads the page that comes next, unless `redirect` is `false`. */
export const signOut: RegisteredClient['signOut'] = (options) => pageClient().signOut(options)

/** The session, or `null` where nobody is signed in. Throws a `ClientError` when the server cannot say. */
export const getSession: RegisteredClient['getSession'] = () => pageClient().getSession()

/** The token that a form of your own repeats as `csrfToken`; empty where the server checks none. */
export const getCsrfToken: RegisteredClient['getCsrfToken'] = () => pageClient().getCsrfToken()

/** The providers by id. */
export const getProviders: RegisteredClient['getProviders'] = () => pageClient().getProviders()
