import type { RegisteredClient } from '../client.js'
import { pageClient } from '../page-client.js'
import type { PasskeySignIn } from '../webauthn/sign-in.js'

/** Default base path of the handler in SvelteKit. */
export const DEFAULT_BASE_PATH = '/auth'

const page = pageClient(DEFAULT_BASE_PATH)

/**
 * Starts a sign-in. Loads the next page, unless `redirect` is `false`. If the server refuses or is not
 * available, the result contains the error.
 *
 * @example
 * ```ts
 * import { signIn } from 'authwright/svelte'
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

/** Returns the session, or `null` if no user is signed in. Throws a `ClientError` if the server does not respond. */
export const getSession: RegisteredClient['getSession'] = page.getSession

/** Signs up with a password, and sets, changes, resets and removes passwords. The methods load no page and never reject. */
export const passwords: RegisteredClient['passwords'] = page.passwords

/** Returns the CSRF token that your own forms send as `csrfToken`. Empty if the server does not check it. */
export const getCsrfToken: RegisteredClient['getCsrfToken'] = page.getCsrfToken

/** Returns the providers by id. */
export const getProviders: RegisteredClient['getProviders'] = page.getProviders

/**
 * Signs in with a passkey, or registers one with `action: 'register'`. Needs the package `@simplewebauthn/browser`, which is loaded on the first call.
 *
 * @param provider - The id of a WebAuthn provider.
 * @returns The result. Its `error` is `'Unavailable'` if the server does not respond.
 *   The browser loads the next page, unless `redirect` is `false` or the sign-in was rejected.
 * @throws Error if the browser has no WebAuthn or the user cancelled. Its `name` is that of the browser's error, such as `NotAllowedError`.
 *
 * @example
 * ```ts
 * import { signInWithPasskey } from 'authwright/svelte'
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
