import { withDefaults } from '../options/with-defaults.js'
import type { WebAuthnProvider } from './kinds/webauthn.js'
import { type WebAuthnOptions, webauthn } from './webauthn.js'

/**
 * Sign-in with passkeys. The user does not type a user name: the browser offers the passkeys of the site. The device always verifies the
 * user, by fingerprint, face or PIN.
 *
 * Requires an adapter with methods for authenticators, the package `@simplewebauthn/server`, and `experimental.enableWebAuthn`.
 *
 * @param options - Each replaces a default: the id `'passkey'`, a form with an e-mail address for new users, a time limit of five minutes,
 *   and the domain of the application.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { passkey } from 'authwright/providers/passkey'
 *
 * export const auth = createAuth()
 *   .provider(passkey({ relayingParty: { id: 'example.com' } }))
 *   .adapter(sqlite('auth.db'))
 *   .options({ experimental: { enableWebAuthn: true } })
 *   .build()
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/#client-side-discoverable-credential
 */
export function passkey<const Id extends string = 'passkey', const ConditionalUI extends boolean = true>(
  options: WebAuthnOptions<Id, ConditionalUI> = {},
): WebAuthnProvider<Id, ConditionalUI> {
  const defaults: WebAuthnOptions<Id, ConditionalUI> = {
    id: 'passkey' as Id,
    name: 'Passkey',
    authenticationOptions: { userVerification: 'required' },
    registrationOptions: {
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  }
  return webauthn<Id, ConditionalUI>(withDefaults(defaults, options))
}
