import { describe, expect, it } from 'vitest'
import type { Files } from './support/command.js'
import { migrateTwice } from './support/migrate.js'

const five = '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n'
const four = '{ "dependencies": { "next": "15.5.0", "next-auth": "^4.24.0" } }\n'
const early = '{ "dependencies": { "@auth/sveltekit": "^0.3.6", "@sveltejs/kit": "2.26.0" } }\n'
const imports = "import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n"
const legacy: Files = {
  'package.json': four,
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  'app/api/auth/[...nextauth]/route.ts':
    "import NextAuth from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nconst handler = NextAuth(authOptions)\nexport { handler as GET, handler as POST }\n",
  'lib/auth.ts':
    "import type { NextAuthOptions } from 'next-auth'\nimport GithubProvider from 'next-auth/providers/github'\n\nexport const authOptions: NextAuthOptions = {\n  providers: [GithubProvider({ clientId: 'a', clientSecret: 'b' })],\n}\n",
}

const stays = 'TODO(authwright):'

describe('authwright migrate', () => {
  it.each([
    [
      'the object',
      'const config = { providers: [GitHub] }\nexport const make = (config) => NextAuth(config)\n',
    ],
    [
      'a spread object',
      'export const config = { providers: [GitHub] }\nexport const make = (config) => NextAuth({ ...config, debug: true })\n',
    ],
    [
      'the providers',
      'const providers = [GitHub]\nexport const make = (providers) => NextAuth({ providers })\n',
    ],
  ])('authwright migrate does not replace a parameter with a constant of its name: %s', async (_, code) => {
    const { outcome, after } = await migrateTwice({ 'package.json': five, 'auth.js': imports + code })
    expect(outcome.code).toBe(1)
    expect(after['auth.js']).toContain(stays)
    expect(after['auth.js']).not.toContain('createAuth')
  })

  it('authwright migrate keeps comments around the arguments of NextAuth()', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nconst options /* shared */ = {\n  providers: [GitHub],\n}\n\nexport const { auth } = NextAuth(/* first */ options)\n`,
      'other.ts': `${imports}\nexport const { auth } = NextAuth(\n  // second\n  { providers: [GitHub] }, // third\n)\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('createAuth()\n  /* first */\n  /* shared */\n  .provider(github())\n')
    expect(after['other.ts']).toContain(
      'createAuth()\n    // second\n    // third\n    .provider(github())\n',
    )
  })

  it('authwright migrate removes the type of a configuration from a JSDoc comment before its value', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.js': `${imports}\nexport const config = /** @type {import('next-auth').NextAuthConfig} */ ({\n  providers: [GitHub],\n})\n\nexport const { auth } = NextAuth(config)\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.js']).toContain('export const { auth } = createAuth()\n  .provider(github())\n')
    expect(after['auth.js']).not.toContain('@type')
  })

  it('authwright migrate prefers the export of a module to one of the same name from export *', async () => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      'lib/other.ts': "export const authOptions = 'other'\n",
      'lib/auth.ts': `export * from './other'\n${legacy['lib/auth.ts']}`,
    })
    expect(outcome.code).toBe(0)
    expect(after['lib/auth.ts']).toContain('createAuth()')
    expect(after['app/api/auth/[...nextauth]/route.ts']).toContain('export const { GET, POST } = handlers')
  })

  it('authwright migrate follows the default export of an imported name', async () => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      'lib/index.ts': "import { authOptions } from './auth'\nexport default authOptions\n",
      'app/page.ts':
        "import { getServerSession } from 'next-auth'\nimport options from '@/lib/index'\n\nexport const read = () => getServerSession(options)\n",
    })
    expect(outcome.output).not.toContain('read the session with auth()')
    expect(after['app/page.ts']).toContain("import { auth } from '@/lib/auth'\n")
  })

  it.each([
    ['(getServerSession)(authOptions)', 'auth()'],
    ['getServerSession<(a: string) => void, never>(authOptions)', 'auth()'],
  ])('authwright migrate replaces the call %s', async (call, result) => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      'app/page.ts': `import { getServerSession } from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\nexport const read = () => ${call}\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['app/page.ts']).toContain(`read = () => ${result}\n`)
  })

  it('authwright migrate leaves a comment where getServerSession() is exported again', async () => {
    const { outcome } = await migrateTwice({
      ...legacy,
      'lib/session.ts': "export { getServerSession as read } from 'next-auth'\n",
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('lib/session.ts:1 read the session with auth() of your configuration.')
  })

  it('authwright migrate lists the options that getSession() in the browser does not support', async () => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      'app/refresh.ts':
        "'use client'\nimport { getSession } from 'next-auth/react'\n\nexport const refresh = () => getSession({ broadcast: false })\n",
    })
    expect(outcome.output).toContain('app/refresh.ts:4 getSession() takes no options: remove them.')
    expect(outcome.output).not.toContain('read the session with auth()')
    expect(after['app/refresh.ts']).toContain('getSession({ broadcast: false })')
  })

  const authorize =
    "export async function authorize(fields) {\n  if (!fields.email) throw new Error('No e-mail address')\n  return { id: '1', name: fields.code }\n}\n"

  it.each<[string, Files, string]>([
    ['beside the provider', {}, authorize],
    ['in another module', { 'lib/authorize.js': authorize }, "import { authorize } from '@/lib/authorize'\n"],
    [
      'the default export of another module',
      { 'lib/authorize.js': authorize.replace('export', 'export default') },
      "import authorize from '@/lib/authorize'\n",
    ],
  ])('authwright migrate reads fields and errors of a function authorize(): %s', async (_, files, code) => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      ...files,
      'lib/auth.ts': `import Credentials from 'next-auth/providers/credentials'\n${code}\nexport const authOptions = { providers: [Credentials({ credentials: { email: {} }, authorize })] }\n`,
    })
    expect(outcome.output).toContain('declare the other fields of the form in the option input.')
    expect(after['lib/auth.ts']).toContain('exposeErrors: true')
  })

  it.each([
    ['const { getSession } = event.locals', 'const { auth: getSession } = event.locals'],
    ['const { user, getSession: read } = locals', 'const { user, auth: read } = locals'],
    ["locals['getSession']()", "locals['auth']()"],
    ['(event.locals as any).getSession()', '(event.locals as any).auth()'],
    ['load(({ locals: { getSession: read } }) => read())', 'load(({ locals: { auth: read } }) => read())'],
  ])('authwright migrate renames the session of early versions for SvelteKit: %s', async (code, result) => {
    const { outcome, after } = await migrateTwice({
      'package.json': early,
      'src/hooks.server.ts': "import { SvelteKitAuth } from '@auth/sveltekit'\n",
      'src/page.ts': `${code}\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['src/page.ts']).toBe(`${result}\n`)
  })

  it.each([
    ['const auth = SvelteKitAuth({ providers: [] })\nexport { auth as handle }\n', '.build().handle\n'],
    ['const auth = SvelteKitAuth({ providers: [] })\nexport const handle = auth\n', '.build().handle\n'],
    ['export const { handle } = SvelteKitAuth({ providers: [] })\n', '.build()\n'],
  ])('authwright migrate exports the hook of an early version for SvelteKit: %j', async (code, end) => {
    const { outcome, after } = await migrateTwice({
      'package.json': early,
      'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit'\n\n${code}`,
    })
    expect(outcome.code).toBe(0)
    expect(after['src/hooks.server.ts']).toContain(end)
  })

  it('authwright migrate imports types of providers from authwright/compat', async () => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      'lib/types.ts':
        "import type { OAuthConfig } from 'next-auth/providers/oauth'\nimport type { BuiltInProviderType } from 'next-auth/providers/provider-types'\nexport type { OAuthConfig, BuiltInProviderType }\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['lib/types.ts']?.match(/from 'authwright\/compat'/g)).toHaveLength(2)
  })

  it.each([
    [
      'export const getServerSideProps: GetServerSideProps = async ({ req, res }) => getServerSession(req, res, authOptions)',
      'auth({ req, res } as GetServerSidePropsContext)',
    ],
    [
      'export async function getServerSideProps({ req: request, res }: GetServerSidePropsContext) {\n  return getServerSession(request, res, authOptions)\n}',
      'auth({ req: request, res } as GetServerSidePropsContext)',
    ],
    [
      'export const getServerSideProps = (async (context) => getServerSession(context.req, context.res, authOptions)) satisfies GetServerSideProps',
      'auth(context)',
    ],
    [
      'export async function getServerSideProps(context: GetServerSidePropsContext) {\n  const { req, res } = context\n  return getServerSession(req, res, authOptions)\n}',
      'auth(context)',
    ],
    [
      'export const handle = async ({ req, res }: { req: NextApiRequest; res: NextApiResponse }) => getServerSession(req, res, authOptions)',
      'auth(req, res)',
    ],
  ])(
    'authwright migrate passes the request and the response to auth() with a type that it accepts: %s',
    async (code, call) => {
      const { outcome, after } = await migrateTwice({
        ...legacy,
        'pages/a.ts': `import { getServerSession } from 'next-auth'\nimport type { GetServerSideProps, GetServerSidePropsContext, NextApiRequest, NextApiResponse } from 'next'\nimport { authOptions } from '@/lib/auth'\n\n${code}\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['pages/a.ts']).toContain(call)
    },
  )

  it('authwright migrate keeps session.user required in callbacks, as in Auth.js', async () => {
    const code = `${imports}\nexport const { auth } = NextAuth({\n  providers: [GitHub],\n  callbacks: {\n    session({ session, token }) {\n      session.user.id = token.sub ?? ''\n      return session\n    },\n  },\n})\n`
    const { after } = await migrateTwice({ 'package.json': five, 'auth.ts': code })
    expect(after['auth.ts']).toContain('const session = data as CallbackSession\n')
    expect(after['auth.ts']).toContain("import { type CallbackSession } from 'authwright/compat'\n")
    const declared = await migrateTwice({
      'package.json': five,
      'auth.ts': code,
      'types.d.ts':
        "import 'next-auth'\ndeclare module 'next-auth' {\n  interface Session {\n    user: { id: string }\n  }\n}\n",
    })
    expect(declared.after['auth.ts']).toContain('const session = data as Session\n')
  })

  it.each([
    [
      'above and behind them',
      '{\n    /** Allows all. */\n    signIn: () => true, // always\n    /* Claims. */\n    jwt: ({ token }) => token, // unchanged\n    // the end\n  }',
      '{\n    /* Claims. */\n    jwt: ({ token }) => token, // unchanged\n    /** Allows all. */\n    signIn: () => true, // always\n    // the end\n  }',
    ],
    [
      'before a comma',
      '{ signIn: () => true /* always */, jwt: ({ token }) => token }',
      '{ jwt: ({ token }) => token, signIn: () => true /* always */ }',
    ],
    [
      'without a line break before the next callback',
      "{ redirect: () => 'https://a', session: ({ session }) => session, // same\n    jwt: ({ token }) => token }",
      "{\n    jwt: ({ token }) => token, session: ({ session }) => session, // same\n redirect: () => 'https://a' }",
    ],
  ])('authwright migrate keeps comments at the callbacks that it moves: %s', async (_, before, moved) => {
    for (const newline of ['\n', '\r\n']) {
      const code = `${imports}\nexport const { auth } = NextAuth({\n  providers: [GitHub],\n  callbacks: ${before},\n})\n`
      const { outcome, after } = await migrateTwice({
        'package.json': five,
        'auth.js': code.replaceAll('\n', newline),
      })
      expect(outcome.code).toBe(0)
      expect(after['auth.js']).toContain(`.callbacks(${moved})`.replaceAll('\n', newline))
    }
  })

  it.each([
    ['azure-ad', []],
    ['azure-ad', ['--imports']],
    ['microsoft-entra-id', []],
  ])('authwright migrate leaves a comment at tenantId of %s with %j', async (id, args) => {
    const { outcome } = await migrateTwice(
      {
        'package.json': four,
        'lib/auth.js': `import Provider from 'next-auth/providers/${id}'\n\nexport const authOptions = {\n  providers: [\n    Provider({\n      tenantId: 'a',\n    }),\n  ],\n}\n`,
      },
      ...args,
    )
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('set issuer instead of tenantId, which has no effect.')
  })

  it.each([
    [
      'fields.callbackUrl ?? fields.email',
      'input: { email: {} }',
      'authorize() receives no callbackUrl: give the field another name.',
    ],
    [
      "fields.hasOwnProperty('email') && fields.email",
      'input: { email: {} }',
      'declare the other fields of the form in the option input.',
    ],
  ])(
    'authwright migrate leaves out fields whose name is reserved or a method of objects: %s',
    async (id, input, message) => {
      const { outcome, after } = await migrateTwice({
        'package.json': five,
        'auth.js': `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\nexport const { auth } = NextAuth({ providers: [Credentials({ authorize: (fields) => ({ id: ${id} }) })] })\n`,
      })
      expect(outcome.output).toContain(message)
      expect(after['auth.js']).toContain(input)
    },
  )

  it('authwright migrate casts form values for an instance that extends another module', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts':
        "import type { NextAuthConfig } from 'next-auth'\nexport const authConfig = { pages: { signIn: '/login' }, providers: [] } satisfies NextAuthConfig\n",
      'auth.ts':
        "import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\nimport { authConfig } from './auth.config'\nexport const { signIn } = NextAuth({ ...authConfig, providers: [Credentials({ credentials: { email: {} }, authorize: () => null })] })\n",
      'actions.ts':
        "import { signIn } from './auth'\nexport const login = (form: FormData) => signIn('credentials', { email: form.get('email') })\n",
    })
    expect(after['actions.ts']).toContain("{ email: form.get('email') as string }")
  })

  it('authwright migrate replaces the handlers of a route that also declares a type', async () => {
    const { outcome, after } = await migrateTwice({
      ...legacy,
      'app/api/auth/[...nextauth]/route.ts':
        "import NextAuth from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n\ninterface Context { params: object }\nexport const GET = (req: Request, ctx: Context) => NextAuth(req, ctx, authOptions)\nexport const POST = (req: Request, ctx: Context) => NextAuth(req, ctx, authOptions)\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['app/api/auth/[...nextauth]/route.ts']).toContain('export const { GET, POST } = handlers')
  })

  it('authwright migrate moves the comments above the statement that it moves', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\n/** The options. */\nconst config = { providers: [GitHub] }\nconsole.log('auth')\n\n/** The instance. */\nexport const { auth } = NextAuth(config) // public\nexport default auth\n`,
      'other.ts': `${imports}\n/** The options. */\nconst config = { providers: [GitHub] }\nconst id = 'a'\n\n/** The instance. */\nexport const instances = { [id]: NextAuth(config) }\n`,
    })
    expect(after['auth.ts']).toContain(
      '/** The options. */\n/** The instance. */\nexport const { auth } = createAuth()\n',
    )
    expect(after['auth.ts']).toContain(".build() // public\nconsole.log('auth')\nexport default auth\n")
    expect(after['other.ts']).toContain(
      "const id = 'a'\n\n/** The instance. */\n/** The options. */\nexport const instances",
    )
  })

  it('authwright migrate does not change a configuration with a key twice', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.js': `${imports}\nexport const { auth } = NextAuth({ providers: [], providers: [GitHub] })\n`,
    })
    expect(outcome.output).toContain(
      'auth.js:4 the configuration has two properties with the same key: remove one of them.',
    )
    expect(after['auth.js']).toContain('NextAuth({ providers: [], providers: [GitHub] })')
  })

  it('authwright migrate removes type arguments of providers', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts':
        "import NextAuth from 'next-auth'\nimport Google, { type GoogleProfile } from 'next-auth/providers/google'\nexport const { auth } = NextAuth({ providers: [Google<GoogleProfile>({ name: 'G' })] })\n",
    })
    expect(after['auth.ts']).toContain(".provider(google({ name: 'G' }))")
  })

  it('authwright migrate leaves a comment at a handler even if the file gets other comments', async () => {
    const { outcome } = await migrateTwice({
      'package.json': four,
      'pages/api/login/[...x].js':
        "import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\n\nexport const authOptions = {\n  providers: [\n    Credentials({\n      credentials: { name: {} },\n      authorize() {\n        throw new Error('No')\n      },\n    }),\n  ],\n}\nexport default NextAuth(authOptions)\n",
    })
    expect(outcome.output).toContain('return null, or throw a CredentialsSignin with a code.')
    expect(outcome.output).toContain('export the handlers of your configuration.')
  })

  it('authwright migrate keeps a comment between a provider and its comma with the provider', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}import Google from 'next-auth/providers/google'\n\nexport const { auth } = NextAuth({\n  providers: [GitHub /* staff */, Google /* customers */],\n})\n`,
    })
    expect(after['auth.ts']).toContain(
      '  /* staff */\n  .provider(github())\n  .provider(google())\n  /* customers */\n',
    )
  })

  it('authwright migrate does not change a route whose options are assigned by destructuring', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': four,
      'pages/api/auth/[...nextauth].js': `${imports}\nlet options = { providers: [GitHub] }\n;[options] = [{ ...options, debug: true }]\nexport default (req, res) => NextAuth(req, res, options)\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after['pages/api/auth/[...nextauth].js']).toContain('(req, res) => NextAuth(req, res, options)')
  })
})
