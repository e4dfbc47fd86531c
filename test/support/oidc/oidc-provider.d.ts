/** The package has no types; `real-provider.ts` says what it uses. */
declare module 'oidc-provider'
