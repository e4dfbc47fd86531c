import type { RegisteredClient } from './client.js'
import type { RegisteredInstance } from './client-types.js'
import { createClient } from './create-client.js'
import { type Question, tell } from './news.js'

/** What a browser can ask without knowing where the routes are. */
export type PageClient = Pick<
  RegisteredClient,
  'getCsrfToken' | 'getProviders' | 'getSession' | 'signIn' | 'signOut'
>

/**
 * A client for the routes that whatever shows the session of the page uses.
 *
 * @param defaultBasePath - Where they are when nothing shows it.
 */
export function pageClient(defaultBasePath: `/${string}`): PageClient {
  const client = (): RegisteredClient => {
    const { basePath = defaultBasePath } = tell<Question>({})
    return createClient<RegisteredInstance>({ basePath: basePath as `/${string}` })
  }
  return {
    signIn: ((...args: Parameters<RegisteredClient['signIn']>) =>
      client().signIn(...args)) as RegisteredClient['signIn'],
    signOut: (options) => client().signOut(options),
    getSession: () => client().getSession(),
    getCsrfToken: () => client().getCsrfToken(),
    getProviders: () => client().getProviders(),
  }
}
