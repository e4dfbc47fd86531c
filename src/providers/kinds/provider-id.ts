/**
 * Accepts every string. It is not `string`, because TypeScript widens a literal that is checked against `string`. With this type, `{ id:
 * 'acme', … } satisfies OAuthProvider<AcmeProfile>` keeps the id `'acme'`.
 */
export type AnyProviderId = Lowercase<string> | (string & {})
