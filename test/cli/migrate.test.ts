import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { authwright, type Files, filesOf, project } from './support/command.js'
import { migrateTwice } from './support/migrate.js'

const next = (version: string, more: object = {}) =>
  `${JSON.stringify({ name: 'shop', dependencies: { next: '15.5.0', 'next-auth': version, ...more } }, null, 2)}\n`

async function migrate(files: Files, ...args: string[]) {
  const folder = project(files)
  const outcome = await authwright(['migrate', ...args], folder)
  return { folder, outcome, after: filesOf(folder) }
}

const five: Files = {
  'package.json': next('5.0.0-beta.29', { '@auth/core': '^0.40.0' }),
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  'auth.ts': `// The configuration.
import NextAuth, { type DefaultSession, type NextAuthConfig } from "next-auth"
import type { Adapter } from "next-auth/adapters"
import GitHub from "next-auth/providers/github"
import Passage from "next-auth/providers/passage"

declare module "next-auth" {
  interface Session { user: { role: string } & DefaultSession["user"] }
}

const config = { providers: [GitHub,   Passage] } satisfies NextAuthConfig
export const { handlers, auth } = NextAuth(config)   // the instance
`,
  'types/jwt.d.ts': `import type { JWT } from "next-auth/jwt"
declare module "next-auth/jwt" { interface JWT { role?: string } }
`,
  'components/button.tsx': `"use client"
import { signIn } from "next-auth/react"
export const Button = () => <button onClick={() => signIn("github")}>Sign in</button>
`,
  'test/button.test.ts': `vi.mock("next-auth/react", async () => ({ ...(await vi.importActual("next-auth/react")), signIn: vi.fn() }))
const lazy = () => import("next-auth/jwt")
type Session = import("next-auth").Session
`,
  '.env.local': 'NEXTAUTH_SECRET="very secret"\nNEXTAUTH_URL=http://localhost:3000\n',
}

const four: Files = {
  'package.json': next('^4.24.0', { '@next-auth/prisma-adapter': '^1.0.7' }),
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  'lib/auth.ts': `import { PrismaAdapter } from '@next-auth/prisma-adapter'
import type { NextAuthOptions, TokenSet } from 'next-auth'
import GithubProvider from 'next-auth/providers/github'
import { db } from '@/lib/db'

export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter(db),
  secret: process.env.NEXTAUTH_SECRET, // as deployed
  providers: [GithubProvider({ clientId: process.env.GITHUB_ID as string })],
}
export type Tokens = TokenSet
`,
  'app/api/auth/[...nextauth]/route.ts': `import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth'

const handler = NextAuth(authOptions)

export { handler as GET, handler as POST }
`,
  'app/page.tsx': `import { getServerSession } from 'next-auth'
import { authOptions } from '@/lib/auth'

export default async function Page() {
  const session = await getServerSession(authOptions)
  const again = await getServerSession(authOptions)
  return session && again ? 'in' : 'out'
}
`,
  'pages/api/me.ts': `import type { NextApiRequest, NextApiResponse } from 'next'
import { getServerSession } from 'next-auth/next'
import { authOptions } from '../../lib/auth'

export default async (req: NextApiRequest, res: NextApiResponse) => {
  res.json(await getServerSession(req, res, authOptions))
}
`,
  'pages/account.tsx': `import type { GetServerSideProps } from 'next'
import { getSession, useSession } from 'next-auth/react'

export const getServerSideProps: GetServerSideProps = async (context) => ({ props: { session: await getSession(context) } })
export default function Account() { return useSession().status }
`,
  'middleware.ts': `export { default } from 'next-auth/middleware'

export const config = { matcher: ['/account'] }
`,
}

