import { describe, expect, it } from 'vitest'
import { authwright, type Files, filesOf, project } from './support/command.js'

const manifest = {
  'package.json': '{ "dependencies": { "next": "16.0.0", "next-auth": "5.0.0-beta.29" } }\n',
}

async function migrate(files: Files) {
  const folder = project({ ...manifest, ...files })
  const outcome = await authwright(['migrate'], folder)
  return { outcome, after: filesOf(folder) }
}

/** The files of the course of Next.js. */
const config = `import type { NextAuthConfig } from 'next-auth';

export const authConfig = {
  pages: {
    signIn: '/login',
  },
  providers: [
    // added later in auth.ts
  ],
  callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isLoggedIn = !!auth?.user;
      // The dashboard is for users.
      if (nextUrl.pathname.startsWith('/dashboard')) return isLoggedIn;
      if (isLoggedIn) return Response.redirect(new URL('/dashboard', nextUrl));
      return true;
    },
  },
} satisfies NextAuthConfig;
`
const instance = `import NextAuth from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { authConfig } from './auth.config';
import { find } from './users';

export const { auth, signIn, signOut } = NextAuth({
  ...authConfig,
  providers: [
    Credentials({
      async authorize({ email, password }) {
        return find(email, password);
      },
    }),
  ],
});
`
const proxy = `import NextAuth from 'next-auth';
import { authConfig } from './auth.config';

export default NextAuth(authConfig).auth;

export const config = {
  matcher: ['/((?!api|_next/static|_next/image|.*\\\\.png$).*)'],
};
`
const course = {
  'auth.config.ts': config,
  'auth.ts': instance,
  'proxy.ts': proxy,
  'users.ts': 'export async function find(email: unknown, password: unknown) { return null }\n',
}

