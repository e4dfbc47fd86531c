export { ClientError } from './client/client-error.js'
export type { RefetchOptions } from './client/keep-in-step.js'
export type { SignInFailure, SignInResult, SignInSuccess } from './client/sign-in-result.js'
export { createSession, type Session, type SessionOptions } from './client/svelte/create-session.js'
export {
  getCsrfToken,
  getProviders,
  getSession,
  signIn,
  signInWithPasskey,
  signOut,
} from './client/svelte/page-client.js'
export type * from './client/svelte/session-state.js'
export type { PasskeyOptions, PasskeyResult, PasskeySignIn } from './client/webauthn/sign-in.js'
// Who writes `declare module 'authwright'` need not import it besides.
export type { Register } from './index.js'
