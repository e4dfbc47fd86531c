import type { CredentialsProvider } from './credentials.js'
import type { EmailProvider } from './email.js'
import type { OAuthProvider } from './oauth.js'
import type { OIDCProvider } from './oidc.js'
import type { WebAuthnProvider } from './webauthn.js'

/** Any provider. */
export type Provider =
  | OAuthProvider<any, string, any>
  | OIDCProvider<any, string, any>
  | EmailProvider
  | CredentialsProvider<any, string, any>
  | WebAuthnProvider
