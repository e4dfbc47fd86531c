import type { Provider } from '../providers/kinds/provider.js'

/** Whether it is of a type that there is, and has the function that its type cannot do without. */
export function isProvider(provider: Provider | null | undefined): boolean {
  switch (provider?.type) {
    case 'oauth':
    case 'oidc':
      return true
    case 'webauthn':
      return typeof provider.simpleWebAuthn === 'function'
    case 'email':
      return typeof provider.sendVerificationRequest === 'function'
    case 'credentials':
      return typeof provider.authorize === 'function'
    default:
      return false
  }
}
