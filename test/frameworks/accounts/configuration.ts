import type { Edit } from '../support/edit.js'

/** Edits to an example configuration, so that a variable selects the session strategy. */
export const eitherStrategy: readonly Edit[] = [
  ['.session({', ".session({ strategy: (process.env['STRATEGY'] ?? 'jwt') as 'jwt',"],
  // With strategy 'database', the `jwt` callback is not used.
  [
    `    jwt: (params) => {
      if (params.trigger === 'update') return { ...params.token, nickname: params.session.nickname }
      if (params.trigger === undefined) return params.token
      return { ...params.token, nickname: 'nobody yet' }
    },
    session: ({ session, token }) => ({ ...session, nickname: token.nickname }),`,
    "    session: ({ session }) => ({ ...session, nickname: 'nobody yet' }),",
  ],
]

/**
 * Edits to the configuration of each example: two clients at one provider, a database, and either strategy.
 */
export const configuration: readonly Edit[] = [
  ['import * as v', "import { pg } from 'authwright/adapters/pg'\nimport * as v"],
  [
    ".provider(oidc({ id: 'company', name: 'Company', issuer: undefined, idToken: false }))",
    `.provider(
    oidc({
      id: 'company',
      name: 'Company',
      issuer: undefined,
      idToken: false,
      backchannelLogout: true,
      authorization: { params: { scope: process.env['SCOPE'] ?? 'openid profile email' } },
      client: { id_token_signed_response_alg: process.env['ALGORITHM'] ?? 'RS256' },
    }),
  )
  .provider(oidc({ id: 'globex', name: 'Globex', issuer: undefined, idToken: false, backchannelLogout: true }))
  .adapter(pg(process.env['DATABASE_URL'] ?? ''))`,
  ],
  ...eitherStrategy,
]

/** The redirect target of a sign-out. */
export const AFTERWARDS = '/?left=1'
