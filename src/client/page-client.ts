import type { RegisteredClient, RegisteredInstance } from './client.js'
import { createClient } from './create-client.js'
import { navigate } from './request.js'
import { type BasePathQuery, broadcast, dispatch } from './session-change.js'
import { withLock } from './session-lock.js'
import type { PasskeySignIn } from './webauthn/sign-in.js'

export interface PageClient
  extends Pick<
    RegisteredClient,
    'getCsrfToken' | 'getProviders' | 'getSession' | 'passwords' | 'signIn' | 'signOut'
  > {
  signInWithPasskey: PasskeySignIn
}

/** @param defaultBasePath - Base path for a page without a `SessionProvider` or `createSession()`. */
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
    passwords: {
      signUp: (...args) => client().passwords.signUp(...args),
      finishSignUp: (...args) => client().passwords.finishSignUp(...args),
      forgot: (...args) => client().passwords.forgot(...args),
      reset: (...args) => client().passwords.reset(...args),
      set: (...args) => client().passwords.set(...args),
      change: (...args) => client().passwords.change(...args),
      remove: (...args) => client().passwords.remove(...args),
    },
    signInWithPasskey: (...args) =>
      import('./webauthn/ceremony.js').then(({ signInOnPage }) =>
        signInOnPage(broadcast, navigate, withLock, base(), ...args),
      ),
  }
}
