import { importError } from '../../platform/missing-package.js'
import type { CredentialFields } from './credentials.js'
import type { WebAuthnProvider } from './webauthn.js'

export function webauthnDefaults() {
  return {
    type: 'webauthn',
    enableConditionalUI: true,
    simpleWebAuthn: load,
    formFields: defaultFields(),
  } as const satisfies Partial<WebAuthnProvider>
}

// Bundlers treat an import as optional only inside `try`.
async function load(): Promise<typeof import('@simplewebauthn/server')> {
  try {
    return await import('@simplewebauthn/server')
  } catch (error) {
    throw importError(
      '@simplewebauthn/server',
      error,
      'Passkeys need a package on the server. Run "npm install @simplewebauthn/server".',
    )
  }
}

/** A field for the e-mail address. The word `webauthn` in `autocomplete` makes browsers offer passkeys in the field. */
function defaultFields(): CredentialFields {
  return { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } }
}
