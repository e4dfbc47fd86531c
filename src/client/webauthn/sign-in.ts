import type { RegisteredProviderId } from '../../builder/registered-types.js'
import { navigate } from '../request.js'
import { withLock } from '../session-lock.js'
import { type PasskeyOptions, type PasskeyResult, runCeremony } from './ceremony.js'

export type { PasskeyOptions, PasskeyResult } from './ceremony.js'

/** Signs in with a passkey, or registers one. */
export type PasskeySignIn = (
  provider: RegisteredProviderId,
  options?: PasskeyOptions,
) => Promise<PasskeyResult>

/**
 * Signs in with a passkey, or registers one, on your own page. Needs the package `@simplewebauthn/browser`.
 *
 * @throws Error if the package is missing, the browser has no WebAuthn, or the user cancelled.
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
  const result = await runCeremony(provider, options, withLock)
  if (result.ok && options.redirect !== false) navigate(result.url)
  return result
}
