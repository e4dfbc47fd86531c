import type { RegisteredProviderId } from '../../builder/register.js'
import { ask } from './ask.js'
import { forgetRefused } from './forget-refused.js'
import { perform } from './perform.js'

/** The options of {@link signIn}. */
export interface PasskeyOptions {
  /**
   * `'authenticate'` uses a passkey; `'register'` makes one, for a new account or for whoever is signed in. Default:
   * `'authenticate'`.
   */
  readonly action?: 'authenticate' | 'register'
  /**
   * Offers passkeys in form fields whose `autocomplete` ends with `webauthn`, and resolves when somebody has chosen one.
   * Another call ends it. Default: `false`.
   */
  readonly conditional?: boolean
  /** The address of a new account; for `webauthn()`, the address whose authenticator is asked for. */
  readonly email?: string
  /** The name of the person of a new account. */
  readonly name?: string
  /** Where to go afterwards: a path of the site. Default: the page where the browser is. */
  readonly redirectTo?: string
  /** Whether the browser goes there by itself. Default: `true`. */
  readonly redirect?: boolean
  /** The path of the routes. Default: `/auth`. */
  readonly basePath?: `/${string}`
}

/** How {@link signIn} ended. */
export type PasskeyResult =
  | { readonly ok: true; readonly url: string }
  /** `error` is the type of an error of `authwright/errors`; `url` is a page that explains it. */
  | { readonly ok: false; readonly error: string; readonly url: string | undefined }

/** Signs in with a passkey, or makes one. */
export type PasskeySignIn = (
  provider: RegisteredProviderId,
  options?: PasskeyOptions,
) => Promise<PasskeyResult>

/**
 * Signs in with a passkey, or makes one, in a page of your own. Call it when somebody presses a button, or, with
 * `conditional`, when the page opens.
 *
 * It needs the package `@simplewebauthn/browser`, which is loaded by the first call.
 *
 * @param provider - The id of a WebAuthn provider.
 * @returns What the site said. With `redirect`, the browser is on its way when the promise resolves, and stays where it is
 * when the sign-in was refused.
 * @throws Error when the browser has no WebAuthn, or when nobody answered its question: its `name` is that of the browser's
 * error, such as `NotAllowedError`.
 *
 * @example
 * ```ts
 * import { signIn } from 'authwright/webauthn'
 *
 * document.querySelector('button')?.addEventListener('click', async () => {
 *   const result = await signIn('passkey', { redirectTo: '/account' })
 *   if (!result.ok) document.querySelector('output')?.append(result.error)
 * })
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sample-scenarios
 */
export async function signIn(
  provider: RegisteredProviderId,
  options: PasskeyOptions = {},
): Promise<PasskeyResult> {
  const { action = 'authenticate', email, name, redirect = true, basePath = '/auth' } = options
  const { conditional = false, redirectTo = location.href } = options
  const asked = await ask(`${basePath}/webauthn-options/${provider}`, basePath, { action, email, name })
  if (!asked.options) return refused(asked)
  const credential = await perform(action, asked.options, conditional)
  const told = await ask(`${basePath}/callback/${provider}`, basePath, {
    action,
    data: JSON.stringify(credential),
    callbackUrl: redirectTo,
  })
  // Where somebody wanted to go may have a parameter of that name itself.
  const isThere = told.url === new URL(redirectTo, location.href).href
  if (!told.url || (!isThere && errorIn(told.url))) {
    await forgetRefused(action, told.url, asked.options, credential)
    return refused(told)
  }
  if (redirect) location.assign(told.url)
  return { ok: true, url: told.url }
}

function refused({ url, error }: { url?: string; error?: string }): PasskeyResult {
  return { ok: false, error: (url && errorIn(url)) ?? error ?? 'InvalidRequest', url }
}

function errorIn(url: string): string | undefined {
  return new URL(url, location.href).searchParams.get('error') ?? undefined
}
