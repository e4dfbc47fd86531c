import { withDefaults } from '../options/with-defaults.js'
import { passkeys } from '../runtime/features/passkeys/feature.js'
import type { CredentialFields } from './kinds/credentials.js'
import type { WebAuthnProvider } from './kinds/webauthn.js'

/** Options of {@link webauthn} and `passkey`. Each replaces a default. */
export interface WebAuthnOptions<Id extends string, ConditionalUI extends boolean>
  extends Partial<Omit<WebAuthnProvider<Id, ConditionalUI>, 'type'>> {}

/**
 * Sign-in with any authenticator: a passkey, or a security key that stores no passkey. For such a security key, the user enters an e-mail
 * address first. For passkeys only, use `passkey`.
 *
 * Requires an adapter with methods for authenticators, the package `@simplewebauthn/server`, and `experimental.enableWebAuthn`.
 *
 * @param options - Each replaces a default: the id `'webauthn'`, a form with an e-mail address, a time limit of five minutes, user
 *   verification, and the domain of the application.
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
): WebAuthnProvider<Id, ConditionalUI> {
  const provider: WebAuthnProvider<'webauthn', true> = {
    id: 'webauthn',
    name: 'WebAuthn',
    type: 'webauthn',
    enableConditionalUI: true,
    simpleWebAuthn: load,
    formFields: defaultFields(),
  }
  // The type parameter of an omitted option is its default.
  return { ...withDefaults(provider, options), '~feature': passkeys } as WebAuthnProvider<Id, ConditionalUI>
}

// Bundlers treat an import as optional only inside `try`.
async function load(): Promise<typeof import('@simplewebauthn/server')> {
  try {
    return await import('@simplewebauthn/server')
  } catch (cause) {
    throw new Error('Passkeys need a package on the server. Run "npm install @simplewebauthn/server".', {
      cause,
    })
  }
}

/** The word `webauthn` in `autocomplete` makes browsers offer passkeys in the field. */
function defaultFields(): CredentialFields {
  return { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } }
}
