import { describe, expect, it } from 'vitest'
import type { Files } from './support/command.js'
import { migrateTwice } from './support/migrate.js'

const options = `import type { NextAuthOptions } from 'next-auth'
import GithubProvider from 'next-auth/providers/github'

export const authOptions: NextAuthOptions = {
  providers: [GithubProvider({ clientId: 'a', clientSecret: 'b' })],
}
`
const route = 'app/api/auth/[...nextauth]/route.ts'
const four: Files = {
  'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "^4.24.0" } }\n',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  'lib/auth.ts': options,
  [route]: `import NextAuth from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nconst handler = NextAuth(authOptions)\nexport { handler as GET, handler as POST }\n`,
}
const read = 'read the session with auth() of your configuration.'
const profiles = (provider: string, profile: string): Files => ({
  'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n',
  'auth.js': `import NextAuth from 'next-auth'\nimport Provider from 'next-auth/providers/${provider}'\n\nexport const { auth } = NextAuth({ providers: [Provider({ profile: ${profile} })] })\n`,
})

describe('authwright migrate', () => {
  it('authwright migrate keeps the name of a variable everywhere if a file also sets the new name', async () => {
    const secret = 'export const secret = process.env.NEXTAUTH_SECRET\n'
    const { outcome, after } = await migrateTwice({
      ...four,
      'secret.ts': secret,
      '.env': 'NEXTAUTH_SECRET=a\nAUTH_SECRET=b\nNEXTAUTH_URL=http://localhost:3000\n',
    })
    expect(outcome.output).toContain(
      'NEXTAUTH_URL was renamed to AUTH_URL. Set the new name in each deployment too.',
    )
    expect(outcome.output).not.toContain('NEXTAUTH_SECRET was renamed')
    expect(after['secret.ts']).toBe(secret)
    expect(after['.env']).toBe('NEXTAUTH_SECRET=a\nAUTH_SECRET=b\nAUTH_URL=http://localhost:3000\n')
  })

  it('migrate does not rename NEXTAUTH_URL if a file reads AUTH_URL, too', async () => {
    const url = 'export const url = process.env.AUTH_URL.trim() || process.env.NEXTAUTH_URL\n'
    const { outcome, after } = await migrateTwice({ ...four, 'url.ts': url })
    expect(outcome.output).not.toContain('NEXTAUTH_URL was renamed')
    expect(after['url.ts']).toBe(url)
  })

  it('authwright migrate keeps a peer dependency that is also a development dependency', async () => {
    const { after } = await migrateTwice({
      ...four,
      'package.json': JSON.stringify({
        devDependencies: { next: '15.5.0', 'next-auth': '^4.24.0' },
        peerDependencies: { 'next-auth': '^4.24.0' },
      }),
    })
    expect(JSON.parse(after['package.json'] ?? '')).toMatchObject({
      devDependencies: { authwright: expect.any(String) },
      peerDependencies: { authwright: expect.any(String) },
    })
  })

  it.each([
    'export async function load(auth: string) {\n  return { auth, session: await getServerSession(authOptions) }\n}\n',
    'export const load = async ({ auth }: { auth: string }) => ({ auth, session: await getServerSession(authOptions) })\n',
  ])('authwright migrate imports auth under another name if a parameter has its name: %j', async (code) => {
    const imports =
      "import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\n"
    const { after } = await migrateTwice({ ...four, 'app/load.ts': imports + code })
    expect(after['app/load.ts']).toContain("import { auth as readSession } from '@/lib/auth'")
    expect(after['app/load.ts']).toContain('session: await readSession()')
  })

  it.each([
    ['options of another module', 'getServerSession(adminOptions)'],
    ['an object', 'getServerSession({ ...authOptions, debug: true })'],
    ['a parameter', '((authOptions) => getServerSession(authOptions))(adminOptions)'],
    ['options of another module in an API route', 'getServerSession(req, res, adminOptions)'],
  ])(
    'authwright migrate does not change getServerSession() with options other than those of the instance: %s',
    async (_, call) => {
      const { outcome, after } = await migrateTwice(
        {
          ...four,
          'lib/admin.ts':
            "import { authOptions } from './auth'\nexport const adminOptions = { ...authOptions }\n",
          'app/page.ts': `import { getServerSession } from 'next-auth'\nimport { adminOptions } from '@/lib/admin'\nimport { authOptions } from '@/lib/auth'\n\nexport const run = (req, res) => ${call}\nexport const own = () => getServerSession(authOptions)\nexport const keep = [adminOptions, authOptions]\n`,
        },
        '--imports',
      )
      expect(outcome.output).toContain(`app/page.ts:5 ${read}`)
      expect(after['app/page.ts']).toContain(`run = (req, res) => ${call}`)
      expect(after['app/page.ts']).toContain('own = () => auth()')
    },
  )

  it.each([
    '<T extends object>(value: T) => value',
    '<P extends {}>(Component: React.FC<P>) => Component',
    '<T = string>(value: T) => value',
    '<const T extends string>(value: T) => value',
    'async <T extends object>(value: T) => value',
    '<T,>(value: T) => <p>{value}</p>',
    '<T, U>(value: T, other: U) => [value, other]',
  ])('authwright migrate changes a file with the arrow function %s', async (source) => {
    const { outcome, after } = await migrateTwice({
      ...four,
      'app/guard.tsx': `'use client'\nimport { useSession } from 'next-auth/react'\n\nexport const guard = ${source}\nexport const Name = () => <b>{useSession().data?.user?.name}</b>\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['app/guard.tsx']).toContain("from 'authwright/compat/react'")
    expect(after['package.json']).not.toContain('next-auth')
  })

  const svelteKit: Files = {
    'src/hooks.server.js':
      "import { SvelteKitAuth } from '@auth/sveltekit'\n\nexport const { handle } = SvelteKitAuth({ providers: [] })\n",
  }
  const authwrightRange = expect.stringMatching(/^\^\d/)

  it.each([
    ['without "dependencies"', { devDependencies: { '@auth/sveltekit': '^1.0.0', vite: '7' } }],
    [
      'with empty "dependencies"',
      { dependencies: {}, devDependencies: { '@auth/sveltekit': '1', vite: '7' } },
    ],
  ])('authwright migrate adds the package to a package.json %s', async (_, manifest) => {
    const { after, outcome } = await migrateTwice({
      ...svelteKit,
      'package.json': JSON.stringify(manifest),
    })
    expect(outcome.code).toBe(0)
    const { dependencies, devDependencies } = JSON.parse(after['package.json'] ?? '')
    expect({ ...dependencies, ...devDependencies }).toEqual({ authwright: authwrightRange, vite: '7' })
    expect(devDependencies).toHaveProperty('authwright')
  })

  it('authwright migrate adds the package if all packages of Auth.js stay', async () => {
    const { after } = await migrateTwice({
      ...svelteKit,
      'src/broken.js': "import '@auth/sveltekit'\nconst {\n",
      'package.json': '{ "dependencies": {}, "devDependencies": { "@auth/sveltekit": "1" } }\n',
    })
    expect(JSON.parse(after['package.json'] ?? '')).toEqual({
      dependencies: { authwright: authwrightRange },
      devDependencies: { '@auth/sveltekit': '1' },
    })
  })

  it('authwright migrate keeps the format of package.json', async () => {
    const before =
      '{\r\n\t"name": "shop",\r\n\t"dependencies": {\r\n\t\t"@auth/core": "0.41.0",\r\n\t\t"@auth/sveltekit": "1"\r\n\t},\r\n\t"overrides": {\r\n\t\t"@auth/core": "0.41.0"\r\n\t}\r\n}'
    const { after, outcome } = await migrateTwice({ ...svelteKit, 'package.json': before })
    expect(outcome.output).toContain(
      'overrides or resolutions of package.json contain @auth/core: remove this entry.',
    )
    expect(after['package.json']?.replace(/\^\d[^"]*/, '^1')).toBe(
      '{\r\n\t"name": "shop",\r\n\t"dependencies": {\r\n\t\t"authwright": "^1"\r\n\t},\r\n\t"overrides": {\r\n\t\t"@auth/core": "0.41.0"\r\n\t}\r\n}',
    )
  })

  it.each([
    ['pages/api/auth/[...nextauth]/index.ts', 'app/api/auth/[...nextauth]/route.ts'],
    ['src/pages/api/auth/[...nextauth]/index.js', 'src/app/api/auth/[...nextauth]/route.js'],
    ['pages/api/auth/[[...nextauth]].ts', 'app/api/auth/[[...nextauth]]/route.ts'],
    ['app/api/auth/[[...nextauth]]/route.ts', 'app/api/auth/[[...nextauth]]/route.ts'],
    ['app/api/auth/[...next-auth]/route.ts', 'app/api/auth/[...next-auth]/route.ts'],
  ])('authwright migrate exports handlers from the route of %s', async (file, target) => {
    const exported = file.startsWith('app/')
      ? 'const handler = NextAuth({ providers: [GithubProvider({ clientId: "a", clientSecret: "b" })] })\nexport { handler as GET, handler as POST }\n'
      : 'export default NextAuth({ providers: [GithubProvider({ clientId: "a", clientSecret: "b" })] })\n'
    const { outcome, after } = await migrateTwice({
      'package.json': four['package.json'] ?? '',
      [file]: `import NextAuth from 'next-auth'\nimport GithubProvider from 'next-auth/providers/github'\n\n${exported}`,
    })
    expect(outcome.code).toBe(0)
    expect(after[target]).toContain('export const { GET, POST } = handlers')
    expect(Object.keys(after).filter((each) => each.includes('pages/'))).toEqual([])
  })

  it.each([
    ['pages/api/sign-in/[...nextauth].ts', 'export default NextAuth({ providers: [] })'],
    [
      'pages/api/sign-in.ts',
      'const options = { providers: [] }\nconst handler = NextAuth(options)\nexport default handler',
    ],
    [
      'app/sign-in/route.ts',
      'const handler = NextAuth({ providers: [] })\nexport { handler as GET, handler as POST }',
    ],
  ])(
    'authwright migrate leaves a comment at a route that exports the instance: %s',
    async (file, exported) => {
      const { outcome } = await migrateTwice({
        'package.json': four['package.json'] ?? '',
        [file]: `import NextAuth from 'next-auth'\n\n${exported}\n`,
      })
      expect(outcome.code).toBe(1)
      expect(outcome.output).toMatch(/:\d+ export the handlers of your configuration[.]/)
    },
  )

  const client =
    "'use client'\nimport { SessionProvider } from 'next-auth/react'\n\nexport default SessionProvider\n"

  it.each([
    '.storybook/preview.tsx',
    'app/public/page.tsx',
    'components/build/provider.tsx',
    'src/static/provider.tsx',
    'features/coverage/provider.tsx',
    'pages/out/index.tsx',
    'src/dist/provider.tsx',
  ])('authwright migrate changes %s', async (file) => {
    const { outcome, after } = await migrateTwice({ ...four, [file]: client })
    expect(outcome.code).toBe(0)
    expect(after[file]).toContain("from 'authwright/compat/react'")
  })

  it.each(['dist/provider.js', '.next/server/provider.js', 'app/.cache/provider.js', 'public/provider.js'])(
    'authwright migrate does not change %s',
    async (file) => {
      const { outcome, after } = await migrateTwice({ ...four, [file]: client })
      expect(outcome.code).toBe(0)
      expect(after[file]).toBe(client)
    },
  )

  const workspace: Files = {
    'package.json': '{ "workspaces": ["apps/*"] }\n',
    'apps/web/.env': 'NEXTAUTH_SECRET=secret\n',
    ...Object.fromEntries(Object.entries(four).map(([file, text]) => [`apps/web/${file}`, text])),
  }

  it('authwright migrate in the root of a workspace changes no other package', async () => {
    const { outcome, after } = await migrateTwice(workspace)
    expect(outcome).toMatchObject({ code: 1, output: '' })
    expect(outcome.error).toContain('Run the command in apps/web.')
    expect(after).toEqual(workspace)
  })

  it('authwright migrate in the root of a workspace migrates sources of the root', async () => {
    const { outcome, after } = await migrateTwice({
      ...workspace,
      'package.json': four['package.json'] ?? '',
      'provider.tsx': client,
    })
    expect(outcome.output).toContain('Run the command in apps/web, too.')
    expect(after['provider.tsx']).toContain("from 'authwright/compat/react'")
    expect(after).toMatchObject(
      Object.fromEntries(Object.entries(workspace).filter(([file]) => file.startsWith('apps/'))),
    )
  })

  it('authwright migrate changes sources in a folder whose package.json only sets the type of modules', async () => {
    const { after } = await migrateTwice({
      ...four,
      'lib/package.json': '{ "type": "module" }',
      'lib/provider.tsx': client,
    })
    expect(after['lib/provider.tsx']).toContain("from 'authwright/compat/react'")
  })

  it.each([
    ['catalog:', {}],
    ['workspace:*', {}],
    ['npm:next-auth@^4.24.0', {}],
    ['latest', {}],
    ['*', { 'node_modules/next-auth/package.json': '{ "version": "4.24.11" }' }],
  ])(
    'authwright migrate recognizes code of next-auth 4 if the version range in package.json is %s',
    async (range, files) => {
      const { outcome } = await migrateTwice({
        ...four,
        ...files,
        'package.json': JSON.stringify({ dependencies: { next: '15.5.0', 'next-auth': range } }),
        'lib/auth.ts': options
          .replace('GithubProvider', 'CredentialsProvider')
          .replace('github', 'credentials')
          .replace(
            /GithubProvider\(.*\)/,
            'CredentialsProvider({ credentials: { name: {} }, authorize: (input, req) => find(input, req.headers["x-forwarded-for"]) })',
          ),
      })
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('the request of authorize() is a web-standard Request.')
    },
  )

  it.each(['^1.0.0', 'npm:@auth/sveltekit@1.11.1'])(
    'authwright migrate does not add `.handle` if the code already reads it, with @auth/sveltekit %s',
    async (range) => {
      const { after } = await migrateTwice({
        'package.json': JSON.stringify({ dependencies: { '@auth/sveltekit': range } }),
        'src/auth.js':
          "import { SvelteKitAuth } from '@auth/sveltekit'\n\nconst authHandler = SvelteKitAuth({ providers: [] })\nexport const { handle, signIn } = authHandler\n",
      })
      expect(after['src/auth.js']).toMatch(/[.]build\(\)\nexport const \{ handle, signIn \} = authHandler/)
    },
  )

  const version5: Files = {
    'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n',
  }

  it('authwright migrate changes the script of a component whose attribute contains >', async () => {
    const { outcome, after } = await migrateTwice({
      ...svelteKit,
      'package.json': '{ "dependencies": { "@auth/sveltekit": "1" } }\n',
      'src/List.svelte':
        '<script lang="ts" generics="T extends Record<string, unknown>">\n  import { signIn } from \'@auth/sveltekit/client\'\n</script>\n\n<button onclick={() => signIn("github", { callbackUrl: "/a" })}>Sign in</button>\n',
    })
    expect(outcome.code).toBe(0)
    expect(after['src/List.svelte']).toContain("from 'authwright/svelte'")
    expect(after['src/List.svelte']).toContain('redirectTo: "/a"')
  })

  it('authwright migrate names a component that cannot be parsed', async () => {
    const { outcome } = await migrateTwice({
      ...svelteKit,
      'package.json': '{ "dependencies": { "@auth/sveltekit": "1" } }\n',
      'src/Broken.svelte':
        "<script>\n  import { signIn } from '@auth/sveltekit/client'\n  const {\n</script>\n",
    })
    expect(outcome.output).toContain('src/Broken.svelte cannot be parsed')
  })

  it('authwright migrate keeps configuration objects in a module that creates several instances', async () => {
    const { outcome, after } = await migrateTwice({
      ...version5,
      'auth.ts':
        "import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport Google from 'next-auth/providers/google'\n\nexport const { auth } = NextAuth({ providers: [GitHub] })\nexport const { auth: other } = NextAuth({ providers: [Google()] })\n",
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('auth.ts:5 the module creates several instances')
    expect(after['auth.ts']).toContain("from 'authwright/compat/providers/google'")
    expect(after['auth.ts']).toContain('NextAuth({ providers: [GitHub] })')
  })

  it('authwright migrate keeps an instance below the functions that create it', async () => {
    const { outcome, after } = await migrateTwice({
      ...version5,
      'auth.js':
        "import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\n// Options.\nconst config = { providers: [GitHub] }\n\nconst cache = (value) => value\n\nexport const { auth } = cache(NextAuth(config))\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.js']).not.toContain('const config')
    expect(after['auth.js']).toMatch(
      /const cache = [\s\S]*cache\(\s*createAuth\(\)[\s\S]*[.]build\(\),?\s*\)/,
    )
  })

  it('authwright migrate changes types of JSDoc comments', async () => {
    const { outcome, after } = await migrateTwice({
      ...version5,
      'auth.js':
        "import NextAuth from 'next-auth'\n\n/** @type {import('next-auth').NextAuthConfig} */\nconst config = { providers: [] }\n\nexport const { auth } = NextAuth(config)\n",
      'user.js':
        "/**\n * @param {import('next-auth').Session} session\n * @param {import('next-auth/jwt').JWT} token\n * @param {import(\"next-auth\").NextAuthOptions} options\n * @param {typeof import('next-auth')} library\n */\nexport function user(session, token, options) {}\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.js']).not.toContain('@type')
    expect(after['user.js']).toContain(
      ` * @param {import('authwright/compat/next').Session} session\n * @param {import('authwright/compat/jwt').JWT} token\n * @param {import("authwright/compat/next").NextAuthConfig} options\n * @param {typeof import('authwright/compat/next')} library\n`,
    )
  })

  it('authwright migrate renames types of a namespace and of import()', async () => {
    const { after } = await migrateTwice(
      {
        ...four,
        'types.ts':
          "import type * as auth from 'next-auth'\n\nexport type A = auth.NextAuthOptions\nexport type B = import('next-auth').NextAuthOptions\n",
      },
      '--imports',
    )
    expect(after['types.ts']).toContain('type A = auth.NextAuthConfig')
    expect(after['types.ts']).toContain("type B = import('authwright/compat/next').NextAuthConfig")
  })

  it.each([
    ['next.config.js', "export default { transpilePackages: ['next-auth'] }\n", 1, 'next-auth'],
    ['tsconfig.json', '{\n  "compilerOptions": { "types": ["next-auth"] }\n}\n', 2, 'next-auth'],
    ['env.ts', "export * from 'next-auth/lib/env'\n", 1, 'next-auth/lib/env'],
  ])('authwright migrate lists a package of Auth.js that remains in %s', async (file, text, line, name) => {
    const { outcome } = await migrateTwice({
      ...version5,
      'auth.ts': profiles('github', '')['auth.js']?.replace('{ profile:  }', '') ?? '',
      [file]: text,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(
      `These lines still name a package of Auth.js:\n  ${file}:${line} ${name}\n`,
    )
    expect(outcome.output).not.toContain('Nothing remains')
  })

  it.each([
    ['claims that are spread', '(profile) => ({ ...profile, role: 1 })', 'id: profile.sub, ...profile'],
    ['single claims', '(p) => { return { name: p.name } }', 'return { id: p.sub, name: p.name }'],
    ['a claim by destructuring', '({ sub, name }) => ({ name })', '({ id: sub, name })'],
    ['a claim by another name', '({ sub: subject, name }) => ({ name })', '({ id: subject, name })'],
    ['a claim with a default', "({ sub = '', name }) => ({ name })", '({ id: sub, name })'],
    ['claims, with --imports', '(profile) => ({ ...profile })', 'id: profile.sub, ...profile', '--imports'],
  ])(
    'authwright migrate adds the id to a profile of an OpenID Provider: %s',
    async (_, profile, expected, ...args) => {
      const { outcome, after } = await migrateTwice(profiles('google', profile), ...args)
      expect(outcome.code).toBe(0)
      expect(after['auth.js']).toContain(expected)
    },
  )

  it.each([
    ['with an id', 'google', '(profile) => ({ id: profile.email, ...profile })'],
    ['with another object', 'google', '(profile) => ({ ...userOf(profile), role: 1 })'],
    ['of an OAuth 2.0 provider, which may contain an id', 'github', '(profile) => ({ ...profile, role: 1 })'],
    [
      'with a function in it',
      'google',
      '(profile) => { const f = () => { return {} }; return { id: f(profile) } }',
    ],
  ])('authwright migrate does not change a profile %s', async (_, provider, profile) => {
    const { outcome, after } = await migrateTwice(profiles(provider, profile))
    expect(outcome.code).toBe(0)
    expect(after['auth.js']).toContain(profile)
  })

  it.each([
    ['an OAuth 2.0 provider', 'github', '(profile) => ({ name: profile.login })'],
    ['claims without the subject', 'google', '({ name }) => ({ name })'],
    ['an empty object', 'google', '() => ({})'],
    ['the result of a function', 'google', '(profile) => { return userOf(profile) }'],
    ['a variable', 'google', '(profile) => { const user = { name: profile.name }; return user }'],
    ['a function of a package', 'google', 'userOf'],
  ])('authwright migrate adds a comment to a profile without an id: %s', async (_, provider, profile) => {
    const { outcome } = await migrateTwice(profiles(provider, profile))
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('return an id that never changes for a user.')
  })

  it('authwright migrate does not rename variables that a function declares again', async () => {
    const source = 'export const run = (getServerSession) => getServerSession(1)\n'
    const { outcome, after } = await migrateTwice(
      {
        ...four,
        'app/page.ts': `import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\n${source}export const own = () => getServerSession(authOptions)\n`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['app/page.ts']).toContain(source)
  })

  it('authwright migrate creates the instance from the options that the route imports, not from other options', async () => {
    const { after } = await migrateTwice(
      { ...four, 'lib/a.ts': options.replace('authOptions', 'adminOptions').replace("'a'", "'admin'") },
      '--imports',
    )
    expect(after['lib/auth.ts']).toContain('NextAuth(authOptions)')
    expect(after['lib/a.ts']).not.toContain('NextAuth(')
    expect(after[route]).toContain("from '@/lib/auth'")
  })

  it('authwright migrate creates the instance from the options that are written in the route, not from other options', async () => {
    const { after } = await migrateTwice(
      {
        ...four,
        [route]: `import NextAuth from 'next-auth'\n\nconst handler = NextAuth({ providers: [], debug: true })\nexport { handler as GET, handler as POST }\n`,
      },
      '--imports',
    )
    expect(after['auth.ts']).toContain('NextAuth({ providers: [], debug: true })')
    expect(after['lib/auth.ts']).not.toContain('NextAuth(')
    expect(after[route]).toContain("from '@/auth'")
  })

  it('authwright migrate reads sessions with auth() if a route changes the options for each request', async () => {
    const { outcome, after } = await migrateTwice(
      {
        ...four,
        [route]: `import NextAuth from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nexport const GET = (req, context) => NextAuth(req, context, { ...authOptions, debug: true })\nexport const POST = GET\n`,
        'app/page.ts': `import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nexport default () => getServerSession(authOptions)\n`,
      },
      '--imports',
    )
    expect(outcome.output).toContain('1 place remains')
    expect(outcome.output).toContain(`${route}:4 `)
    expect(after['app/page.ts']).toContain('export default () => auth()')
  })

  it('authwright migrate keeps options that another module re-exports', async () => {
    const { outcome, after } = await migrateTwice({
      ...four,
      'lib/index.ts': "export { authOptions } from './auth'\n",
      'app/page.ts': `import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib'\n\nexport default () => getServerSession(authOptions)\n`,
    })
    expect(outcome.output).toContain('lib/auth.ts:9 authOptions is used in other places, too')
    expect(after['app/page.ts']).toContain('export default () => auth()')
    expect(after['lib/auth.ts']).toContain('export const authOptions')
  })

  it('authwright migrate keeps options that are imported from a module with `export *`', async () => {
    const { outcome, after } = await migrateTwice({
      ...four,
      'lib/index.ts': "export * from './auth'\n",
      'app/page.ts': "import { authOptions } from '@/lib'\n\nexport default () => authOptions.providers\n",
    })
    expect(outcome.output).toContain('lib/auth.ts:9 authOptions is used in other places, too')
    expect(after['lib/auth.ts']).toContain('export const authOptions')
  })

  it.each([
    ["import * as NextAuth from 'next-auth'\n\nexport const run = () => NextAuth.getServerSession()\n", read],
    ["const { getServerSession } = require('next-auth/next')\n\nexport const run = getServerSession\n", read],
    ["export async function run() {\n  const { getServerSession } = await import('next-auth')\n}\n", read],
    ["export async function run() {\n  return (await import('next-auth')).getServerSession()\n}\n", read],
    ['export async function run() {\n  return (await import(`next-auth`)).getServerSession()\n}\n', read],
    [
      "jest.mock('next-auth', () => ({ getServerSession: jest.fn() }))\n",
      'mock auth() of your configuration.',
    ],
    [
      "vi.mock('next-auth/next', async (load) => ({ ...(await load()), getServerSession: vi.fn() }))\n",
      'mock auth() of your configuration.',
    ],
    ["module.exports = require('next-auth/middleware').withAuth({})\n", 'read the token with getToken()'],
  ])(
    'authwright migrate adds a comment where a function of next-auth 4 is used in an unsupported way: %s',
    async (source, message) => {
      const { outcome } = await migrateTwice({ ...four, 'lib/run.js': source }, '--imports')
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('1 place remains')
      expect(outcome.output).toContain(message)
    },
  )

  it('authwright migrate does not change a route that loads next-auth by require()', async () => {
    const api = 'pages/api/auth/[...nextauth].js'
    const { outcome, after } = await migrateTwice(
      {
        'package.json': four['package.json'] ?? '',
        [api]:
          "const NextAuth = require('next-auth').default\n\nmodule.exports = NextAuth({ providers: [] })\n",
      },
      '--imports',
    )
    expect(outcome.output).toContain(`${api}:1 export the handlers of your configuration.`)
    expect(after[api]).toContain('module.exports = NextAuth({ providers: [] })')
  })

  it.each([
    ['credentials, req', "req.headers['x-forwarded-for']"],
    ['credentials, { body }', 'body.token'],
    ['credentials, req', 'req?.query?.token'],
    ['credentials, req', '((({ headers }) => headers.host)(req))'],
    ['credentials, { ...others }', 'others.body'],
    ['credentials, ...others', 'others[0].body'],
  ])(
    'authwright migrate adds a comment where authorize reads the request of next-auth 4: (%s) %s',
    async (parameters, value) => {
      const source = (from: string) =>
        `import Credentials from '${from}'\n\nexport const provider = Credentials({\n  credentials: { name: {} },\n  authorize: (${parameters}) => ({ id: credentials.name + ${value} }),\n})\n`
      const legacy = await migrateTwice({
        ...four,
        'lib/provider.js': source('next-auth/providers/credentials'),
      })
      expect(legacy.outcome.output).toContain(
        'lib/provider.js:5 the request of authorize() is a web-standard Request.',
      )
      const five = {
        'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n',
        'lib/provider.js': source('next-auth/providers/credentials'),
      }
      expect((await migrateTwice(five)).outcome.code).toBe(0)
    },
  )

  it.each([
    ['next-auth 4', '^4.24.0', 'next-auth/providers/credentials'],
    ['next-auth 5', '5.0.0-beta.30', 'next-auth/providers/credentials'],
    ['@auth/core', '5.0.0-beta.30', '@auth/core/providers/credentials'],
  ])(
    'authwright migrate adds a comment at each error that authorize throws in %s',
    async (_, version, from) => {
      for (const args of [[], ['--imports']]) {
        const { outcome, after } = await migrateTwice(
          {
            ...four,
            'package.json': `{ "dependencies": { "next": "15.5.0", "next-auth": "${version}" } }\n`,
            'lib/provider.ts': `import Credentials from '${from}'

export const provider = Credentials({
  credentials: { name: {} },
  async authorize({ name }) {
    if (!name) throw new Error('No name')
    const user = await find(name)
    if (!user) {
      throw Error('Wrong name')
    }
    if (user.blocked) throw new Blocked()
    return user
  },
})
`,
            'lib/named.ts': `import Credentials from '${from}'

const login = async ({ name }: { name: string }) => {
  throw new Error(name)
}
export const provider = Credentials({ credentials: { name: {} }, authorize: login })
`,
            'lib/rejected.ts': `import Credentials from '${from}'

export const provider = Credentials({
  credentials: { name: {} },
  authorize: () => Promise.reject(new Error('No name')),
})
`,
          },
          ...args,
        )
        const message = 'return null, or throw a CredentialsSignin with a code.'
        expect(outcome.code).toBe(1)
        const isLegacy = version.startsWith('^4')
        // With this option, the source has one more line.
        for (const line of isLegacy ? [7, 11] : [6, 10])
          expect(outcome.output).toContain(`lib/provider.ts:${line} ${message}`)
        expect(outcome.output).toContain(`lib/named.ts:4 ${message}`)
        expect(outcome.output).toContain(`lib/rejected.ts:${isLegacy ? 6 : 5} ${message}`)
        // `next-auth` 4 showed the message of each error, also that of the error class `Blocked`.
        if (isLegacy) expect(outcome.output).toContain(`lib/provider.ts:14 ${message}`)
        expect(after['lib/provider.ts']?.split(message)).toHaveLength(isLegacy ? 4 : 3)
        expect(after['lib/provider.ts']).toContain("    if (!name) throw new Error('No name')\n")
        expect(after['lib/provider.ts']).toContain('#credentials\n')
        // `next-auth` 4 showed the message, and Auth.js 5 does not.
        for (const file of ['lib/provider.ts', 'lib/named.ts', 'lib/rejected.ts'])
          expect(after[file]?.split('exposeErrors: true,')).toHaveLength(isLegacy ? 2 : 1)
      }
    },
  )

  it.each([
    ['an error class of the application', '  throw new WrongPassword()'],
    ['an error of a package', '  throw new ZodError([])'],
    [
      'an error that is caught and thrown again',
      '  try {\n    await find()\n  } catch (error) {\n    throw error\n  }',
    ],
    ['the result of a function', "  throw failed('Wrong password')"],
    ['a rejected promise', "  return Promise.reject(new Error('Wrong password'))"],
    [
      'two errors in one statement',
      '  if (await find()) throw new WrongPassword(); else throw new WrongPassword()',
    ],
    ['a rejected promise without a reason', '  return find() ?? Promise.reject()'],
  ])(
    'authwright migrate keeps the message of errors that authorize throws in next-auth 4: %s',
    async (_, body) => {
      const source = (from: string) =>
        `import Credentials from '${from}'\nimport { ZodError } from 'zod'\nimport { failed, find } from './find'\n\nclass WrongPassword extends Error {}\n\nexport const provider = Credentials({\n  credentials: { name: {} },\n  async authorize() {\n${body.replaceAll(/^/gm, '  ')}\n  },\n})\n`
      const message = 'return null, or throw a CredentialsSignin with a code.'
      for (const args of [[], ['--imports']]) {
        const legacy = await migrateTwice(
          { ...four, 'lib/provider.ts': source('next-auth/providers/credentials') },
          ...args,
        )
        expect(legacy.outcome.code).toBe(1)
        expect(legacy.outcome.output).toContain('1 place remains')
        expect(legacy.after['lib/provider.ts']?.split(message)).toHaveLength(2)
        expect(legacy.after['lib/provider.ts']?.split('exposeErrors: true,')).toHaveLength(2)
      }
    },
  )

  it.each([
    [
      'on one line',
      'Credentials({ credentials: { name: {} }, authorize })',
      ' /* Shows the messages of errors in forms, as next-auth 4 did. Remove it once authorize() throws only CredentialsSignin. */ ',
    ],
    [
      'on several lines',
      'Credentials({\n  credentials: { name: {} },\n  authorize,\n})',
      ' // Shows the messages of errors in forms, as next-auth 4 did. Remove it once authorize() throws only CredentialsSignin.\n  ',
    ],
  ])(
    'authwright migrate says what exposeErrors does, and when to remove it: %s',
    async (_, provider, comment) => {
      const { outcome, after } = await migrateTwice({
        ...four,
        'lib/provider.ts': `import Credentials from 'next-auth/providers/credentials'\n\nasync function authorize() {\n  throw new Error('Wrong password')\n}\n\nexport const provider = ${provider}\n`,
      })
      expect(outcome.error).toBe('')
      expect(after['lib/provider.ts']).toContain(`exposeErrors: true,${comment}credentials: {`)
    },
  )

  it.each([
    ['a function of the module', 'check(name)', 2],
    ['an imported function', 'login(name)', 2],
    ['the default export of another module', 'signIn(name)', 2],
    ['a function that calls such a function', 'verified(name)', 2],
    ['a function that throws a CredentialsSignin', 'refuse(name)', 1],
    ['a function that returns null', 'find(name)', 1],
    ['a function of a package', 'hash(name)', 1],
  ])(
    'migrate sets exposeErrors only if authorize calls a function that throws an error of next-auth 4: %s',
    async (_, call, parts) => {
      const { outcome, after } = await migrateTwice({
        ...four,
        'lib/users.ts':
          "import { CredentialsSignin } from '@auth/core/errors'\n\nexport const login = async (name: string) => {\n  throw new Error('Wrong password')\n}\nexport async function verified(name: string) {\n  return (await find(name)) ?? login(name)\n}\nexport async function find(name: string) {\n  return name === '' ? find(name) : null\n}\nexport function refuse(name: string) {\n  throw new CredentialsSignin(name)\n}\n",
        'lib/sign-in.ts':
          "export default async function signIn(name: string) {\n  throw new Error('Wrong password')\n}\n",
        'lib/provider.ts': `import Credentials from 'next-auth/providers/credentials'\nimport { hash } from 'bcrypt'\nimport { find, login, refuse, verified } from './users'\nimport signIn from './sign-in'\n\nfunction check(name: string) {\n  throw new Error(name)\n}\n\nexport const provider = Credentials({\n  credentials: { name: {} },\n  authorize: async ({ name }) => ${call},\n})\n`,
      })
      expect(outcome.error).toBe('')
      expect(after['lib/provider.ts']?.split('exposeErrors: true,')).toHaveLength(parts)
    },
  )

  it.each([
    [
      'the class itself',
      "import { CredentialsSignin } from '@auth/core/errors'",
      '',
      'new CredentialsSignin()',
    ],
    [
      'the class by another name',
      "import { CredentialsSignin as Refused } from 'authwright/errors'",
      '',
      "new Refused('no')",
    ],
    [
      'a member of the module',
      "import * as errors from '@auth/core/errors'",
      '',
      'new errors.CredentialsSignin()',
    ],
    [
      'a subclass in the module',
      "import { CredentialsSignin } from '@auth/core/errors'",
      'class Wrong extends CredentialsSignin {}\nexport class WrongPassword extends Wrong {\n  code = "wrong"\n}',
      'new WrongPassword()',
    ],
    ['a subclass of another module', "import { WrongPassword } from './errors'", '', 'new WrongPassword()'],
    ['a default export', "import WrongPassword from './errors'", '', 'new WrongPassword()'],
    [
      'a class expression',
      "import { CredentialsSignin } from '@auth/core/errors'",
      'const Wrong = class extends CredentialsSignin {}',
      'new Wrong()',
    ],
  ])(
    'authwright migrate does not change a CredentialsSignin that authorize throws: %s',
    async (_, imported, declared, thrown) => {
      const { outcome, after } = await migrateTwice({
        ...four,
        'lib/errors.ts':
          "import { CredentialsSignin } from '@auth/core/errors'\n\nexport class WrongPassword extends CredentialsSignin {}\nexport default WrongPassword\n",
        'lib/provider.ts': `import Credentials from 'next-auth/providers/credentials'\n${imported}\n\n${declared}\n\nexport const provider = Credentials({\n  credentials: { name: {} },\n  async authorize({ name }) {\n    if (!name) return Promise.reject(${thrown})\n    throw ${thrown}\n  },\n})\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['lib/provider.ts']).not.toContain('exposeErrors')
    },
  )

  const providerWith = (authorize: string) =>
    `import Credentials from 'next-auth/providers/credentials'\nimport { hash } from 'bcrypt'\nimport { login } from './login'\n\nconst own = login\n\nexport const provider = Credentials({\n  credentials: { name: {} },\n  authorize: ${authorize},\n})\n`
  const login = {
    'lib/login.ts':
      "export const login = ({ name }, req) => {\n  if (!req.headers.host) throw new Error('Wrong host')\n  return { id: name }\n}\n",
  }

  it.each([
    ['imported', 'login'],
    ['imported and assigned to a constant', 'own'],
    ['wrapped in a call', 'wrap(async () => { throw new Error() })'],
    ['imported from a package', 'hash'],
    ['a member of an object', 'users.login'],
  ])('migrate sets exposeErrors if the function authorize of next-auth 4 is %s', async (_, authorize) => {
    const { outcome, after } = await migrateTwice({
      ...four,
      ...login,
      'lib/provider.js': providerWith(authorize),
    })
    expect(after['lib/provider.js']?.split('exposeErrors: true,')).toHaveLength(2)
    expect(outcome.output).toMatch(
      /provider[.]js:\d+ the request of authorize\(\) is a web-standard Request[.]/,
    )
  })

  it.each([
    ['authorize catches it', 'await find(name); throw new Error()', 1],
    ['an inner function throws it', 'return run(() => { throw new Error() })', 2],
    ['authorize returns it as a rejected promise', 'return Promise.reject(new Error())', 2],
  ])(
    'migrate sets exposeErrors unless authorize catches the error of next-auth 4: %s',
    async (_, body, parts) => {
      const { after } = await migrateTwice({
        ...four,
        'lib/provider.js': providerWith(
          `async ({ name }, _req) => { try { ${body} } catch { return null } }`,
        ),
      })
      expect(after['lib/provider.js']?.split('exposeErrors: true,')).toHaveLength(parts)
      expect(after['lib/provider.js']?.split('return null, or throw')).toHaveLength(parts)
      expect(after['lib/provider.js']).not.toContain('web-standard')
    },
  )

  it.each([
    ['CreateNextContextOptions', 'auth(opts.req, opts.res)'],
    ['{ req: NextApiRequest; res: NextApiResponse }', 'auth(opts.req, opts.res)'],
    [undefined, 'auth(opts.req, opts.res)'],
    [
      "{ req: GetServerSidePropsContext['req']; res: GetServerSidePropsContext['res'] }",
      'auth(opts as GetServerSidePropsContext)',
    ],
    ['{ req: IncomingMessage; res: ServerResponse }', 'auth(opts as GetServerSidePropsContext)'],
    ['GetServerSidePropsContext', 'auth(opts)'],
  ])('authwright migrate passes the request of a context to auth(): %s', async (type, wanted) => {
    const parameter = type === undefined ? 'opts' : `opts: ${type}`
    const { outcome, after } = await migrateTwice({
      ...four,
      'lib/context.ts': `import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nexport const createContext = async (${parameter}) => getServerSession(opts.req, opts.res, authOptions)\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['lib/context.ts']).toContain(`=> ${wanted}`)
  })

  it.each([
    ['', '', "import { type GetServerSidePropsContext } from 'next'\n"],
    ['', "import type { GetServerSidePropsContext } from 'next'\n", ''],
    ["'use server'\n\n", '', "import { type GetServerSidePropsContext } from 'next'\n"],
  ])(
    'authwright migrate imports the type of a context once for several calls, after %j and %j',
    async (directive, existing, added) => {
      const reader = (name: string) =>
        `export const ${name} = async (opts: { req: IncomingMessage; res: ServerResponse }) => getServerSession(opts.req, opts.res, authOptions)\n`
      const { outcome, after } = await migrateTwice({
        ...four,
        'lib/context.ts': `${directive}${existing}import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\n${reader('one')}${reader('two')}`,
      })
      expect(outcome).toMatchObject({ code: 0, error: '' })
      const context = after['lib/context.ts'] ?? ''
      expect(context.startsWith(directive)).toBe(true)
      expect(context.split('=> auth(opts as GetServerSidePropsContext)')).toHaveLength(3)
      expect(context.match(/^import .*GetServerSidePropsContext.*\n/gm)).toEqual([existing || added])
      expect(context).not.toContain('getServerSession')
    },
  )

  it.each([
    ['({ req, res })', '{ req }', 'auth(req, res)'],
    ['({ req, res: response })', '{ req }', 'auth(req, response)'],
    ["({ req, 'res': response = other })", '{ req }', 'auth(req, response)'],
    ['({ req: request, res })', '{ req: request }', 'auth(request, res)'],
    ['({ req, res: { locals } })', '{ req }', undefined],
    ['({ req, ...res })', '{ req }', undefined],
    ['({ req })', '{ req }', undefined],
  ])('authwright migrate reads the session with the names of a pattern: %s', async (...row) => {
    const [parameters, argument, wanted] = row
    const { outcome, after } = await migrateTwice({
      ...four,
      'pages/a.js': `import { getSession } from 'next-auth/react'\n\nexport const getServerSideProps = async ${parameters} => {\n  return { props: { session: await getSession(${argument}) } }\n}\n`,
    })
    expect(outcome.error).toBe('')
    expect(after['pages/a.js']).toContain(`await ${wanted ?? `getSession(${argument})`} `)
    expect(after['pages/a.js']?.includes(read)).toBe(wanted === undefined)
  })

  it.each([
    ['const { req: request } = context', 'request', 'auth(context)'],
    ['const { query } = context', 'query', undefined],
  ])('authwright migrate reads the session after %s', async (statement, name, wanted) => {
    const { outcome, after } = await migrateTwice({
      ...four,
      'pages/a.js': `import { getSession } from 'next-auth/react'\n\nexport async function getServerSideProps(context) {\n  ${statement}\n  return { props: { session: await getSession({ req: ${name} }) } }\n}\n`,
    })
    expect(outcome.error).toBe('')
    expect(after['pages/a.js']).toContain(`await ${wanted ?? `getSession({ req: ${name} })`} `)
  })

  it.each([
    [
      'two arrow functions',
      'export const GET = (req: any, context: any) => NextAuth(req, context, authOptions)\nexport const POST = (req: any, context: any) => NextAuth(req, context, authOptions)',
    ],
    [
      'a constant',
      'const handler = async (req: any, res: any) => {\n  return await NextAuth(req, res, authOptions)\n}\nexport { handler as GET, handler as POST }',
    ],
    [
      'a declaration',
      'async function handler(req: any, res: any) {\n  return NextAuth(req, res, authOptions)\n}\nexport { handler as GET, handler as POST }',
    ],
    [
      'exported declarations',
      'export async function GET(req: any, res: any) {\n  return NextAuth(req, res, authOptions)\n}\nexport async function POST(req: any, res: any) {\n  return NextAuth(req, res, authOptions)\n}',
    ],
    [
      'a default export',
      'export default async function auth(req: any, res: any) {\n  return NextAuth(req, res, authOptions)\n}',
    ],
  ])(
    'authwright migrate moves a route that passes the request and constant options to NextAuth(): %s',
    async (name, handler) => {
      const route =
        name === 'a default export'
          ? 'pages/api/auth/[...nextauth].ts'
          : 'app/api/auth/[...nextauth]/route.ts'
      const options = `const authOptions: NextAuthOptions = { providers: [GithubProvider({ clientId: 'a', clientSecret: 'b' })] }\n`
      const imports = `import type { NextAuthOptions } from 'next-auth'\nimport GithubProvider from 'next-auth/providers/github'\n\n`
      for (const files of [
        {
          'auth.ts': `${imports}export ${options}`,
          [route]: `import NextAuth from 'next-auth'\nimport { authOptions } from '@/auth'\n\n${handler}\n`,
        },
        { [route]: `import NextAuth from 'next-auth'\n${imports}${options}\n${handler}\n` },
      ]) {
        const manifest = {
          'package.json': four['package.json'] ?? '',
          'tsconfig.json': four['tsconfig.json'] ?? '',
        }
        const { outcome, after } = await migrateTwice({ ...manifest, ...files })
        expect(outcome).toMatchObject({ code: 0, error: '' })
        expect(after['app/api/auth/[...nextauth]/route.ts']).toBe(
          `import { handlers } from '@/auth'\n\nexport const { GET, POST } = handlers\n`,
        )
        expect(after['auth.ts']).toContain(
          'export const { handlers, auth, signIn, signOut } = createAuth()\n',
        )
      }
    },
  )

  it('authwright migrate adds a comment if a route passes the request and reassigned options to NextAuth()', async () => {
    const route = 'pages/api/auth/[...nextauth].ts'
    const { after, outcome } = await migrateTwice({
      'package.json': four['package.json'] ?? '',
      'tsconfig.json': four['tsconfig.json'] ?? '',
      [route]: `import NextAuth from 'next-auth'

let authOptions = { secret: 's', providers: [] }
export const change = () => (authOptions = { ...authOptions, secret: 't' })

const auth = (req: any, res: any) => NextAuth(req, res, authOptions)

export default auth
`,
    })
    expect(outcome.output).toContain(`${route}:6 a route that calls NextAuth() with the request`)
    expect(after[route]).toContain('(req: any, res: any) => NextAuth(req, res, authOptions)\n')
  })

  it.each([
    [
      'a method',
      'const api = {\n  async handle(req: any, res: any) {\n    return await NextAuth(req, res, authOptions)\n  },\n}\n\nexport default api.handle\n',
    ],
    [
      'a function that is used above its declaration',
      'export default traced(handler)\n\nasync function handler(req: any, res: any) {\n  return await NextAuth(req, res, authOptions)\n}\n',
    ],
  ])(
    'authwright migrate keeps %s that passes the request to NextAuth(), and adds a comment',
    async (_, handler) => {
      const route = 'pages/api/auth/[...nextauth].ts'
      const { after, outcome } = await migrateTwice({
        'package.json': four['package.json'] ?? '',
        [route]: `import NextAuth from 'next-auth'\nimport { traced } from '../../../tracing'\n\nconst authOptions = { providers: [] }\n\n${handler}`,
      })
      expect(outcome.output).toContain('a route that calls NextAuth() with the request')
      expect(after[route]).toContain('NextAuth(req, res, authOptions)\n')
    },
  )

  it('authwright migrate adds a comment if error() of the logger takes a code and metadata', async () => {
    const logger = (error: string) =>
      `import type { NextAuthOptions } from 'next-auth'\n\nexport const shared: Partial<NextAuthOptions> = {\n  logger: {\n    ${error},\n  },\n}\n`
    for (const args of [[], ['--imports']]) {
      const { outcome } = await migrateTwice(
        {
          ...four,
          'lib/code.ts': logger('error: (code, metadata) => console.error(code, metadata)'),
          'lib/error.ts': logger('error: (error) => console.error(error)'),
        },
        ...args,
      )
      expect(outcome.output).toContain('lib/code.ts:5 error() of the logger receives only an Error.')
      expect(outcome.output).not.toContain('lib/error.ts:5')
    }
  })

  it.each([
    ['a code without metadata', 'logger: {\n    error: (code) => console.error(code)', ''],
    ['a method with a code', 'logger: {\n    error(code: string) { console.error(code) }', ''],
    [
      'a function of the module',
      'logger: {\n    error: report',
      'const report = (code, data) => console.error(code, data)\n',
    ],
    [
      'a constant',
      'logger: shared, theme: {',
      'const shared = {\n  error: (code, data) => console.error(code, data),\n}\n',
    ],
    [
      'a constant in a shorthand property',
      'logger, theme: {',
      'const logger = {\n  error(code, data) {},\n}\n',
    ],
  ])(
    'authwright migrate adds a comment where error() of the logger takes a code: %s',
    async (_, logger, declared) => {
      for (const args of [[], ['--imports']]) {
        const { outcome } = await migrateTwice(
          {
            ...four,
            'lib/shared.ts': `import type { NextAuthOptions } from 'next-auth'\n\n${declared}\nexport const options: Partial<NextAuthOptions> = {\n  ${logger} },\n}\n`,
          },
          ...args,
        )
        expect(outcome.code).toBe(1)
        expect(outcome.output).toContain('1 place remains')
        expect(outcome.output).toMatch(
          /lib[/]shared[.]ts:\d+ error\(\) of the logger receives only an Error[.]/,
        )
      }
    },
  )

  it('authwright migrate does not change error() of the logger if it takes only an error or all arguments', async () => {
    const { outcome } = await migrateTwice({
      ...four,
      'lib/shared.ts':
        "import type { NextAuthOptions } from 'next-auth'\n\nconst logger = { error: (err) => console.error(err) }\nexport const one: Partial<NextAuthOptions> = { logger }\nexport const two: Partial<NextAuthOptions> = { logger: { error: (...args) => console.error(...args) } }\nexport const three: Partial<NextAuthOptions> = { logger: { error() {} } }\n",
    })
    expect(outcome.code).toBe(0)
  })

  it.each([
    ['a function of another module', 'error: report'],
    ['a result', 'error: reporterOf(1)'],
    ['a destructured parameter', 'error({ message }) {}'],
  ])(
    'migrate adds a comment where it does not see that error() of the logger takes an error: %s',
    async (_, error) => {
      const { outcome } = await migrateTwice({
        ...four,
        'lib/shared.ts': `import type { NextAuthOptions } from 'next-auth'\nimport { report } from './report'\n\nexport const options: Partial<NextAuthOptions> = { logger: { ${error} } }\n`,
      })
      expect(outcome.output).toContain('error() of the logger receives only an Error.')
    },
  )

  it.each(['redirect', 'redirectTo', 'request', 'csrfToken'])(
    'authwright migrate adds a comment where a field of credentials is called %s',
    async (name) => {
      const { outcome } = await migrateTwice({
        ...four,
        'lib/provider.ts': `import Credentials from 'next-auth/providers/credentials'\n\nexport const provider = Credentials({\n  credentials: { name: {}, ${name}: {} },\n  authorize: ({ name }) => ({ id: name }),\n})\n`,
      })
      expect(outcome.output).toContain(`authorize() receives no ${name}: give the field another name.`)
    },
  )

  it('authwright migrate adds a comment where a field of credentials is called callbackUrl', async () => {
    const { outcome } = await migrateTwice({
      ...four,
      'lib/provider.ts': `import Credentials from 'next-auth/providers/credentials'\n\nexport const provider = Credentials({\n  credentials: {\n    name: {},\n    callbackUrl: {},\n  },\n  authorize: ({ name, callbackUrl }) => ({ id: name + callbackUrl }),\n})\n`,
    })
    expect(outcome.output).toContain('lib/provider.ts:6 authorize() receives no callbackUrl')
  })

  it.each([
    ['default as middleware', 'export async function middleware(req: NextRequest) {'],
    ['default as guard', 'export async function guard(req: NextRequest, ..._rest: unknown[]) {'],
  ])('authwright migrate exports a middleware under its previous name: %s', async (specifier, wanted) => {
    const { outcome, after } = await migrateTwice(
      { ...four, 'lib/guard.ts': `export { ${specifier} } from 'next-auth/middleware'\n` },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['lib/guard.ts']).toContain(wanted)
    expect(after['lib/guard.ts']).not.toContain('default')
  })

  it('authwright migrate does not change a function that NextAuth() calls for each request', async () => {
    const source =
      'export const { handlers, auth } = NextAuth(async (request) => ({ providers: [], trustHost: !!request }))\n'
    const { outcome, after } = await migrateTwice({
      'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n',
      'auth.ts': `import NextAuth from 'next-auth'\n\n${source}`,
    })
    expect(outcome.output).toContain('auth.ts:3 write the configuration as a chain.')
    expect(after['auth.ts']).toContain(source)
  })

  it('authwright migrate keeps every comment around providers, and removes casts that the builder does not need', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n',
      'auth.ts': `import NextAuth, { type NextAuthConfig } from 'next-auth'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'

export const { handlers, auth } = NextAuth({
  providers: [
    /* first */ GitHub as any, // one
    // Google({ clientId: 'old' }),
    (Google satisfies unknown),
    /**
     * last
     */
  ],
} satisfies NextAuthConfig)
`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(
      `createAuth()
  /* first */
  .provider(github()) // one
  // Google({ clientId: 'old' }),
  .provider(google())
  /**
   * last
   */
  .options({ compat: 'authjs' })
  .build()
`,
    )
  })

  it('authwright migrate adds a type assertion to an id where another module re-exports signIn', async () => {
    const { after } = await migrateTwice({
      'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n',
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nconst made = NextAuth({ providers: [GitHub] })\nexport const { handlers, auth, signIn } = made\n`,
      'lib/index.ts': "export * from '../auth'\n",
      'actions.ts': "import { signIn } from './lib'\n\nexport const go = (id: string) => signIn(id)\n",
      'named.ts':
        "import { signIn } from './lib'\n\ntype ProviderId = string\nexport const go = (id: ProviderId) => signIn(id)\n",
    })
    expect(after['actions.ts']).toContain('signIn(id as ProviderId<typeof auth>)')
    expect(after['named.ts']).toContain("import { type ProviderId as AuthProviderId } from 'authwright'")
    expect(after['named.ts']).toContain('signIn(id as AuthProviderId<typeof auth>)')
  })

  const five = '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n'
  const base = `import type { NextAuthConfig } from 'next-auth'\n\nexport const authConfig = {\n  pages: { signIn: '/login' },\n  providers: [],\n  session: { maxAge: 60 },\n} satisfies NextAuthConfig\n`
  const spreads = (providers: string) =>
    `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport Google from 'next-auth/providers/google'\nimport { authConfig } from './auth.config'\n\nexport const { handlers, auth } = NextAuth({ ...authConfig, providers: ${providers} })\n`

  it('authwright migrate does not change the object that a configuration spreads if the chain cannot be parsed', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': base,
      'auth.ts': spreads('[Google, GitHub], events() {}'),
      'proxy.ts':
        "import NextAuth from 'next-auth'\nimport { authConfig } from './auth.config'\n\nexport const { auth: proxy } = NextAuth({ ...authConfig, providers: [] })\n",
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('auth.ts:6 write the configuration as a chain.')
    expect(after['auth.config.ts']).toBe(base.replace("'next-auth'", "'authwright/compat/next'"))
    expect(after['auth.ts']).toContain('NextAuth({ ...authConfig, providers: [')
    expect(after['proxy.ts']).toContain('NextAuth({ ...authConfig, providers: [] })')
  })

  it.each([
    ['[(/* c */ Google)]', '\n  /* c */\n  .provider(google())\n'],
    ['[( // (c)\n  Google), GitHub]', '\n  // (c)\n  .provider(google())\n  .provider(github())\n'],
    ['[GitHub, (Google /* d */)]', '.provider(github())\n  /* d */\n  .provider(google())\n'],
    ['[((Google) as any)]', '\n  .provider(google())\n'],
    ['[\n  Google /* a\n  b */, GitHub,\n]', '/* a\n  b */\n  .provider(google())\n  .provider(github())\n'],
    ['[Google], debug: true // d\n', '.options({\n    debug: true, // d\n  })'],
  ])('authwright migrate reads providers in parentheses with comments: %s', async (providers, chain) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': base,
      'auth.ts': spreads(providers),
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.config.ts']).toContain('.session(')
    expect(after['auth.ts']).toContain(chain)
  })

  const wholes = (module: string) => [
    `import * as config from '${module}'\n\nexport const read = () => config.authConfig.pages\n`,
    `export const read = async () => (await import('${module}')).authConfig.pages\n`,
    `export const read = async () => (await import(\`${module}\`)).authConfig.pages\n`,
    `export async function read() {\n  const { authConfig } = await import('${module}')\n  return authConfig.pages\n}\n`,
    `export const read = () => require('${module}').authConfig.pages\n`,
    `import config = require('${module}')\n\nexport const read = () => config.authConfig.pages\n`,
    `export type Read = (typeof import('${module}'))['authConfig']\n`,
  ]

  it.each([...wholes('../auth'), ...wholes('./index')])(
    'authwright migrate keeps options that another module reads through a namespace: %s',
    async (source) => {
      const { outcome, after } = await migrateTwice({
        'package.json': five,
        'auth.ts': `import NextAuth from 'next-auth'\nimport Google from 'next-auth/providers/google'\n\nexport const authConfig = { pages: { signIn: '/login' }, providers: [Google] }\nexport const { handlers, auth } = NextAuth(authConfig)\n`,
        'lib/index.ts': "export * from '../auth'\n",
        'lib/read.ts': source,
      })
      expect(outcome.output).toContain('authConfig is used in other places, too')
      expect(after['auth.ts']).toContain('export const authConfig = { pages')
      expect(after['lib/read.ts']).toBe(source)
    },
  )

  it.each(wholes('../auth.config'))(
    'migrate keeps an object that a configuration spreads, if another module reads it through a namespace: %s',
    async (source) => {
      const { outcome, after } = await migrateTwice({
        'package.json': five,
        'auth.config.ts': base,
        'auth.ts': spreads('[Google]'),
        'lib/read.ts': source,
      })
      expect(outcome.output).toContain('the configuration combines several objects')
      expect(after['auth.config.ts']).toContain("pages: { signIn: '/login' }")
      expect(after['lib/read.ts']).toBe(source)
    },
  )

  const spreadsDefault = spreads('[Google]').replace('{ authConfig }', 'authConfig')

  it.each([
    ['a constant', `${base.replace('export ', '')}\nexport default authConfig\n`],
    [
      'a constant with a type',
      `${base.replace('export const authConfig', 'const authConfig: NextAuthConfig').replace(' satisfies NextAuthConfig', '')}\nexport default authConfig\n`,
    ],
    ['a constant that is also exported by its name', `${base}\nexport default authConfig\n`],
    ['a constant in an export list', `${base.replace('export ', '')}\nexport { authConfig as default }\n`],
  ])('authwright migrate converts an object that is exported by default as %s', async (_, source) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': source,
      'auth.ts': spreadsDefault,
      'proxy.ts':
        "import NextAuth from 'next-auth'\nimport config from './auth.config'\n\nexport const { auth: proxy } = NextAuth({ ...config, providers: [] })\n",
    })
    expect(outcome.output).toContain('Nothing remains to do')
    expect(after['auth.config.ts']).toMatch(/^(export )?const authConfig = createAuth\(\)$/m)
    expect(after['auth.config.ts']).toMatch(/^export (default authConfig|\{ authConfig as default \})$/m)
    expect(after['auth.config.ts']).not.toContain('NextAuthConfig')
    expect(after['auth.ts']).toMatch(/= authConfig\s+[.]provider\(google\(\)\)/)
  })

  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'in its module',
      `${base}\nexport const count = authConfig.providers.length\nexport default authConfig\n`,
      {},
    ],
    [
      'by its named export',
      `${base}\nexport default authConfig\n`,
      {
        'lib/read.ts':
          "import { authConfig } from '../auth.config'\n\nexport const count = authConfig.providers.length\n",
      },
    ],
    ...[
      "export { default as authConfig } from '../auth.config'\n",
      "export * from '../auth.config'\n",
      "export { authConfig } from '../auth.config'\n",
      "import { authConfig } from '../auth.config'\n\nexport { authConfig }\n",
      "import authConfig from '../auth.config'\n\nexport default authConfig\nexport { default as authConfig } from './index'\n",
    ].map((index): [string, string, Readonly<Record<string, string>>] => [
      `through a re-export: ${index}`,
      `${base}\nexport default authConfig\n`,
      {
        'lib/index.ts': index,
        'lib/read.ts': "import { authConfig } from '.'\n\nexport const count = authConfig.providers.length\n",
      },
    ]),
  ])('authwright migrate keeps an object that another expression reads %s', async (_, source, files) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': source,
      'auth.ts': spreadsDefault,
      ...files,
    })
    expect(outcome.output).toContain('auth.ts:6 the configuration combines several objects')
    expect(after['auth.config.ts']).toBe(source.replace("'next-auth'", "'authwright/compat/next'"))
    expect(after).toMatchObject(files)
  })

  it('authwright migrate keeps an object with a computed key', async () => {
    const source = `const key = 'events'\n\n${base.replace("pages: { signIn: '/login' }", '[key]: {}')}`
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': source,
      'auth.ts': spreads('[Google]'),
    })
    expect(outcome.output).toContain('auth.ts:6 the configuration combines several objects')
    expect(after['auth.config.ts']).toContain('[key]: {},\n  providers: [],')
  })

  it('authwright migrate keeps the default export that a configuration spreads if a script reads it by import()', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': base.replace('export const authConfig =', 'export default'),
      'auth.ts': spreads('[Google]').replace('{ authConfig }', 'authConfig'),
      'lib/read.ts': "export const read = async () => (await import('../auth.config')).default.pages\n",
    })
    expect(outcome.output).toContain('the configuration combines several objects')
    expect(after['auth.config.ts']).toContain("pages: { signIn: '/login' }")
  })

  it('authwright migrate converts options to a chain if another module loads only the instance', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `import NextAuth from 'next-auth'\nimport Google from 'next-auth/providers/google'\n\nexport const authConfig = { providers: [Google] }\nexport const { handlers, auth } = NextAuth(authConfig)\n`,
      'lib/read.ts': "export const authConfigured = async () => (await import('../auth')).auth() !== null\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('.provider(google())')
  })

  it('authwright migrate replaces an option that another module reads, and its fallback, by the value', async () => {
    const { outcome, after } = await migrateTwice({
      ...four,
      'lib/auth.ts': options.replace(
        '  providers',
        "  pages: { signIn: '/login', error: '/error' },\n  providers",
      ),
      'pages.ts': `import { authOptions } from '@/lib/auth'\n\nexport const page = authOptions.pages?.signIn ?? authOptions.pages?.error\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['pages.ts']).toContain("export const page = '/login'\n")
  })

  it('authwright migrate does not change a module with a call of withAuth inside another, and reports it', async () => {
    const source = `import { withAuth } from 'next-auth/middleware'

export default withAuth((req, event) => {
  const staff = withAuth({ pages: { signIn: '/staff' } })
  return staff(req, event)
})
`
    const { outcome, after } = await migrateTwice({ ...four, 'middleware.ts': source })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('middleware.ts contains unusual code. Change it by hand.')
    expect(after['middleware.ts']).toBe(source)
    expect(after['package.json']).toContain('next-auth')
  })

  it('authwright migrate reports an import of the default export of a route that moves', async () => {
    const { outcome } = await migrateTwice({
      'package.json': four['package.json'] ?? '',
      'lib/auth.ts': options,
      'pages/api/auth/[...nextauth].ts': `import NextAuth from 'next-auth'\nimport { authOptions } from '../../../lib/auth'\n\nexport default NextAuth(authOptions)\n`,
      'pages/api/other.ts': "export { default } from './auth/[...nextauth]'\n",
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(
      'pages/api/other.ts:1 the route has no default export: use its GET and POST.',
    )
  })

  it('authwright migrate keeps options as an object if another module creates a handler from them', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': four['package.json'] ?? '',
      'lib/auth.ts': options,
      'lib/handler.ts': `import NextAuth from 'next-auth'\nimport { authOptions } from './auth'\n\nexport const handler = NextAuth(authOptions)\n`,
      [route]:
        "import { handler } from '../../../../lib/handler'\n\nexport { handler as GET, handler as POST }\n",
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('lib/handler.ts:4 export the handlers of your configuration.')
    expect(after['lib/handler.ts']).toContain('NextAuth(authOptions)')
    expect(after['lib/auth.ts']).toContain('export const authOptions: NextAuthConfig = {')
  })

  it('authwright migrate leaves a comment above the provider, not above the list', async () => {
    const { after } = await migrateTwice({
      ...four,
      'lib/auth.ts': `import type { NextAuthOptions } from 'next-auth'
import Discord from 'next-auth/providers/discord'
import GitHub from 'next-auth/providers/github'

export const authOptions: NextAuthOptions = {
  providers: [
    GitHub({ clientId: 'a', clientSecret: 'b' }),
    Discord({ clientId: 'a', clientSecret: 'b', profile: ({ username }) => ({ name: username }) }),
  ],
}
`,
    })
    expect(after['lib/auth.ts']).toMatch(/TODO\(authwright\): return an id .*\n {2}[.]provider\(discord/)
  })

  it('authwright migrate exports the handlers of a configuration in a route that augments a type', async () => {
    const types = `declare module 'next-auth' {
  interface Session {
    role: string
  }
}
`
    const { outcome, after } = await migrateTwice({
      ...four,
      [route]: four[route]?.replace('\nconst', `\n${types}const`) ?? '',
    })
    expect(outcome.code).toBe(0)
    expect(after[route]).toContain('export const { GET, POST } = handlers\n')
    expect(after[route]).toContain(types.replace('next-auth', 'authwright/compat/next'))
  })
})
