/*
 * A project with ten providers, an adapter and both callbacks, and a page of it that is being written.
 */

/**
 * @typedef {object} Probe
 * @property {string} name
 * @property {string} text the page
 * @property {number} offset where something is completed
 * @property {string} expected all that may be offered there, sorted
 */

const ids = ['acme', 'gitlab', 'linkedin', 'microsoft-entra-id', 'okta', 'slack', 'spotify', 'twitch']

/** The files of the project, by name. */
export const project = {
  'auth.ts': `import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { oidc } from 'authwright/providers/oidc'

const adapter = sqlite('auth.db', {
  user: { role: { type: 'text', values: ['admin', 'member'], default: 'member' } },
})

export const auth = createAuth()
  .provider(github({ profile: (raw) => ({ id: String(raw.id), login: raw.login }) }))
  .provider(google())
${ids.map((id) => `  .provider(oidc({ id: '${id}', issuer: 'https://${id}.example' }))`).join('\n')}
  .adapter(adapter)
  .session({ strategy: 'jwt' })
  .callbacks({
    jwt: ({ token, user, account }) => ({ ...token, role: user?.role, via: account?.provider }),
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub, role: token.role, via: token.via },
    }),
  })
  .build()
`,
  'page.ts': '',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    },
    files: ['auth.ts', 'page.ts'],
  }),
}

/** @param {string} name @param {string} marked the page, with `¦` where something is completed @param {string} expected @returns {Probe} */
const probe = (name, marked, expected) => ({
  name,
  text: marked.replace('¦', ''),
  offset: marked.indexOf('¦'),
  expected,
})

/** @type {readonly Probe[]} */
export const texts = [
  probe(
    'session.user.',
    `import { auth } from './auth.js'

export async function page(request: Request) {
  const session = await auth.auth(request)
  if (!session) return
  session.user.¦
}
`,
    'email, id, image, name, role, via',
  ),
  probe(
    "signIn('",
    `import { auth } from './auth.js'

export const enter = (request: Request) => auth.signIn('¦', { request })
`,
    [...ids, 'github', 'google'].sort().join(', '),
  ),
  // What any completion costs on this machine: nothing of the configuration is asked for.
  probe(
    'a plain object',
    `const session = { user: { name: '' } }
session.user.¦
`,
    'name',
  ),
]
