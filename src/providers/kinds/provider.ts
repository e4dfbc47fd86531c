import type { CredentialsProvider } from './credentials.js'
import type { EmailProvider } from './email.js'
import type { OAuthProvider } from './oauth.js'
import type { OIDCProvider } from './oidc.js'
import type { PasswordProvider } from './password.js'
import type { WebAuthnProvider } from './webauthn.js'

/** Any provider. */
export type Provider =
  // biome-ignore lint/suspicious/noExplicitAny: each provider has its own types, as what callbacks take and as what they return; only any fits them all.
  | OAuthProvider<any, string, any>
  // biome-ignore lint/suspicious/noExplicitAny: each provider has its own types, as what callbacks take and as what they return; only any fits them all.
  | OIDCProvider<any, string, any, any>
  | EmailProvider
  // biome-ignore lint/suspicious/noExplicitAny: each provider has its own types, as what callbacks take and as what they return; only any fits them all.
  | CredentialsProvider<any, string, any>
  | PasswordProvider
  | WebAuthnProvider