describe('authwright migrate --imports', () => {
  it('authwright migrate replaces paths of Auth.js 5 in imports, type augmentations and mocks', async () => {
    const { outcome, after } = await migrate(five, '--imports')
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.ts']).toBe(
      (five['auth.ts'] ?? '')
        .replaceAll('"next-auth"', '"authwright/compat/next"')
        .replace('next-auth/adapters', 'authwright/compat')
        .replace('next-auth/providers/github', 'authwright/compat/providers/github')
        .replace('next-auth/providers/passage', '@auth/core/providers/passage'),
    )
    expect(after['types/jwt.d.ts']).toBe(
      five['types/jwt.d.ts']?.replaceAll('next-auth/jwt', 'authwright/compat/jwt'),
    )
    expect(after['components/button.tsx']).toContain('from "authwright/compat/react"')
    expect(after['test/button.test.ts']).not.toContain('next-auth')
    expect(after['test/button.test.ts']?.match(/authwright\/compat\/react/g)).toHaveLength(2)
    expect(JSON.parse(after['package.json'] ?? '').dependencies).toEqual({
      next: '15.5.0',
      authwright: expect.any(String),
      '@auth/core': '^0.40.0',
    })
  })

  it('authwright migrate renames environment variables without printing their values', async () => {
    const { outcome, after } = await migrate(five, '--imports')
    expect(after['.env.local']).toBe('AUTH_SECRET="very secret"\nAUTH_URL=http://localhost:3000\n')
    for (const name of ['SECRET', 'URL']) {
      expect(outcome.output).toContain(
        `NEXTAUTH_${name} was renamed to AUTH_${name}. Set the new name in each deployment too.`,
      )
    }
    expect(outcome.output).not.toContain('very secret')
  })

  it('authwright migrate supports the function of the next-auth 4 documentation that reads sessions in every router', async () => {
    const { outcome, after } = await migrate(
      {
        ...four,
        'lib/auth.ts': `import { type NextAuthOptions, getServerSession } from 'next-auth'

export const authOptions: NextAuthOptions = { providers: [] }

type Given = [NextApiRequest, NextApiResponse] | []
export const readSession = (...args: Given) => getServerSession(...args, authOptions)
`,
      },
      '--imports',
    )
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['lib/auth.ts']).toContain('readSession = (...args: Given) => auth(...(args as []))')
    expect(after['lib/auth.ts']).toContain("import { type NextAuthConfig } from 'authwright/compat/next'")
  })

  it('authwright migrate creates an instance from the options of next-auth 4, and reads sessions with it', async () => {
    const { outcome, after } = await migrate(four, '--imports')
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['lib/auth.ts']).toContain(
      'export const { handlers, auth, signIn, signOut } = NextAuth(authOptions)',
    )
    expect(after['lib/auth.ts']).toContain('authOptions: NextAuthConfig = {')
    expect(after['lib/auth.ts']).toContain("import { type TokenSet } from 'authwright/compat'")
    expect(after['lib/auth.ts']).toContain('secret: process.env.AUTH_SECRET, // as deployed')
    expect(after['app/api/auth/[...nextauth]/route.ts']).toBe(
      "import { handlers } from '@/lib/auth'\n\nexport const { GET, POST } = handlers\n",
    )
    expect(after['app/page.tsx']).toBe(
      "import { auth } from '@/lib/auth'\n\nexport default async function Page() {\n  const session = await auth()\n  const again = await auth()\n  return session && again ? 'in' : 'out'\n}\n",
    )
    expect(after['pages/api/me.ts']).toContain('res.json(await auth(req, res))')
    expect(after['pages/account.tsx']).toContain('session: await auth(context)')
    expect(after['package.json']).toContain('"@auth/prisma-adapter": "^2.0.0"')
  })

  it('authwright migrate reads the session with a context from which the request is destructured', async () => {
    const { outcome, after } = await migrate(
      {
        ...four,
        'pages/login.js': `import { getSession } from 'next-auth/react'\n\nexport async function getServerSideProps(context) {\n  const { req } = context\n  return { props: { session: await getSession({ req }) } }\n}\n`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['pages/login.js']).toContain('session: await auth(context)')
  })

  it('authwright migrate adds a comment where getServerSession is not called, as in mocks of tests', async () => {
    const { outcome, after } = await migrate(
      {
        ...four,
        'test/page.test.ts': `import { getServerSession } from 'next-auth'\n\njest.mock('next-auth')\n\nit('shows the name', () => {\n  (getServerSession as jest.Mock).mockResolvedValue(null)\n})\n`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(
      'test/page.test.ts:5 read the session with auth() of your configuration.',
    )
    expect(after['test/page.test.ts']).toContain('  // TODO(authwright): read the session')
  })

  it('authwright migrate replaces withAuth with a check of the token that runs in the edge runtime', async () => {
    const { after } = await migrate(four, '--imports')
    const middleware = after['middleware.ts'] ?? ''
    expect(middleware).toContain("import { getToken } from 'authwright/compat/jwt'")
    expect(middleware).toContain('if (!token && ')
    expect(middleware).toContain("export const config = { matcher: ['/account'] }")
    expect(middleware).not.toContain('lib/auth')
  })

  it('authwright migrate keeps the function, the condition and the page that are passed to withAuth', async () => {
    const { outcome, after } = await migrate(
      {
        ...four,
        'middleware.ts': `import { withAuth } from 'next-auth/middleware'
import { NextResponse } from 'next/server'

export default withAuth(
  function middleware(req) {
    const { pathname } = req.nextUrl
    // Staff only.
    if (pathname.startsWith('/staff') && req.nextauth.token?.role !== 'staff') {
      return NextResponse.redirect(new URL('/', req.url))
    }
  },
  { pages: { signIn: '/login' }, callbacks: { authorized: ({ token }) => token?.active === true } },
)
`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['middleware.ts']).toContain(`  if (req.nextUrl.pathname === '/login' || /`)
    expect(after['middleware.ts']).toContain('  if (!(token?.active === true)) {')
    expect(after['middleware.ts']).toContain(
      "  // Staff only.\n  if (pathname.startsWith('/staff') && token?.role !== 'staff') {",
    )
    expect(after['middleware.ts']).not.toContain('withAuth')
    const [, open = ''] = / \/(.*)\/[.]test[(]/.exec(after['middleware.ts'] ?? '') ?? []
    const isOpen = new RegExp(open)
    const paths = ['/api/auth', '/api/auth/signin', '/_next/static/x.js', '/favicon.ico', '/']
    expect(paths.filter((each) => isOpen.test(each))).toEqual(paths.slice(0, -1))
    expect(['/api/authors', '/_nextfoo', '/favicon.icons'].filter((each) => isOpen.test(each))).toEqual([])
  })

  it.each([
    [
      'pages/api/auth/[...nextauth].ts',
      'export default NextAuth(',
      ')',
      'app/api/auth/[...nextauth]/route.ts',
    ],
    [
      'app/api/auth/[...nextauth]/route.ts',
      'const handler = NextAuth(',
      ')\nexport { handler as GET, handler as POST }',
      'app/api/auth/[...nextauth]/route.ts',
    ],
  ])('authwright migrate moves options out of %s', async (route, start, end, handlers) => {
    const { outcome, after } = await migrate(
      {
        'package.json': next('^4.24.0'),
        [route]: `import NextAuth from 'next-auth'\nimport { find } from '${'../'.repeat(route.split('/').length - 1)}lib/users'\n\n// Ours.\n${start}{\n  providers: [],\n  callbacks: { signIn: ({ user }) => find(user.id) },\n}${end}\n`,
      },
      '--imports',
    )
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.ts']).toContain("import { find } from './lib/users'")
    expect(after['auth.ts']).toContain(
      '// Ours.\nexport const { handlers, auth, signIn, signOut } = NextAuth({',
    )
    expect(after['auth.ts']).not.toContain('handler as')
    expect(after[handlers]).toContain('export const { GET, POST } = handlers')
    if (route !== handlers) expect(after).not.toHaveProperty([route])
  })

  it('migrate comments and lists each manual step, and exits with 1 while a step remains', async () => {
    const route = 'pages/api/auth/[...nextauth].ts'
    const { folder, outcome, after } = await migrate(
      {
        'package.json': next('^4.24.0'),
        [route]: `import NextAuth from 'next-auth'\n\nexport default async function auth(req, res) {\n  return await NextAuth(req, res, { providers: [] })\n}\n`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(1)
    expect(after[route]).toContain('  // TODO(authwright): ')
    expect(outcome.output).toContain(`1 place remains`)
    expect(outcome.output).toContain(`${route}:4 `)
    const again = await authwright(['migrate', '--imports'], folder)
    expect(again.code).toBe(1)
    expect(again.output).toContain('Nothing changed.')
    expect(filesOf(folder)).toEqual(after)
  })

  it.each([
    ['Auth.js 5', five],
    ['next-auth 4', four],
  ])('authwright migrate changes nothing in a second run on %s, or with --dry-run', async (_, files) => {
    const { folder, after } = await migrate(files, '--imports')
    const again = await authwright(['migrate', '--imports'], folder)
    expect(again).toMatchObject({ code: 0, output: 'Nothing changed.\n' })
    expect(filesOf(folder)).toEqual(after)

    const dry = await migrate(files, '--imports', '--dry-run')
    expect(dry.after).toEqual(files)
    expect(dry.outcome.output).toContain('+++ b/package.json')
  })

  it('authwright migrate does not change a route that takes parts of an instance of Auth.js 5', async () => {
    const route = 'app/api/auth/[...nextauth]/route.ts'
    const files = {
      'package.json': next('5.0.0-beta.29'),
      [route]: `import NextAuth from 'next-auth'\n\nexport const authOptions = { providers: [] }\n\nconst { handlers, auth } = NextAuth(authOptions)\n\nexport { auth }\nexport const { GET, POST } = handlers\n`,
    }
    const { outcome, after } = await migrate(files, '--imports')
    expect(outcome.code).toBe(0)
    expect(after[route]).toBe(files[route]?.replace('next-auth', 'authwright/compat/next'))
    expect(after).not.toHaveProperty(['auth.ts'])
  })

  it('authwright migrate creates one instance if several modules create handlers from the same options', async () => {
    const handler = `import NextAuth from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nconst handler = NextAuth(authOptions)\n\nexport { handler as GET, handler as POST }\n`
    const { outcome, after } = await migrate(
      { ...four, 'app/api/auth/[...nextauth]/_route.ts': handler },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['app/api/auth/[...nextauth]/_route.ts']).toBe(
      "import { handlers } from '@/lib/auth'\n\nexport const { GET, POST } = handlers\n",
    )
  })

  it('authwright migrate creates the instance in the module whose handlers the route re-exports', async () => {
    const { outcome, after } = await migrate(
      {
        'package.json': next('^4.24.0'),
        'auth.ts': `import NextAuth from 'next-auth'\n\nconst options = { providers: [] }\n\nexport const GET = NextAuth(options)\nexport const POST = NextAuth(options)\n`,
        'app/api/auth/[...nextauth]/route.ts': `export { GET, POST } from '../../../../auth'\n`,
        'app/page.tsx': `import { getServerSession } from 'next-auth'\n\nexport const read = () => getServerSession()\n`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(
      'export const { handlers, auth, signIn, signOut } = NextAuth(options)\nexport const { GET, POST } = handlers\n',
    )
    expect(after['app/page.tsx']).toBe("import { auth } from '../auth'\n\nexport const read = () => auth()\n")
  })

  it.each([
    ['export async function POST(req: Request) {\n  return GET(req)\n}\n'],
    ['export const POST = GET\n'],
    ['export { GET as POST }\n'],
  ])('migrate exports only the handlers that NextAuth() created: %s', async (own) => {
    const { outcome, after } = await migrate(
      {
        'package.json': next('^4.24.0'),
        'auth.ts': `import NextAuth from 'next-auth'\n\nconst options = { providers: [] }\n\nexport const GET = NextAuth(options)\n\n${own}`,
        'app/page.tsx': `import { getServerSession } from 'next-auth'\n\nexport const read = () => getServerSession()\n`,
      },
      '--imports',
    )
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(outcome.output).not.toContain('cannot be parsed')
    expect(after['auth.ts']).toBe(
      `import NextAuth from 'authwright/compat/next'\n\nconst options = { providers: [] }\n\nexport const { handlers, auth, signIn, signOut } = NextAuth(options)\nexport const { GET } = handlers\n\n${own}`,
    )
    expect(after['app/page.tsx']).toContain('read = () => auth()')
  })

  it.each([
    ['options of another module', "import { options } from '../../../../options'\n", 'options'],
    ['options in the route', '', '{ providers: [] }'],
    ['options in a constant', 'const options = { providers: [] }\n', 'options'],
  ])(
    'authwright migrate does not change a route with a handler of the application: %s',
    async (_, before, argument) => {
      const route = 'app/api/auth/[...nextauth]/route.ts'
      const own = 'export async function POST(req: Request) {\n  await audit(req)\n  return GET(req)\n}\n'
      const { outcome, after } = await migrate(
        {
          'package.json': next('^4.24.0'),
          'options.ts': `import type { NextAuthOptions } from 'next-auth'\n\nexport const options: NextAuthOptions = { providers: [] }\n`,
          [route]: `import NextAuth from 'next-auth'\n${before}\nexport const GET = NextAuth(${argument})\n\n${own}`,
        },
        '--imports',
      )
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('1 place remains')
      expect(after[route]).toContain(own)
      expect(after[route]).toMatch(/[/]{2} TODO\(authwright\): .*\nexport const GET = /)
    },
  )

  it('authwright migrate supports a module that augments and exports a type', async () => {
    const types = `import NextAuth from 'next-auth'\n\ndeclare module 'next-auth' {\n  interface Session {\n    role: string\n  }\n}\n\nexport { Session }\n`
    const { outcome, after } = await migrate({ ...five, 'types.d.ts': types }, '--imports')
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['types.d.ts']).toBe(types.replaceAll('next-auth', 'authwright/compat/next'))
  })

  it('authwright migrate turns withAuth() into a function that other code of the middleware calls', async () => {
    const { outcome, after } = await migrate(
      {
        ...four,
        'middleware.ts': `import { withAuth } from 'next-auth/middleware'
import { translate } from './translate'

const guard = withAuth(function onSuccess(req) {
  return translate(req)
}, { callbacks: { authorized: ({ token }) => !!token?.id } })

export default function middleware(request, event) {
  return request.nextUrl.pathname === '/' ? translate(request) : guard(request, event)
}
`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['middleware.ts']).toContain(
      'async function guard(req: NextRequest, ..._rest: unknown[]) {\n  if (/^\\/(?:api',
    )
    expect(after['middleware.ts']).toContain(
      '  const token = await getToken({ req })\n  if (!(!!token?.id)) {',
    )
    expect(after['middleware.ts']).toContain(
      '  return translate(req)\n}\n\nexport default function middleware',
    )
  })

  it('authwright migrate renames callbackUrl of clients, and the session of early versions of @auth/sveltekit', async () => {
    const { outcome, after } = await migrate(
      {
        'package.json': '{ "dependencies": { "@auth/sveltekit": "^0.3.6", "@sveltejs/kit": "2.0.0" } }\n',
        'src/routes/+page.svelte': `<script>\n  import { signIn, signOut } from '@auth/sveltekit/client'\n  const callbackUrl = '/'\n</script>\n\n<button on:click={() => signIn('github', { redirect: true, callbackUrl: path('/') })}>In</button>\n<button on:click={() => signOut({ callbackUrl })}>Out</button>\n`,
        'src/routes/+layout.server.ts': `export const load = async (event) => ({ session: await event.locals.getSession() })\n`,
        'src/routes/+page.server.ts': `export const load = async ({ locals: { getSession } }) => ({ session: await getSession() })\n`,
      },
      '--imports',
    )
    expect(outcome.code).toBe(0)
    expect(after['src/routes/+page.svelte']).toContain(
      "signIn('github', { redirect: true, redirectTo: path('/') })",
    )
    expect(after['src/routes/+page.svelte']).toContain('signOut({ redirectTo: callbackUrl })')
    expect(after['src/routes/+layout.server.ts']).toContain('await event.locals.auth()')
    expect(after['src/routes/+page.server.ts']).toContain('{ locals: { auth: getSession } }')
  })

  it.each([
    ["signIn('github', { redirectTo: callbackUrl ?? '/' })"],
    ["signIn('github', { redirectTo: ok ? callbackUrl : '/' })"],
    ["signIn('github', { redirectTo: path(data.callbackUrl) })"],
    ["signIn('github', { callbackUrl: '/' })", "signIn('github', { redirectTo: '/' })"],
    [
      "signIn('github', { callbackUrl: data.callbackUrl })",
      "signIn('github', { redirectTo: data.callbackUrl })",
    ],
    ["signIn('a)b', { 'callbackUrl': '/' })", "signIn('a)b', { 'redirectTo': '/' })"],
    ["signIn('github', { ['callbackUrl']: '/' })", "signIn('github', { ['redirectTo']: '/' })"],
    ['leave({ ...all, callbackUrl })', 'leave({ ...all, redirectTo: callbackUrl })'],
    ['leave(ok ? { callbackUrl } : {})', 'leave(ok ? { redirectTo: callbackUrl } : {})'],
    ['leave({ ...(ok && { callbackUrl }) })', 'leave({ ...(ok && { redirectTo: callbackUrl }) })'],
    ['other({ callbackUrl })'],
    ["signIn('github', {}, { callbackUrl: '/' })"],
    [
      "signIn('github', {\n  callbackUrl: f(`)`, [1]), // here\n})",
      "signIn('github', {\n  redirectTo: f(`)`, [1]), // here\n})",
    ],
  ])(
    'authwright migrate renames callbackUrl only as a key of the options for clients: %s',
    async (call, moved = call) => {
      const names = `import { signIn, signOut as leave } from '@auth/sveltekit/client'`
      const { outcome, after } = await migrate(
        {
          'package.json': '{ "dependencies": { "@auth/sveltekit": "1.10.0", "@sveltejs/kit": "2.0.0" } }',
          'src/routes/+page.svelte': `<script>\n  ${names}\n  const run = () => ${call}\n</script>\n\n<button on:click={() => ${call}}>In</button><a on:click="{() => ${call}}">In</a>\n`,
          'src/run.ts': `${names}\nexport const run = () => ${call}\n`,
        },
        '--imports',
      )
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(outcome.output).not.toContain('cannot be parsed')
      const from = names.replace('@auth/sveltekit/client', 'authwright/svelte')
      expect(after['src/routes/+page.svelte']).toBe(
        `<script>\n  ${from}\n  const run = () => ${moved}\n</script>\n\n<button on:click={() => ${moved}}>In</button><a on:click="{() => ${moved}}">In</a>\n`,
      )
      expect(after['src/run.ts']).toBe(`${from}\nexport const run = () => ${moved}\n`)
    },
  )

  it('authwright migrate adds a comment where options of clients are defined outside of the call', async () => {
    const files = {
      'package.json': '{ "dependencies": { "@auth/sveltekit": "1.10.0", "@sveltejs/kit": "2.0.0" } }',
      'src/routes/+page.svelte': `<script>\n  import { signIn } from '@auth/sveltekit/client'\n  const options = { callbackUrl: '/' }\n</script>\n\n<button on:click={() => signIn('github', options)}>In</button>\n`,
      'src/run.ts': `import { signIn } from '@auth/sveltekit/client'\n\nexport function run() {\n  const options = {}\n  options.callbackUrl = '/'\n  return signIn('github', { ...options })\n}\n`,
    }
    const { folder, outcome, after } = await migrate(files, '--imports')
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('2 places remain')
    const todo = 'TODO(authwright): rename callbackUrl to redirectTo in options.'
    expect(after['src/routes/+page.svelte']).toContain(`signIn('github', /* ${todo}`)
    expect(after['src/routes/+page.svelte']).toContain("const options = { callbackUrl: '/' }")
    expect(after['src/run.ts']).toContain(`  // ${todo}`)
    const again = await authwright(['migrate', '--imports'], folder)
    expect(again.code).toBe(1)
    expect(filesOf(folder)).toEqual(after)
  })

  const server = (call: string): Files => ({
    'package.json': next('5.0.0-beta.29'),
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
    'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { auth, signIn, signOut: leave } = NextAuth({ providers: [GitHub] })\n`,
    'lib/index.ts': `export * from './session'\n`,
    'lib/session.ts': `import { signIn } from '@/auth'\n\nexport { signIn as enter }\nexport { leave } from '../auth'\n`,
    'actions.ts': `'use server'\nimport { enter, leave } from './lib'\n\nexport const run = () => ${call}\n`,
    'button.tsx': `'use client'\nimport { signIn } from 'next-auth/react'\n\nexport const click = () => signIn('github', { callbackUrl: '/' })\n`,
  })

  it.each([
    ["enter('github', { callbackUrl: '/' })", "enter('github', { redirectTo: '/' })"],
    ['leave({ callbackUrl })', 'leave({ redirectTo: callbackUrl })'],
    ["enter('github', { redirectTo: callbackUrl })"],
    ["((enter) => enter('github', { callbackUrl: '/' }))(own)"],
  ])(
    'authwright migrate renames callbackUrl to redirectTo on the server of Next.js: %s',
    async (call, moved = call) => {
      const { folder, outcome, after } = await migrate(server(call))
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(after['actions.ts']).toBe(server(moved)['actions.ts'])
      expect(after['button.tsx']).toContain("signIn('github', { callbackUrl: '/' })")
      if (call === moved) expect(outcome.output).not.toContain('ignored callbackUrl')
      else
        expect(outcome.output).toContain(
          'On the server, signIn() and signOut() of Auth.js ignored callbackUrl.',
        )
      await authwright(['migrate'], folder)
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it.each([
    ["enter('github', options)", 'rename callbackUrl to redirectTo in options.'],
    ["leave({ redirectTo: '/', callbackUrl: '/' })", 'remove callbackUrl: redirectTo sets the target.'],
  ])(
    'authwright migrate adds a comment where the server may receive callbackUrl: %s',
    async (call, message) => {
      const files = server(call)
      const { outcome, after } = await migrate({
        ...files,
        'actions.ts': `${files['actions.ts']}const options = { callbackUrl: '/' }\n`,
      })
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('1 place remains')
      expect(outcome.output).toContain(message)
      expect(after['actions.ts']).toContain(call)
    },
  )

  const action = (call: string): Files => ({
    ...server(''),
    'actions.ts': `'use server'\nimport { signIn, leave } from './lib'\n\nconst known = { redirectTo: '/' }\nexport const run = (given, form, ok) => ${call}\n`,
    'lib/session.ts': `export { leave, signIn } from '../auth'\n`,
    'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { auth, signIn, signOut: leave } = NextAuth({ providers: [GitHub] })\nexport const out = () => signIn()\n`,
  })

  it.each([
    ["signIn('github', given)", 'given'],
    ["signIn('github', { ...given })", 'given'],
    ["signIn('github', ok ? { ...given } : undefined)", 'given'],
    ["signIn('credentials', Object.fromEntries(form))", 'Object.fromEntries(form)'],
    ["signIn('github', given.options as never)", 'given.options'],
    ["signIn('github') ?? leave(given ?? {})", 'given'],
  ])(
    'migrate adds a comment if the server may receive a callbackUrl that Auth.js ignored: %s',
    async (call, what) => {
      const files = action(call)
      const { folder, outcome, after } = await migrate(files)
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('1 place remains')
      expect(after['actions.ts']).toContain(
        `a callbackUrl in ${what} takes effect now. Auth.js ignored it on the server: check the target.`,
      )
      expect(after['actions.ts']).toContain(call.replace('fromEntries(form)', 'fromEntries(form) as any'))
      await authwright(['migrate'], folder)
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it.each([
    ["signIn('github')"],
    ["signIn('github', undefined)"],
    ["signIn('github', { ...given, redirectTo: '/' })"],
    ["signIn('github', { ...given, redirect: false })"],
    ["signIn('github', ok ? known : {})"],
    ["signIn('github', { ...(ok && { redirectTo: '/' }) })"],
    ["signIn('github', { redirectTo: '/' }, given)"],
  ])('authwright migrate adds no comment where the source shows the target: %s', async (call) => {
    const { outcome, after } = await migrate(action(call))
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['actions.ts']).toBe(action(call)['actions.ts'])
  })

  it('authwright migrate adds no comment to options on the server if no module uses callbackUrl', async () => {
    const { 'button.tsx': _, ...files } = action("signIn('github', given)")
    const { outcome, after } = await migrate(files)
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['actions.ts']).toBe(files['actions.ts'])
  })

  it.each([
    [
      'export const getServerSideProps = async (context) => ({ props: { token: await getCsrfToken(context) } })',
    ],
    ['export async function getServerSideProps() {\n  return { props: { token: await getCsrfToken() } }\n}'],
    ['export const load = ({ req }) => client.getCsrfToken({ req })'],
  ])(
    'authwright migrate adds a comment where next-auth 4 read the CSRF token on the server: %s',
    async (source) => {
      const { folder, outcome, after } = await migrate(
        {
          'package.json': next('^4.24.0'),
          'pages/login.jsx': `import { getCsrfToken } from 'next-auth/react'\nimport * as client from 'next-auth/react'\n\n${source}\n\nexport const read = () => getCsrfToken()\nexport const own = (getCsrfToken) => getCsrfToken(1)\n`,
        },
        '--imports',
      )
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('1 place remains')
      expect(outcome.output).toContain(
        'getCsrfToken() runs only in the browser. See node_modules/authwright/docs/migrating/auth-js.md#tokens-of-forms',
      )
      await authwright(['migrate', '--imports'], folder)
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it.each([
    [{ next: '^14.2.3' }, ['next ^14.2.3: 15.2.3 or later is needed']],
    [{ next: '13 || 14.x', react: '17.0.2' }, ['next 13 || 14.x: 15.2.3 or', 'react 17.0.2: 18 or later']],
    [{ '@sveltejs/kit': '~2.25.0', svelte: '^4.0.0' }, ['kit ~2.25.0: 2.26 or', 'svelte ^4.0.0: 5.16 or']],
    [{ 'solid-start': '^0.2.26', 'solid-js': '^1.7.2' }, ['solid-start ^0.2.26: @solidjs/start 1 or later']],
    [{ '@solidjs/start': '^0.6.0' }, ['@solidjs/start ^0.6.0: 1 or later is needed']],
    [{ next: '15.2.2' }, ['next 15.2.2: 15.2.3 or later is needed']],
    [{ next: '15.2.3', react: '^18.2.0' }, []],
    [{ next: '>=14', react: 'latest', '@solidjs/start': '^1.0.0-rc.0' }, []],
    [{ next: 'catalog:', '@sveltejs/kit': '^2.0.0', svelte: '^5.0.0', 'solid-js': '^1.7.2' }, []],
  ])('migrate reports frameworks that are too old: %j', async (versions, sentences) => {
    const { folder, outcome } = await migrate(
      { ...five, 'package.json': next('5.0.0-beta.29', { next: undefined, ...versions }) },
      '--imports',
    )
    const again = await authwright(['migrate', '--imports'], folder)
    for (const { output } of [outcome, again]) {
      for (const sentence of sentences) expect(output).toContain(sentence)
      if (sentences.length === 0) expect(output).not.toContain('or later is needed')
    }
  })

  it('migrate reports a framework that is too old even if its range allows newer versions', async () => {
    const { outcome } = await migrate({
      ...five,
      'package.json': next('5.0.0-beta.29', { next: 'catalog:' }),
      'node_modules/next/package.json': '{ "name": "next", "version": "14.2.35" }',
    })
    expect(outcome.output).toContain('next 14.2.35: 15.2.3 or later is needed')
  })

  it.each([
    ['event.locals.getSession = read'],
    ["event.locals['getSession'] = read"],
    ['Object.assign(event.locals, { getSession: read })'],
    ['event.locals = { ...event.locals, getSession: read }'],
  ])(
    'authwright migrate does not rename getSession if the application assigns it to locals: %s',
    async (assignment) => {
      const page = `export const load = async ({ locals }) => ({ session: await locals.getSession() })\n`
      const { outcome, after } = await migrate(
        {
          'package.json': '{ "dependencies": { "@auth/sveltekit": "^0.3.6", "@sveltejs/kit": "2.0.0" } }\n',
          'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit'\n\nexport const first = SvelteKitAuth({ providers: [] })\n\nexport const handle = ({ event, resolve }) => {\n  ${assignment}\n  return resolve(event)\n}\n`,
          'src/routes/+page.server.ts': page,
        },
        '--imports',
      )
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain('1 place remains')
      expect(after['src/routes/+page.server.ts']).toBe(page)
      expect(after['src/hooks.server.ts']).toMatch(/ {2}[/]{2} TODO\(authwright\): .*\n {2}(?:event|Object)/)
      expect(after['src/hooks.server.ts']).toContain(assignment)
    },
  )

  it('migrate renames getSession of early versions of @auth/sveltekit only if it is a key', async () => {
    const read = 'export const given = (getSession) => ({ locals: { user: 1, own: getSession } })\n'
    const { after } = await migrate(
      {
        'package.json': '{ "dependencies": { "@auth/sveltekit": "^0.3.6", "@sveltejs/kit": "2.0.0" } }\n',
        'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit'\n`,
        'src/given.ts': read,
      },
      '--imports',
    )
    expect(after['src/given.ts']).toBe(read)
  })

  it('authwright migrate changes imports in scripts of Svelte and in type references', async () => {
    const { after } = await migrate(
      {
        'package.json': '{ "dependencies": { "@auth/sveltekit": "1.10.0", "@sveltejs/kit": "2.0.0" } }',
        'src/routes/+page.svelte': `<script lang="ts">\n  import { SignIn } from "@auth/sveltekit/components"\n  import { signOut } from "@auth/sveltekit/client"\n</script>\n\n<p>{'next-auth'}</p><SignIn />\n`,
        'src/app.d.ts': '/// <reference types="@auth/sveltekit" />\n',
      },
      '--imports',
    )
    expect(after['src/routes/+page.svelte']).toBe(
      `<script lang="ts">\n  import { SignIn } from "authwright/sveltekit/components"\n  import { signOut } from "authwright/svelte"\n</script>\n\n<p>{'next-auth'}</p><SignIn />\n`,
    )
    expect(after['src/app.d.ts']).toBe('/// <reference types="authwright/compat/sveltekit" />\n')
  })

  it('authwright migrate writes nothing if a file is outside of the project', async () => {
    const [root, outside] = [project(five), project({ 'a.ts': 'import "next-auth"\n' })]
    mkdirSync(path.join(root, 'linked'))
    symlinkSync(path.join(outside, 'a.ts'), path.join(root, 'linked/a.ts'))
    const { code, error } = await authwright(['migrate', '--imports'], root)
    expect(code).toBe(1)
    expect(error).toContain('outside of the project')
    expect(filesOf(outside)).toEqual({ 'a.ts': 'import "next-auth"\n' })
    expect(filesOf(root)['auth.ts']).toBe(five['auth.ts'])
  })

  it('authwright migrate changes imports of types from provider and adapter modules', async () => {
    const { after } = await migrate(
      {
        ...five,
        'schema.ts': `import type { AdapterAccountType } from 'next-auth/adapters'\nimport type { EmailConfig } from 'next-auth/providers/email'\n\nexport const type = text('type').$type<AdapterAccountType>()\nexport type Types = AdapterAccountType[]\nexport type Mail = EmailConfig\n`,
      },
      '--imports',
    )
    expect(after['schema.ts']).toBe(
      `import { type EmailConfig } from 'authwright/compat'\nimport type { AdapterAccountType } from 'authwright/compat'\n\nexport const type = text('type').$type<AdapterAccountType>()\nexport type Types = AdapterAccountType[]\nexport type Mail = EmailConfig\n`,
    )
  })

  it('migrate keeps an instance without providers, which only reads sessions', async () => {
    const { outcome } = await migrate(
      {
        'package.json': next('5.0.0-beta.29'),
        'auth.config.ts': `export const authConfig = { providers: [], callbacks: { authorized: () => true } }\n`,
        'middleware.ts': `import NextAuth from 'next-auth'\nimport { authConfig } from './auth.config'\n\nexport default NextAuth(authConfig).auth\n`,
      },
      '--imports',
    )
    expect(outcome).toMatchObject({ code: 0, error: '' })
  })

  it('migrate turns component slots into snippets', async () => {
    const page = (signIn: string, signOut: string) =>
      `<script>\n  import { SignIn, SignOut } from "authwright/sveltekit/components"\n</script>\n\n<SignIn>\n  ${signIn}\n</SignIn>\n<SignOut>\n  ${signOut}\n</SignOut>\n`
    const { outcome, after } = await migrate(
      {
        'package.json': '{ "dependencies": { "@auth/sveltekit": "1.10.0", "@sveltejs/kit": "2.0.0" } }',
        'src/A.svelte': page(
          '<div class="big" slot="submitButton" id="in">Sign in</div>',
          '<svelte:fragment slot="submitButton">Sign <b>out</b></svelte:fragment>',
        )
          .replace('authwright/', '@auth/')
          .replace('sveltekit/sveltekit', 'sveltekit'),
        'src/B.svelte': page('<div slot="submitButton"><div>Sign in</div></div>', '').replace(
          'authwright/',
          '@auth/',
        ),
      },
      '--imports',
    )
    expect(after['src/A.svelte']).toBe(
      page(
        '{#snippet submitButton()}<div class="big" id="in">Sign in</div>{/snippet}',
        '{#snippet submitButton()}Sign <b>out</b>{/snippet}',
      ),
    )
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('src/B.svelte:6 make the slot a snippet.')
  })

  it('authwright migrate adds one comment for a slot, before the element of the slot', async () => {
    const page = (slots: string) =>
      `<script>\n  import { SignIn } from 'authwright/sveltekit/components'\n</script>\n\n<SignIn>\n${slots}\n</SignIn>\n`
    const { after } = await migrateTwice({
      'package.json': '{ "dependencies": { "@auth/sveltekit": "1.10.0", "@sveltejs/kit": "2.26.0" } }',
      'src/A.svelte': page(
        '  <Icon slot="submitButton" />\n  <Icon\n    slot="submitButton"\n  />\n<p>or <Icon slot=\'submitButton\' /></p>',
      ),
      'src/B.svelte': page('<div><div slot="submitButton" class="logo" /></div>'),
    })
    const comment =
      '<!-- TODO(authwright): make the slot a snippet. See node_modules/authwright/docs/migrating/names.md#what-has-to-be-edited-by-hand -->'
    expect(after['src/A.svelte']).toBe(
      page(
        `  ${comment}\n  <Icon slot="submitButton" />\n  ${comment}\n  <Icon\n    slot="submitButton"\n  />\n<p>or ${comment} <Icon slot='submitButton' /></p>`,
      ),
    )
    expect(after['src/B.svelte']).toBe(page(`<div>${comment} <div slot="submitButton" class="logo" /></div>`))
  })

  it('authwright migrate replaces next-auth in package.json if only comments import it, and keeps next-auth if code imports it', async () => {
    const source =
      'import NextAuth from "next-auth"\n// import Atlassian from "next-auth/providers/atlassian"\nexport const { auth } = NextAuth({ providers: [] })\n'
    const { after } = await migrate({ 'package.json': next('5.0.0-beta.29'), 'auth.ts': source }, '--imports')
    const dependencies = (text = '') => Object.keys(JSON.parse(text).dependencies)
    expect(dependencies(after['package.json'])).toEqual(['next', 'authwright'])
    const stays = {
      'package.json': next('5.0.0-beta.29'),
      'auth.ts': source,
      'b.ts': 'export * from "next-auth/lib/env"\n',
    }
    const both = await migrate(stays, '--imports')
    expect(dependencies(both.after['package.json'])).toEqual(['authwright', 'next', 'next-auth'])
  })

  it('authwright migrate does not change a file that cannot be parsed, and reports it', async () => {
    const { outcome, after } = await migrate(
      { ...five, 'broken.ts': 'import "next-auth"\nconst = 1\n' },
      '--imports',
    )
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('broken.ts cannot be parsed')
    expect(after['broken.ts']).toContain('import "next-auth"')
    expect(outcome.output).not.toContain('Nothing remains')
  })

  it('authwright migrate keeps the name of a variable that an unparsable file reads', async () => {
    const { outcome, after } = await migrate({
      ...five,
      'broken.ts': 'import "next-auth"\nconst = process.env.NEXTAUTH_SECRET\n',
    })
    expect(after['.env.local']).toContain('NEXTAUTH_SECRET=')
    expect(outcome.output).not.toContain('NEXTAUTH_SECRET was renamed')
    expect(outcome.output).toContain('NEXTAUTH_URL was renamed')
  })

  it('authwright migrate writes nothing in a terminal until the user agrees', async () => {
    const folder = project(five)
    const prompts = {
      confirm: async () => false,
      select: async () => '' as never,
      multiselect: async () => [],
    }
    const { code } = await authwright(['migrate', '--imports'], folder, { prompts })
    expect(code).toBe(1)
    expect(filesOf(folder)).toEqual(five)
  })

  it('authwright migrate writes nothing in a project without Auth.js and next-auth', async () => {
    const { outcome } = await migrate({ 'package.json': '{}', 'a.ts': 'export {}\n' })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain('imports next-auth')
  })
})

describe('authwright migrate of an application of another integration', () => {
  it.each([
    [
      '@auth/express',
      'src/app.ts',
      `import { ExpressAuth } from '@auth/express'\nimport GitHub from '@auth/core/providers/github'\napp.use('/auth/*', ExpressAuth({ providers: [GitHub] }))\n`,
    ],
    [
      '@auth/express',
      'src/app.cjs',
      `const { ExpressAuth } = require('@auth/express')\nconst GitHub = require('@auth/express/providers/github')\n`,
    ],
    [
      '@hono/auth-js',
      'src/index.ts',
      `import { authHandler } from '@hono/auth-js'\nimport GitHub from '@auth/core/providers/github'\napp.use('/api/auth/*', authHandler())\n`,
    ],
    [
      '@hono/auth-js',
      'src/client.tsx',
      `import { SessionProvider } from '@hono/auth-js/react'\nexport const Provider = SessionProvider\n`,
    ],
    [
      'auth-astro',
      'auth.config.ts',
      `import GitHub from '@auth/core/providers/github'\nimport { defineConfig } from 'auth-astro'\nexport default defineConfig({ providers: [GitHub()] })\n`,
    ],
    [
      '@sidebase/nuxt-auth',
      'nuxt.config.ts',
      `export default defineNuxtConfig({ modules: ['@sidebase/nuxt-auth'] })\n`,
    ],
    ['@auth/qwik', 'src/routes/plugin@auth.ts', `import { QwikAuth$ } from '@auth/qwik'\n`],
    [
      '@auth/fastify',
      'src/app.ts',
      `import { FastifyAuth } from '@auth/fastify'\nimport GitHub from '@auth/fastify/providers/github'\nfastify.register(FastifyAuth({ providers: [GitHub] }), { prefix: '/auth' })\n`,
    ],
  ])(
    'authwright migrate changes nothing where %s is used in %s, and names the page',
    async (name, file, text) => {
      const files: Files = {
        'package.json': `${JSON.stringify({ dependencies: { [name]: '^1.0.0', '@auth/core': '^0.40.0', 'next-auth': '~4.21.1' } })}\n`,
        'server/github.ts': `import GithubProvider from 'next-auth/providers/github'\nexport const secret = process.env.NEXTAUTH_SECRET\nexport const provider = GithubProvider({})\n`,
        '.env': 'NEXTAUTH_SECRET=secret\n',
        [file]: text,
      }
      for (const args of [[], ['--imports'], ['--dry-run']]) {
        const { outcome, after } = await migrate(files, ...args)
        expect(outcome).toMatchObject({ code: 1, output: '' })
        expect(outcome.error).toContain(`${file} uses ${name}`)
        expect(outcome.error).toContain('migrating/auth-js.md#other-integrations')
        expect(after).toEqual(files)
      }
    },
  )

  it.each([
    ['better-auth', 'better-auth'],
    ['lucia', 'lucia'],
    ['@clerk/nextjs', 'clerk'],
    ['@supabase/ssr', 'supabase-auth'],
    ['iron-session', 'iron-session'],
    ['passport', 'passport'],
  ])(
    'authwright migrate changes nothing in an application that has %s and no Auth.js, and names its page',
    async (name, page) => {
      const files: Files = {
        'package.json': `${JSON.stringify({ dependencies: { [name]: '^1.0.0' } })}\n`,
        'auth.ts': `import * as library from '${name}'\nexport const auth = library\nauth.signIn('github', { callbackUrl: '/' })\n`,
        '.env': 'BETTER_AUTH_SECRET=secret\nNEXTAUTH_URL=https://app.example\n',
        'cookies.ts': "export const before = 'next-auth.session-token'\n",
      }
      for (const args of [[], ['--imports'], ['--dry-run']]) {
        const { outcome, after } = await migrate(files, ...args)
        expect(outcome).toMatchObject({ code: 1, output: '' })
        expect(outcome.error).toContain(
          `uses ${name}, which this command cannot migrate. Nothing was written.`,
        )
        expect(outcome.error).toContain(`node_modules/authwright/docs/migrating/${page}.md`)
        expect(existsSync(new URL(`../../docs/migrating/${page}.md`, import.meta.url))).toBe(true)
        expect(after).toEqual(files)
      }
    },
  )

  it('authwright migrate changes an application of Auth.js whose database is @supabase/supabase-js', async () => {
    const { outcome, after } = await migrate({
      ...five,
      'package.json': `${JSON.stringify({ dependencies: { 'next-auth': '5.0.0-beta.30', '@supabase/supabase-js': '^2.0.0' } })}\n`,
    })
    expect(outcome.error).toBe('')
    expect(after['package.json']).not.toContain('next-auth')
  })

  it('authwright migrate changes an application that mentions another integration only in a comment', async () => {
    const { outcome, after } = await migrate({
      ...five,
      'auth.ts': `// Not '@auth/express'.\n${five['auth.ts']}`,
    })
    expect(outcome.error).toBe('')
    expect(after['package.json']).not.toContain('next-auth')
  })
})
