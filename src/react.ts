'use client'

export { ClientError } from './client/client-error.js'
export type { RefetchOptions } from './client/keep-in-step.js'
export {
  getCsrfToken,
  getProviders,
  getSession,
  signIn,
  signInWithPasskey,
  signOut,
} from './client/react/page-client.js'
export { SessionProvider, type SessionProviderProps } from './client/react/session-provider.js'
export type * from './client/react/session-state.js'
export { type UseSessionOptions, useSession } from './client/react/use-session.js'
export type { SignInFailure, SignInResult, SignInSuccess } from './client/sign-in-result.js'
export type { PasskeyOptions, PasskeyResult, PasskeySignIn } from './client/webauthn/sign-in.js'
// Who writes `declare module 'authwright'` need not import it besides.
export type { Register } from './index.js'
