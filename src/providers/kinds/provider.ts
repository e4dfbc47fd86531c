import type { CredentialsProvider } from './credentials.js'
import type { EmailProvider } from './email.js'
import type { OAuthProvider } from './oauth.js'
import type { OIDCProvider } from './oidc.js'
import type { PasswordProvider } from './password.js'
import type { WebAuthnProvider } from './webauthn.js'

/** Any provider. */
export type Provider =
  // biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
  | OAuthProvider<any, string, any>
  // biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
  | OIDCProvider<any, string, any, any>
  | EmailProvider
  // biome-ignore lint/suspicious/noExplicitAny: providers with different types are kept in one list. Callbacks both receive and return these types, so only any fits all of them.
  | CredentialsProvider<any, string, any>
  | PasswordProvider
  | WebAuthnProvider
