import type { RegisteredClient, RegisteredInstance } from './client.js'
import { createClient } from './create-client.js'
import { navigate } from './request.js'
import { type BasePathQuery, broadcast, dispatch, withLock } from './session-store.js'
import type { PasskeySignIn } from './webauthn/sign-in.js'

/** What a browser can call without knowing where the routes are. */
export interface PageClient
  extends Pick<RegisteredClient, 'getCsrfToken' | 'getProviders' | 'getSession' | 'signIn' | 'signOut'> {
  signInWithPasskey: PasskeySignIn
}

/**
 * A client for the routes of the session that the page shows.
 *
 * @param defaultBasePath - Where the routes are on a page that shows no session.
 */
export function pageClient(defaultBasePath: `/${string}`): PageClient {
  const base = () => (dispatch<BasePathQuery>({}).basePath ?? defaultBasePath) as `/${string}`
  const client = (): RegisteredClient => createClient<RegisteredInstance>({ basePath: base() })
  return {
    signIn: ((...args: unknown[]) =>
      Reflect.apply(client().signIn, undefined, args)) as RegisteredClient['signIn'],
    signOut: (options) => client().signOut(options),
    getSession: () => client().getSession(),
    getCsrfToken: () => client().getCsrfToken(),
    getProviders: () => client().getProviders(),
    signInWithPasskey: (...args) =>
      import('./webauthn/ceremony.js').then(({ signInOnPage }) =>
        signInOnPage(broadcast, navigate, withLock, base(), ...args),
      ),
  }
}
