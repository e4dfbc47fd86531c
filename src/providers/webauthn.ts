import { passkeys } from '../runtime/features/passkeys/feature.js'
import type { CredentialFields } from './kinds/credentials.js'
import type { WebAuthnProvider } from './kinds/webauthn.js'

/** Options of {@link webauthn} and `passkey`. Each replaces a default. */
export interface WebAuthnOptions<Id extends string, ConditionalUI extends boolean>
  extends Partial<Omit<WebAuthnProvider<Id, ConditionalUI>, 'type'>> {}

/**
 * Sign-in with any authenticator: a passkey, or a security key that keeps none and is found by the
 * person's address. See `passkey` for passkeys alone. Every option replaces a default, whole fields at a time.
 *
 * It needs an adapter with methods for authenticators, the package `@simplewebauthn/server`, and
 * `experimental.enableWebAuthn`.
 *
 * @param options - Default: the id `'webauthn'`, a form with an e-mail address, five minutes, user verification, and the
 * domain of the application's address.
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
  // Where an option is absent, its type parameter is the default.
  return { ...provider, ...options, '~feature': passkeys } as WebAuthnProvider<Id, ConditionalUI>
}

// Bundlers take an import for optional only where they see `try` around it.
async function load(): Promise<typeof import('@simplewebauthn/server')> {
  try {
    return await import('@simplewebauthn/server')
  } catch (cause) {
    throw new Error('Passkeys need a package on the server. Run "npm install @simplewebauthn/server".', {
      cause,
    })
  }
}

/** The word `webauthn` is what makes a browser offer passkeys in the field. */
function defaultFields(): CredentialFields {
  return { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } }
}
