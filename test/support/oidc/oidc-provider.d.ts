/** The package has no types. `real-provider.ts` declares the parts that it uses. */
declare module 'oidc-provider'
