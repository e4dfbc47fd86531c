/*
 * The configurations whose cost is recorded, written as users write them. The adapter and the schema are not
 * part of a configuration, so their types are as cheap as possible.
 */

/**
 * @typedef {object} CostCase
 * @property {string} name
 * @property {string} source
 */

/** The imports of the cases. */
export const shared = {
  'adapter.ts': `import type { AdapterAccount, AdapterSession, AdapterUser } from 'authwright'

export interface DbUser extends AdapterUser {
  role: 'admin' | 'member'
}

interface Database {
  createUser(user: object): Promise<DbUser>
  getUser(id: string): Promise<DbUser | null>
  getUserByEmail(email: string): Promise<DbUser | null>
  getUserByAccount(account: object): Promise<DbUser | null>
  linkAccount(account: AdapterAccount): Promise<void>
  createSession(session: AdapterSession): Promise<AdapterSession>
  getSessionAndUser(token: string): Promise<{ session: AdapterSession; user: DbUser } | null>
  updateSession(session: object): Promise<AdapterSession | null>
  deleteSession(token: string): Promise<void>
}

export declare const adapter: Database
`,
  'claims.ts': `import type { StandardSchemaV1 } from '@standard-schema/spec'

interface Claims {
  role: 'admin' | 'member'
}

export declare const claims: StandardSchemaV1<Claims, Claims>
`,
}

/** @param {number} count @returns {CostCase} */
function chain(count) {
  const providers = Array.from(
    { length: count },
    (_, index) =>
      `.provider(google({ id: 'p${index}', profile: (raw) => ({ id: raw.sub, email: raw.email, f${index}: ${index} }) }))`,
  )
  return {
    name: `${count} ${count === 1 ? 'provider' : 'providers'}`,
    source: `import { createAuth } from 'authwright'
import { google } from 'authwright/providers/google'
import { adapter } from './adapter.js'
import { claims } from './claims.js'

export const auth = createAuth()
  ${providers.join('\n  ')}
  .adapter(adapter)
  .session({ strategy: 'jwt' })
  .jwt({ claims })
  .callbacks({
    jwt: ({ token, account }) => ({ ...token, role: 'member' as const, via: account?.provider }),
    session: ({ session, token }) => ({ ...session, via: token.via }),
  })
  .build()

export const session = await auth.auth(new Request('https://app.example/'))
export const via = session?.via
`,
  }
}

const oidcIds = ['gitlab', 'linkedin', 'twitch', 'slack', 'microsoft-entra-id', 'okta']
const oauthIds = ['discord', 'spotify']

/** @type {CostCase} */
const realistic = {
  name: 'realistic',
  source: `import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { oauth } from 'authwright/providers/oauth'
import { oidc } from 'authwright/providers/oidc'

declare module 'authwright' {
  interface JWT {
    provider?: string
    role?: 'admin' | 'member'
  }
}

const adapter = sqlite('auth.db', {
  user: {
    role: { type: 'text', values: ['admin', 'member'], default: 'member' },
    login: { type: 'text' },
  },
})

export const auth = createAuth()
  .provider(github({ profile: (raw) => ({ id: String(raw.id), name: raw.name, email: raw.email, login: raw.login }) }))
  .provider(google({ clientId: 'a', clientSecret: 'b', authorization: { params: { prompt: 'consent' } } }))
${oidcIds.map((id) => `  .provider(oidc({ id: '${id}', issuer: 'https://${id}.example' }))`).join('\n')}
${oauthIds
  .map(
    (id) => `  .provider(
    oauth({
      id: '${id}',
      authorization: 'https://${id}.example/authorize',
      token: 'https://${id}.example/token',
      userinfo: 'https://${id}.example/me',
      profile: (raw: { id: string; username: string }) => ({ id: raw.id, name: raw.username }),
    }),
  )`,
  )
  .join('\n')}
  .adapter(adapter)
  .session({ strategy: 'jwt' })
  .callbacks({
    jwt: ({ token, account, user }) =>
      account ? { ...token, provider: account.provider, role: user.role } : token,
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub, role: token.role ?? 'member' },
    }),
  })
  .build()

export async function page(request: Request) {
  const session = await auth.auth(request)
  return session && { role: session.user.role, email: session.user.email, id: session.user.id }
}
`,
}

/** @type {CostCase} */
const importing = {
  name: 'importing',
  source: `import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { google } from 'authwright/providers/google'

export const imported = [createAuth, sqlite, google] as const
`,
}

/** The case whose declarations are also measured. */
export const emitting = '10 providers'

/** @type {readonly CostCase[]} */
export const costCases = [importing, ...[1, 10, 50, 100, 200].map(chain), realistic]
