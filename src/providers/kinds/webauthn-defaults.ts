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
