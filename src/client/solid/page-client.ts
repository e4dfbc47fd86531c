import type { RegisteredClient } from '../client.js'
import { pageClient } from '../page-client.js'
import type { PasskeySignIn } from '../webauthn/sign-in.js'

/** Where the routes are in an application of SolidStart. */
export const DEFAULT_BASE_PATH = '/api/auth'

const page = pageClient(DEFAULT_BASE_PATH)

/**
 * Starts a sign-in. Loads the next page, unless `redirect` is `false`; the result says whether it succeeded. It never rejects: an
 * unavailable server is a result, too.
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

/** Ends the session, then loads the next page, unless `redirect` is `false`. */
export const signOut: RegisteredClient['signOut'] = page.signOut

/** The session, or `null` where no user is signed in. Throws a `ClientError` when the server does not respond. */
export const getSession: RegisteredClient['getSession'] = page.getSession

/** The token that a form of your own repeats as `csrfToken`; empty where the server checks none. */
export const getCsrfToken: RegisteredClient['getCsrfToken'] = page.getCsrfToken

/** The providers by id. */
export const getProviders: RegisteredClient['getProviders'] = page.getProviders

/**
 * Signs in with a passkey, or registers one. It needs the package `@simplewebauthn/browser`; both are loaded by the first call.
 *
 * @param provider - The id of a WebAuthn provider.
 * @returns The result. The browser loads the next page, unless `redirect` is `false` or the sign-in was rejected.
 * @throws Error when the browser has no WebAuthn, or when the user did not respond to its dialog: its `name` is that of the browser's
 * error, such as `NotAllowedError`.
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
