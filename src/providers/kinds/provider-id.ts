/**
 * The id of a provider that names none in its type.
 *
 * It accepts every string. It is not `string`, because a compiler widens a literal that is checked
 * against `string`: with this type, `{ id: 'acme', … } satisfies OAuthProvider<AcmeProfile>` keeps
 * the id `'acme'`.
 */
export type AnyProviderId = Lowercase<string> | (string & {})
