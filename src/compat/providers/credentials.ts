import type { CredentialInput, CredentialsConfig, CredentialsUserConfig } from '../provider-types.js'

export type { CredentialInput, CredentialsConfig } from '../provider-types.js'

/**
 * Sign-in with a form: `credentials` declares the fields, and `authorize` receives their values.
 *
 * @example
 * ```ts
 * import NextAuth from 'authwright/compat/next'
 * import Credentials from 'authwright/compat/providers/credentials'
 *
 * declare function verify(email: unknown, password: unknown): Promise<{ id: string; name: string } | null>
 *
 * export const { handlers, auth } = NextAuth({
 *   providers: [
 *     Credentials({
 *       credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
 *       authorize: ({ email, password }) => verify(email, password),
 *     }),
 *   ],
 * })
 * ```
 *
 * @see https://authjs.dev/reference/core/providers/credentials
 */
// biome-ignore lint/style/noDefaultExport: as Auth.js exports it.
export default function Credentials<
  const Inputs extends Record<string, CredentialInput> = Record<string, CredentialInput>,
>(config: CredentialsUserConfig<Inputs>): CredentialsConfig {
  const { id = 'credentials', name = 'Credentials', credentials = {}, authorize = () => null } = config
  return { ...config, id, name, credentials, authorize, type: 'credentials' } as CredentialsConfig
}
