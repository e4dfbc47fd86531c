/** What kind of flow a provider runs. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'
