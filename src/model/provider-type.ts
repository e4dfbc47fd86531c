/** The type of a provider. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'password' | 'webauthn'
