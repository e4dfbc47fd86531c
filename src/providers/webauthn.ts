import { withDefaults } from '../options/with-defaults.js'
import { passkeys } from '../runtime/features/passkeys/feature.js'
import type { WebAuthnProvider } from './kinds/webauthn.js'
import { webauthnDefaults } from './kinds/webauthn-defaults.js'

/** Options of {@link webauthn} and `passkey`. Each replaces a default. */
export interface WebAuthnOptions<Id extends string, ConditionalUI extends boolean>
  extends Partial<Omit<WebAuthnProvider<Id, ConditionalUI>, 'type' | 'experimental'>> {}

/** The result of {@link webauthn}. It requires the option `experimental.enableWebAuthn`. */
export interface ExperimentalWebAuthnProvider<Id extends string, ConditionalUI extends boolean>
  extends WebAuthnProvider<Id, ConditionalUI> {
  /** Marks a provider whose options and pages may change in a minor version. */
  readonly experimental: true
}

/**
 * Sign-in with any authenticator: a passkey, or a security key that stores no passkey. For such a security key, the user enters an e-mail
 * address first. For passkeys only, use `passkey`, which is not experimental.
 *
 * Requires an adapter with methods for authenticators, the package `@simplewebauthn/server`, and `experimental.enableWebAuthn`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { webauthn } from 'authwright/providers/webauthn'
 *
 * export const auth = createAuth()
 *   .provider(webauthn({ relayingParty: { name: 'Example' } }))
 *   .adapter(sqlite('auth.db'))
 *   .options({ experimental: { enableWebAuthn: true } })
 *   .build()
 * ```
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
 */
export function webauthn<const Id extends string = 'webauthn', const ConditionalUI extends boolean = true>(
  options: WebAuthnOptions<Id, ConditionalUI> = {},
): ExperimentalWebAuthnProvider<Id, ConditionalUI> {
  const defaults = { ...webauthnDefaults(), id: 'webauthn', name: 'WebAuthn' }
  const provider = { ...withDefaults(defaults, options), experimental: true, '~feature': passkeys }
  return provider as ExperimentalWebAuthnProvider<Id, ConditionalUI>
}
