'use client'

// Exported with `*`, because `declare module` cannot extend an interface that is exported by name.
export type * from './builder/register.js'
export type { ClientPasswordResult, ClientPasswords, PasswordFailure } from './client/passwords.js'
export {
  type SessionContent,
  SignedIn,
  type SignedInProps,
  SignedOut,
  type SignedOutProps,
  UserMenu,
  type UserMenuProps,
} from './client/react/components.js'
export {
  getCsrfToken,
  getProviders,
  getSession,
  passwords,
  signIn,
  signInWithPasskey,
  signOut,
} from './client/react/page-client.js'
export {
  type AuthenticatedSession,
  type LoadingSession,
  SessionContext,
  SessionProvider,
  type SessionProviderProps,
  type SessionState,
  type UnauthenticatedSession,
  type UseSessionOptions,
  useSession,
} from './client/react/session-provider.js'
export type { RefetchOptions } from './client/refetch-options.js'
export { ClientError } from './client/request.js'
export type { SignInFailure, SignInResult, SignInSuccess } from './client/sign-in-result.js'
export type { PasskeyOptions, PasskeyResult, PasskeySignIn } from './client/webauthn/sign-in.js'
// Loads the module that applications augment with `declare module 'authwright'`. Exports nothing.
export type {} from './index.js'
