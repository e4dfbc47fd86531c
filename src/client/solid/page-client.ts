import type { RegisteredClient } from '../client.js'
import { pageClient } from '../page-client.js'
import type { PasskeySignIn } from '../webauthn/sign-in.js'

export const DEFAULT_BASE_PATH = '/api/auth'

const page = pageClient(DEFAULT_BASE_PATH)

/**
 * Starts a sign-in. If the server refuses or is not available, the result contains the error.
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

/** Ends the session and loads the next page, unless `redirect` is `false`. */
export const signOut: RegisteredClient['signOut'] = page.signOut

/** Returns the session, or `null` if no user is signed in. Rejects with a `ClientError` if the server does not respond or fails. */
export const getSession: RegisteredClient['getSession'] = page.getSession

/** Signs up with a password, and sets, changes, resets and removes passwords. */
export const passwords: RegisteredClient['passwords'] = page.passwords

/** Returns the CSRF token for the field `csrfToken` of your own forms. Empty if the server does not check CSRF tokens. */
export const getCsrfToken: RegisteredClient['getCsrfToken'] = page.getCsrfToken

/** Returns the providers by id. */
export const getProviders: RegisteredClient['getProviders'] = page.getProviders

/**
 * Signs in with a passkey, or registers one with `action: 'register'`. Needs the package `@simplewebauthn/browser`.
 *
 * @throws Error if the package is missing, the browser has no WebAuthn, or the user cancelled.
 *
 * @example
 * ```tsx
 * import { signInWithPasskey } from 'authwright/solid'
 *
 * export async function enter(): Promise<string> {
 *   const { ok } = await signInWithPasskey('passkey', { redirect: false })
 *   return ok ? 'Welcome' : 'This passkey is not known here.'
 * }
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sample-scenarios
 */
export const signInWithPasskey: PasskeySignIn = page.signInWithPasskey
