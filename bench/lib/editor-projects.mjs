/*
 * One application with ten providers and callbacks, written with three libraries, and the requests to an editor while it is edited.
 */

/**
 * @typedef {object} Probe
 * @property {string} name
 * @property {string} file the file that is edited
 * @property {string} text the file
 * @property {number | undefined} offset where members are completed; without it, the file is checked
 * @property {readonly string[]} expected names that must be offered. For the measured library, all names
 *
 * @typedef {object} Project
 * @property {string} library
 * @property {string} needs the package that it imports
 * @property {Readonly<Record<string, string>>} files by name
 * @property {readonly Probe[]} probes
 */

const ids = ['acme', 'gitlab', 'linkedin', 'microsoft-entra-id', 'okta', 'slack', 'spotify', 'twitch']
const imports = (/** @type {string} */ from) =>
  ['gitlab', 'linkedin', 'okta', 'slack', 'spotify', 'twitch', 'discord', 'dropbox']
    .map((id) => `import ${id} from '${from}/${id}'`)
    .join('\n')

const settings = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ['auth.ts', 'page.ts'],
})

/**
 * @param {string} library
 * @param {string} needs
 * @param {(typed: string) => string} auth the configuration; `typed` is the code that the user writes in its callback
 * @param {string} parameter the parameter of that callback
 * @param {{ session: string, signIn: string }} pages with `¦` where members are completed
 * @param {{ session: readonly string[], parameter: readonly string[], signIn: readonly string[] }} expected
 * @returns {Project}
 */
function project(library, needs, auth, parameter, pages, expected) {
  /** @type {(name: string, file: string, marked: string, names: readonly string[]) => Probe} */
  const probe = (name, file, marked, names) => ({
    name,
    file,
    text: marked.replace('¦', ''),
    offset: marked.includes('¦') ? marked.indexOf('¦') : undefined,
    expected: names,
  })
  return {
    library,
    needs,
    files: { 'auth.ts': auth(''), 'page.ts': '', 'tsconfig.json': settings },
    probes: [
      probe('session.', 'page.ts', pages.session, expected.session),
      probe('params.', 'auth.ts', auth(`${parameter}.¦;`), expected.parameter),
      probe('diagnostics', 'auth.ts', auth(''), []),
      probe("signIn('", 'page.ts', pages.signIn, expected.signIn),
      // A completion that does not use the configuration shows the minimum cost on this machine.
      probe('a plain object', 'page.ts', `const session = { user: '' }\nsession.¦\n`, ['user']),
    ],
  }
}

const authwright = project(
  'Authwright',
  'authwright',
  (typed) => `import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { oidc } from 'authwright/providers/oidc'

const adapter = sqlite('auth.db', {
  user: { role: { type: 'text', values: ['admin', 'member'], default: 'member' }, login: 'text' },
})

export const auth = createAuth()
  .provider(github({ profile: (raw) => ({ id: String(raw.id), login: raw.login }) }))
  .provider(google())
${ids.map((id) => `  .provider(oidc({ id: '${id}', issuer: 'https://${id}.example' }))`).join('\n')}
  .adapter(adapter)
  .session({ strategy: 'jwt' })
  .callbacks({
    jwt: (params) => {
      ${typed}
      return { ...params.token, role: params.user?.role, via: params.account?.provider }
    },
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub, role: token.role, via: token.via },
    }),
  })
  .build()
`,
  'params',
  {
    session: `import { auth } from './auth'

export async function page(request: Request) {
  const session = await auth.auth(request)
  if (!session) return
  session.¦
}
`,
    signIn: `import { auth } from './auth'

export const enter = (request: Request) => auth.signIn('¦', { request })
`,
  },
  {
    session: ['expires', 'user'],
    parameter: ['account', 'isNewUser', 'profile', 'provider', 'session', 'token', 'trigger', 'user'],
    signIn: [...ids, 'github', 'google'].sort(),
  },
)

const authjs = project(
  'Auth.js',
  'next-auth',
  (typed) => `import NextAuth from 'next-auth'
import 'next-auth/jwt'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'
${imports('next-auth/providers')}

declare module 'next-auth' {
  interface User {
    role?: 'admin' | 'member'
  }
  interface Session {
    via?: string
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    role?: 'admin' | 'member'
    via?: string
  }
}

export const { handlers, auth, signIn } = NextAuth({
  providers: [
    GitHub({ profile: (raw) => ({ id: String(raw.id), name: raw.login }) }),
    Google,
    gitlab,
    linkedin,
    okta,
    slack,
    spotify,
    twitch,
    discord,
    dropbox,
  ],
  session: { strategy: 'jwt' },
  callbacks: {
    jwt: (params) => {
      ${typed}
      return { ...params.token, role: params.user?.role, via: params.account?.provider }
    },
    session: ({ session, token }) => ({
      ...session,
      via: token.via,
      user: { ...session.user, id: token.sub ?? '', role: token.role },
    }),
  },
})
`,
  'params',
  {
    session: `import { auth } from './auth'

export async function page() {
  const session = await auth()
  if (!session) return
  session.¦
}
`,
    signIn: `import { signIn } from './auth'

export const enter = () => signIn('¦', { redirectTo: '/' })
`,
  },
  {
    session: ['expires', 'user', 'via'],
    parameter: ['account', 'profile', 'session', 'token', 'trigger', 'user'],
    signIn: ['github', 'google'],
  },
)

const socialIds = [
  'github',
  'google',
  'gitlab',
  'linkedin',
  'microsoft',
  'slack',
  'spotify',
  'twitch',
  'discord',
  'dropbox',
]
const betterAuth = project(
  'Better Auth',
  'better-auth',
  (typed) => `import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'

export const auth = betterAuth({
  database: memoryAdapter({}),
  user: { additionalFields: { role: { type: ['admin', 'member'], required: false } } },
  socialProviders: {
${socialIds.map((id) => `    ${id}: { clientId: 'id', clientSecret: 'secret' },`).join('\n')}
  },
  session: { additionalFields: { via: { type: 'string', required: false } } },
  databaseHooks: {
    session: {
      create: {
        before: async (params) => {
          ${typed}
          return { data: { ...params, via: params.userId } }
        },
      },
    },
  },
})
`,
  'params',
  {
    session: `import { auth } from './auth'

export async function page(request: Request) {
  const session = await auth.api.getSession({ headers: request.headers })
  if (!session) return
  session.¦
}
`,
    signIn: `import { auth } from './auth'

export const enter = () => auth.api.signInSocial({ body: { provider: '¦', callbackURL: '/' } })
`,
  },
  {
    session: ['session', 'user'],
    parameter: ['expiresAt', 'token', 'userId'],
    signIn: ['github', 'google'],
  },
)

export const projects = [authwright, authjs, betterAuth]
