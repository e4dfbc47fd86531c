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

/** The files of the course "Learn Next.js". */
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

  it.each([
    ['~session', { '~session': ['./auth.config.ts'] }, 'auth.config.ts'],
    ['~session', { '~session': ['./shared'] }, 'shared/index.ts'],
    ['@/index', { '@/*': ['./shared/*'] }, 'shared/index.ts'],
    ['~session/web', { '~session/*': ['./shared/*/auth.config.js'] }, 'shared/web/auth.config.ts'],
  ])(
    'migrate joins a split configuration if the proxy imports it as %s with %j',
    async (alias, paths, file) => {
      const { outcome, after } = await migrate({
        'tsconfig.json': JSON.stringify({ compilerOptions: { paths } }),
        [file]: config,
        'auth.ts': instance.replace('./auth.config', `./${file.replace(/[.]ts$/, '')}`),
        'proxy.ts': proxy.replace('./auth.config', alias),
        'users.ts': course['users.ts'],
      })
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(after[file]).toBeUndefined()
      expect(after['proxy.ts']).toContain("export { auth as proxy } from './auth'")
    },
  )

  it('authwright migrate leaves no blank line at the start of a proxy with Windows line ends', async () => {
    const windows = Object.entries(course).map(([file, text]) => [file, text.replaceAll('\n', '\r\n')])
    const { outcome, after } = await migrate(Object.fromEntries(windows))
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.config.ts']).toBeUndefined()
    expect(after['proxy.ts']).toMatch(/^export \{ auth as proxy \} from '\.\/auth'/)
    expect(after['auth.ts']).toMatch(/^import /)
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

  it('authwright migrate joins a split configuration unless a middleware on the edge loads it', async () => {
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
      'callbacks that auth.ts replaces',
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
      'an import of the base whose name has another meaning in auth.ts',
      {
        'paths.ts': "export const start = '/dashboard'\n",
        'auth.config.ts': `import { start } from './paths';\n${config.replace("'/dashboard'", 'start')}`,
        'auth.ts': instance
          .replace("import { find } from './users';", "import { find as start } from './users';")
          .replace('return find(', 'return start('),
      },
    ],
    [
      'a base that loads another module for its effects',
      { 'auth.config.ts': `import 'server-only';\n${config}` },
    ],
    [
      'a base that imports with attributes',
      {
        'auth.config.ts': `import paths from './paths.json' with { type: 'json' };\n${config.replace("'/login'", 'paths.login')}`,
      },
    ],
    ['an export of the base from auth.ts', { 'auth.ts': `${instance}export * from './auth.config';\n` }],
    [
      'providers that auth.ts replaces',
      {
        'auth.config.ts': `import GitHub from 'next-auth/providers/github';\n${config.replace(/providers: \[[^\]]*\]/, 'providers: [GitHub]')}`,
      },
    ],
    [
      'a callback with two values',
      {
        'auth.config.ts': config.replace('callbacks: {', 'callbacks: {\n    signIn: () => false,'),
        'auth.ts': instance.replace(
          'providers: [',
          'callbacks: { ...authConfig.callbacks, signIn: () => true },\n  providers: [',
        ),
      },
    ],
    [
      'a callback that the base replaces',
      {
        'auth.ts': instance.replace(
          'providers: [',
          'callbacks: { authorized: () => true, ...authConfig.callbacks },\n  providers: [',
        ),
      },
    ],
    [
      'an option whose value ends like that of the base',
      {
        'auth.config.ts': config.replace('providers: [', "/* old */ 'trustHost': true,\n  providers: ["),
        'auth.ts': instance.replace('providers: [', 'trustHost: false,\n  providers: ['),
      },
    ],
    [
      'a middleware whose runtime is in a comment',
      {
        'proxy.ts': undefined,
        'middleware.ts': proxy.replace('matcher:', "// runtime: 'nodejs',\n  matcher:"),
      },
    ],
  ])('authwright migrate does not change %s, and adds a comment', async (_, changed) => {
    const files = Object.fromEntries(
      Object.entries({ ...course, ...changed }).filter(([, text]) => text !== undefined),
    ) as Files
    const { outcome, after } = await migrate(files)
    expect(outcome.code).toBe(1)
    expect(after['auth.config.ts']).toContain('authorized({ auth, request: { nextUrl } })')
    expect(after['auth.ts']).toContain('...authConfig,')
    expect(after['auth.ts']).toContain('TODO(authwright)')
  })

  const imported = `import NextAuth from 'next-auth';
import { authConfig } from './auth.config';

`
  const end = "\nexport const config = { matcher: ['/((?!api).*)'] };\n"

  const { 'proxy.ts': _, ...two } = course
  const onNode = end.replace('] }', "], runtime: 'nodejs' }")

  const unchanged = [
    [
      'a function around the instance',
      'export default async function proxy(request) {\n  const { auth } = NextAuth(authConfig);\n  return auth(request);\n}',
    ],
    [
      'an arrow function around the instance',
      'export const proxy = (request) => {\n  const { auth } = NextAuth(authConfig);\n  return auth(request);\n};',
    ],
    [
      'a declaration beside that of auth',
      "const { auth } = NextAuth(authConfig), open = ['/login'];\nexport default auth((request) => { if (open.includes(request.url)) return; });",
    ],
    [
      'a block around the instance',
      'let proxy;\n{\n  const { auth } = NextAuth(authConfig);\n  proxy = auth;\n}\nexport default proxy;',
    ],
    [
      'a condition around the instance',
      "let proxy = () => {};\nif (process.env.NODE_ENV !== 'test') {\n  const { auth } = NextAuth(authConfig);\n  proxy = auth;\n}\nexport default proxy;",
    ],
    [
      'a class around the instance',
      'class Guard {\n  static auth;\n  static {\n    const { auth } = NextAuth(authConfig);\n    Guard.auth = auth;\n  }\n}\nexport default Guard.auth;',
    ],
    [
      'other members of the instance',
      'const { auth, signIn } = NextAuth(authConfig);\nexport default auth;\nexport const start = signIn;',
    ],
    [
      'the rest of the instance',
      'const { auth, ...rest } = NextAuth(authConfig);\nexport default auth;\nexport const { signIn } = rest;',
    ],
    [
      'a default value of auth',
      'const { auth = () => undefined } = NextAuth(authConfig);\nexport default auth;',
    ],
    ['a member of auth', 'const { auth: { name } } = NextAuth(authConfig);\nexport default () => name;'],
    [
      'a computed member',
      "const auth = 'signOut';\nconst { [auth]: leave } = NextAuth(authConfig);\nexport default leave;",
    ],
    [
      'a variable that changes',
      'let { auth } = NextAuth(authConfig);\nauth = ((inner) => (request) => inner(request))(auth);\nexport default auth;',
    ],
    ['a var', 'var { auth } = NextAuth(authConfig);\nvar auth = auth ?? (() => {});\nexport default auth;'],
    [
      'a type of the instance',
      'const { auth }: { auth: Middleware } = NextAuth(authConfig);\nexport default auth;\ntype Middleware = () => void;',
    ],
    [
      'a comment in the declaration',
      'const {\n  auth,\n  // signIn: start,\n} = NextAuth(authConfig);\nexport default auth;',
    ],
    [
      'another export of the base',
      "export default NextAuth(authConfig).auth;\nexport * from './auth.config';",
    ],
  ] as const

  it.each([
    ...unchanged.map(([name, code]) => [name, 'proxy.ts', code, end] as const),
    ...unchanged.slice(0, 3).map(([name, code]) => [name, 'middleware.ts', code, onNode] as const),
  ])('authwright migrate does not change %s in %s, and adds a comment', async (_, entry, code, rest) => {
    const { outcome, after } = await migrate({ ...two, [entry]: `${imported}${code}\n${rest}` })
    expect(outcome.code).toBe(1)
    const kept = after[entry]?.replaceAll(/^[^\S\n]*\/\/ TODO\(authwright\).*\n/gm, '')
    expect(kept).toBe(`${imported}${code}\n${rest}`.replace("'next-auth'", "'authwright/compat/next'"))
    expect(after['auth.config.ts']).toContain('authorized({ auth, request: { nextUrl } })')
    expect(after['auth.ts']).toContain('...authConfig,')
    expect(outcome.output).toMatch(/auth.ts:\d+ the configuration combines several objects/)
  })

  it.each([
    [
      'export const { auth } = NextAuth(authConfig);\nexport default auth((request) => undefined);',
      "import { auth } from './auth';\nexport { auth };\nexport default auth((request) => undefined);",
    ],
    ['export const { auth } = NextAuth(authConfig);', "export { auth } from './auth';"],
    [
      'export const { auth: middleware } = NextAuth(authConfig);',
      "export { auth as middleware } from './auth';",
    ],
    [
      'export const { auth: guard } = NextAuth(authConfig);\nexport default guard(() => undefined);',
      "import { auth as guard } from './auth';\nexport { guard };\nexport default guard(() => undefined);",
    ],
    [
      'const { auth: guard } = NextAuth(authConfig);\nexport default guard(() => undefined);',
      "import { auth as guard } from './auth';\nexport default guard(() => undefined);",
    ],
    [
      'export default NextAuth(authConfig).auth satisfies Middleware;\ntype Middleware = object;',
      "import { auth } from './auth';\n\nexport default auth satisfies Middleware;\ntype Middleware = object;",
    ],
    [
      'export default async function guard(request) {\n  return NextAuth(authConfig).auth(request);\n}',
      "import { auth } from './auth';\n\nexport default async function guard(request) {\n  return auth(request);\n}",
    ],
    [
      'export default /* intl( */ NextAuth(authConfig).auth /* ) */;',
      "import { auth } from './auth';\n\nexport default /* intl( */ auth /* ) */;",
    ],
    [
      'export default NextAuth(authConfig).auth;\nexport const proxy = () => undefined;',
      "import { auth } from './auth';\n\nexport default auth;\nexport const proxy = () => undefined;",
    ],
    [
      'export default (auth) => NextAuth(authConfig).auth(auth);',
      "import { auth as authProxy } from './auth';\n\nexport default (auth) => authProxy(auth);",
    ],
  ])('authwright migrate keeps every export and local name of: %s', async (code, expected) => {
    const { outcome, after } = await migrate({ ...two, 'proxy.ts': `${imported}${code}\n${end}` })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.config.ts']).toBeUndefined()
    expect(after['proxy.ts']).toBe(`${expected}\n${end}`)
  })

  it('migrate keeps every comment of the shared configuration when it joins a split configuration', async () => {
    const { outcome, after } = await migrate({
      ...course,
      'auth.config.ts': `// Header.
import GitHub from 'next-auth/providers/github';

/* Shared with the proxy. */
export const authConfig = {
  // Pages.
  pages: { signIn: '/login' }, // See app/login.
  // Staff.
  providers: [
    // For staff only.
    GitHub, // With a scope.
    // GitLab,
  ],
  callbacks: {
    authorized: ({ auth }) => !!auth, // Signed in.
    // redirect: ({ url }) => url,
  },
  trustHost: true, // Behind a proxy.
  // debug: true,
};
`,
      'auth.ts': instance.replace(
        'providers: [',
        'callbacks: { ...authConfig.callbacks },\n  providers: [\n    ...authConfig.providers,',
      ),
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    for (const comment of [
      '// Header.',
      '/* Shared with the proxy. */',
      '// Pages.',
      '// See app/login.',
      '// Staff.',
      '// For staff only.',
      '// With a scope.',
      '// GitLab,',
      '// Signed in.',
      '// redirect: ({ url }) => url,',
      '// Behind a proxy.',
      '// debug: true,',
    ]) {
      expect(after['auth.ts']?.split(comment)).toHaveLength(2)
    }
    expect(after['auth.ts']).toContain('.provider(github())')
    expect(after['auth.ts']).toContain('authorized: ({ auth }) => !!auth')
  })

  it('authwright migrate keeps a callback that only the shared configuration has', async () => {
    const { after } = await migrate({
      ...course,
      'auth.ts': instance.replace('providers: [', 'callbacks: {},\n  providers: ['),
    })
    const file = after['auth.config.ts'] === undefined ? 'auth.ts' : 'auth.config.ts'
    expect(after[file]).toContain('authorized({ auth, request: { nextUrl } })')
  })

  it('authwright migrate imports each name of the shared configuration once', async () => {
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

  it.each([
    ['by the name of the folder', 'lib/pages.ts', '../auth-config'],
    ['as "." from the same folder', 'auth-config/pages.ts', '.'],
  ])(
    'authwright migrate keeps an index file with the shared configuration if another module imports it %s',
    async (_, file, from) => {
      const user = `import { authConfig } from '${from}'\n\nexport const { pages } = authConfig\n`
      const { after } = await migrate({
        'auth-config/index.ts': config,
        'auth.ts': instance.replace('./auth.config', './auth-config'),
        'users.ts': course['users.ts'],
        [file]: user,
      })
      expect(after[file]).toBe(user)
      expect(after['auth-config/index.ts']).toContain('export const authConfig')
    },
  )
})
