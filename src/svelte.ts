// Exported with `*`, because `declare module` cannot extend an interface that is exported by name.
export type * from './builder/register.js'
export type { ClientPasswordResult, ClientPasswords, PasswordFailure } from './client/passwords.js'
export type { RefetchOptions } from './client/refetch-options.js'
export { ClientError } from './client/request.js'
export type { SignInFailure, SignInResult, SignInSuccess } from './client/sign-in-result.js'
export {
  type AuthenticatedSession,
  createSession,
  type LoadingSession,
  type Session,
  type SessionOptions,
  type SessionState,
  type UnauthenticatedSession,
} from './client/svelte/create-session.js'
export {
  getCsrfToken,
  getProviders,
  getSession,
  passwords,
  signIn,
  signInWithPasskey,
  signOut,
} from './client/svelte/page-client.js'
export type { PasskeyOptions, PasskeyResult, PasskeySignIn } from './client/webauthn/sign-in.js'
// Loads the module that applications augment with `declare module 'authwright'`. Exports nothing.
export type {} from './index.js'
