import { withDefaults } from '../options/with-defaults.js'
import { passkeys } from '../runtime/features/passkeys/feature.js'
import type { WebAuthnProvider } from './kinds/webauthn.js'
import { webauthnDefaults } from './kinds/webauthn-defaults.js'
import type { WebAuthnOptions } from './webauthn.js'

/**
 * Sign-in with passkeys. The user does not type a user name: the browser offers the passkeys of the site. By default, the device verifies the
 * user, by fingerprint, face or PIN.
 *
 * Requires an adapter with methods for authenticators, and the package `@simplewebauthn/server`.
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
 *   .build()
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/#client-side-discoverable-credential
 */
export function passkey<const Id extends string = 'passkey', const ConditionalUI extends boolean = true>(
  options: WebAuthnOptions<Id, ConditionalUI> = {},
): WebAuthnProvider<Id, ConditionalUI> {
  const { authenticationOptions = {}, registrationOptions = {} } = options
  const { authenticatorSelection = {} } = registrationOptions
  const verified = { userVerification: 'required' } as const
  const provider = {
    ...withDefaults({ ...webauthnDefaults(), id: 'passkey', name: 'Passkey' }, options),
    authenticationOptions: withDefaults(verified, authenticationOptions),
    registrationOptions: {
      ...registrationOptions,
      authenticatorSelection: withDefaults(
        { ...verified, residentKey: 'required' } as const,
        authenticatorSelection,
      ),
    },
    '~feature': passkeys,
  }
  return provider as WebAuthnProvider<Id, ConditionalUI>
}