describe('authwright migrate, on a configuration that is split for a proxy', () => {
  it('migrate joins a split configuration into one chain, which the proxy imports', async () => {
    const { outcome, after } = await migrate(course)
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.config.ts']).toBeUndefined()
    expect(after['auth.ts']).toBe(`import { find } from './users';
import { credentials } from 'authwright/providers/credentials';
import { createAuth } from 'authwright/next';

export const { auth, signIn, signOut } = createAuth()
  .provider(credentials({
    input: { email: {}, password: { type: 'password' } },
    async authorize({ email, password }) {
      return find(email, password);
    },
  }))
  .callbacks({
    authorized({ auth, request: { nextUrl } }) {
      const isLoggedIn = !!auth?.user;
      // The dashboard is for users.
      if (nextUrl.pathname.startsWith('/dashboard')) return isLoggedIn;
      if (isLoggedIn) return Response.redirect(new URL('/dashboard', nextUrl));
      return true;
    },
  })
  .pages({
    signIn: '/login',
  })
  .options({ compat: 'authjs' })
  .build();
`)
    expect(after['proxy.ts']).toBe(`export { auth as proxy } from './auth';

export const config = {
  matcher: ['/((?!api|_next/static|_next/image|.*\\\\.png$).*)'],
};
`)
    expect((await migrate(after)).after).toEqual(after)
  })

  it('authwright migrate joins callbacks and providers that both modules have', async () => {
    const { outcome, after } = await migrate({
      'lib/auth.config.ts': `import type { NextAuthConfig } from 'next-auth'
import GitHub from 'next-auth/providers/github'
import { isPublic } from './paths'

const config: NextAuthConfig = {
  providers: [GitHub],
  session: { strategy: 'jwt' },
  callbacks: {
    // Public paths.
    /* Others are for users. */
    authorized: ({ auth, request }) => auth !== null || isPublic(request.nextUrl.pathname),
  },
}
export default config
`,
      'lib/paths.ts': 'export const isPublic = (path: string) => path === "/"\n',
      'auth.ts': `import NextAuth from 'next-auth'
import Google from 'next-auth/providers/google'
import { adapter } from './adapter'
import base from './lib/auth.config'

export const { handlers, auth } = NextAuth({
  adapter,
  ...base,
  providers: [...base.providers, Google],
  callbacks: {
    ...base.callbacks,
    signIn: () => true,
  },
})
`,
      'proxy.ts': `import NextAuth from 'next-auth'
import config from '@/lib/auth.config'

const { auth } = NextAuth(config)

export default auth((request) => {
  if (!request.auth) return Response.redirect(new URL('/', request.url))
})
`,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['lib/auth.config.ts']).toBeUndefined()
    expect(after['auth.ts']).toContain("import { isPublic } from './lib/paths'")
    expect(after['auth.ts']).toContain(`createAuth()
  .provider(github())
  .provider(google())
  .adapter(adapter)
  .session({ strategy: 'jwt' })
  .callbacks({
    // Public paths.
    /* Others are for users. */
    authorized: ({ auth, request }) => auth !== null || isPublic(request.nextUrl.pathname),
    signIn: () => true,
  })
`)
    expect(after['proxy.ts']).toBe(`import { auth } from '@/auth'

export default auth((request) => {
  if (!request.auth) return Response.redirect(new URL('/', request.url))
})
`)
  })

  it('authwright migrate joins parts that a middleware on Node.js loads, and parts that none loads', async () => {
    const onNode = proxy.replace('matcher:', "runtime: 'nodejs',\n  matcher:")
    const { 'proxy.ts': _, ...two } = course
    for (const files of [{ ...two, 'middleware.ts': onNode }, two]) {
      const { outcome, after } = await migrate(files)
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(after['auth.config.ts']).toBeUndefined()
      expect(after['auth.ts']).toContain('authorized({ auth, request: { nextUrl } })')
      expect(after['middleware.ts'] ?? '').not.toContain('NextAuth')
    }
  })

  it.each([
    ['middleware.ts, which may run on the Edge runtime', { 'proxy.ts': undefined, 'middleware.ts': proxy }],
    [
      'a third module that reads it',
      { 'page.ts': "import { authConfig } from './auth.config'\nexport const path = authConfig.pages\n" },
    ],
    [
      'constants beside it',
      { 'auth.config.ts': `const path = '/dashboard'\n${config.replace("'/dashboard'", 'path')}` },
    ],
    [
      'a constant beside a default export',
      {
        'auth.config.ts': `const path = '/dashboard'\n${config
          .replace("'/dashboard'", 'path')
          .replace('export const authConfig =', 'export default')
          .replace(' satisfies NextAuthConfig', '')}`,
        'auth.ts': instance.replace('{ authConfig }', 'authConfig'),
        'proxy.ts': proxy.replace('{ authConfig }', 'authConfig'),
      },
    ],
    [
      'an option with two values',
      {
        'auth.config.ts': config.replace('providers: [', "session: { strategy: 'jwt' },\n  providers: ["),
        'auth.ts': instance.replace('providers: [', 'session: { maxAge: 60 },\n  providers: ['),
      },
    ],
    [
      'callbacks that the whole replaces',
      {
        'auth.config.ts': config.replace('callbacks: {', 'callbacks: {\n    signIn: () => false,'),
        'auth.ts': instance.replace(
          'providers: [',
          'callbacks: { redirect: ({ url }) => url },\n  providers: [',
        ),
      },
    ],
    [
      'a base whose callbacks are not an object literal',
      {
        'callbacks.ts':
          'export const callbacks = { authorized({ auth, request: { nextUrl } }: any) { return !!auth } }\n',
        'auth.config.ts':
          "import { callbacks } from './callbacks';\n\n// authorized({ auth, request: { nextUrl } })\nexport const authConfig = { providers: [], callbacks };\n",
        'auth.ts': instance.replace(
          'providers: [',
          'callbacks: { session: ({ session }) => session },\n  providers: [',
        ),
      },
    ],
    [
      'a base whose callbacks contain others',
      {
        'callbacks.ts': 'export const shared = { signIn: () => false }\n',
        'auth.config.ts': `import { shared } from './callbacks';\n${config.replace('callbacks: {', 'callbacks: {\n    ...shared,')}`,
        'auth.ts': instance.replace(
          'providers: [',
          'callbacks: { ...authConfig.callbacks, session: ({ session }) => session },\n  providers: [',
        ),
      },
    ],
    [
      'a base whose providers are not an array literal',
      {
        'providers.ts': 'export const providers = []\n',
        'auth.config.ts': `import { providers } from './providers';\n${config.replace(/providers: \[[^\]]*\]/, 'providers')}`,
        'auth.ts': instance.replace('providers: [', 'providers: [\n    ...authConfig.providers,'),
      },
    ],
    [
      'an import of the base whose name means something else in the whole',
      {
        'paths.ts': "export const start = '/dashboard'\n",
        'auth.config.ts': `import { start } from './paths';\n${config.replace("'/dashboard'", 'start')}`,
        'auth.ts': instance
          .replace("import { find } from './users';", "import { find as start } from './users';")
          .replace('return find(', 'return start('),
      },
    ],
  ])('authwright migrate leaves %s unchanged, with a comment', async (_, changed) => {
    const files = Object.fromEntries(
      Object.entries({ ...course, ...changed }).filter(([, text]) => text !== undefined),
    ) as Files
    const { outcome, after } = await migrate(files)
    expect(outcome.code).toBe(1)
    expect(after['auth.config.ts']).toContain('authorized({ auth, request: { nextUrl } })')
    expect(after['auth.ts']).toContain('...authConfig,')
    expect(after['auth.ts']).toContain('TODO(authwright)')
  })

  it('authwright migrate keeps a callback of the base where the whole has none', async () => {
    const { after } = await migrate({
      ...course,
      'auth.ts': instance.replace('providers: [', 'callbacks: {},\n  providers: ['),
    })
    const file = after['auth.config.ts'] === undefined ? 'auth.ts' : 'auth.config.ts'
    expect(after[file]).toContain('authorized({ auth, request: { nextUrl } })')
  })

  it('authwright migrate imports each name of the base once', async () => {
    const paths = "import { $public, isAdmin, type Path, type Unused } from './paths';"
    const { outcome, after } = await migrate({
      ...course,
      'paths.ts':
        'export type Path = string\nexport type Unused = string\nexport const $public = (path: string) => true\nexport const isAdmin = (path: string) => true\n',
      'auth.config.ts': `${paths}\n${config.replace('// The dashboard', 'if ($public(nextUrl.pathname as Path) && isAdmin(nextUrl.pathname)) return true;\n      // The dashboard')}`,
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.ts']?.match(/import .* from '.\/paths';/g)).toEqual([
      "import { $public, isAdmin, type Path } from './paths';",
    ])
  })
})
