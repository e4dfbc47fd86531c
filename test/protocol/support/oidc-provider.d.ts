/** The package has no types of its own; `real-provider.ts` says what it uses. */
declare module 'oidc-provider'
