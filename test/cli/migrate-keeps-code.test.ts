import { describe, expect, it } from 'vitest'
import { migrateTwice } from './support/migrate.js'

const five = '{ "dependencies": { "next": "15.5.0", "next-auth": "5.0.0-beta.30" } }\n'

describe('authwright migrate keeps imports', () => {
  const mail = (imports: string, element: string) =>
    `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n${imports}\n\nexport const render = (name: string) => ${element}\nexport const { handlers, auth } = NextAuth({ providers: [GitHub] })\n`

  it.each([
    ['an element', "import Welcome from './welcome'", '<Welcome name={name} />'],
    ['an element with children', "import Layout from './layout'", '<Layout>{name}</Layout>'],
    ['a member', "import Mail from './mail'", '<Mail.Welcome name={name} />'],
    ['a member of a member', "import mail from './mails'", '<mail.welcome.Text name={name} />'],
    ['the classic runtime of JSX', "import React from 'react'", '<p>{name}</p>'],
    ['another factory of JSX', "import create from './create'", '<p>{name}</p>'],
  ])('authwright migrate keeps a default import that only JSX uses: %s', async (_, imports, element) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.tsx': mail(imports, element),
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.tsx']).toContain(imports)
    expect(after['auth.tsx']).toContain(`=> ${element}\n`)
    expect(after['auth.tsx']).toContain('.provider(github())')
    expect(after['auth.tsx']).not.toContain('NextAuth')
  })

  it('authwright migrate keeps an import that JSX uses besides a constant that moves into the chain', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.tsx': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport { Welcome } from './welcome'\n\nconst callbacks: CallbacksOf<typeof Welcome> = { signIn: () => true }\n\nexport const render = () => <Welcome />\nexport const { handlers, auth } = NextAuth({ providers: [GitHub], callbacks })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.tsx']).toContain("import { Welcome } from './welcome'\n")
    expect(after['auth.tsx']).toContain('render = () => <Welcome />\n')
  })

  it.each([
    ['in an element', '<authConfig.theme.Logo />'],
    ['in an element with children', '<authConfig.Logo>Shop</authConfig.Logo>'],
  ])('authwright migrate keeps options that the JSX of another module reads %s', async (_, element) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport { Logo } from './logo'\n\nexport const authConfig = { providers: [GitHub], theme: { Logo } }\nexport const { handlers, auth } = NextAuth(authConfig)\n`,
      'app/page.tsx': `import { authConfig } from '../auth'\n\nexport default () => ${element}\n`,
    })
    expect(outcome.output).toContain('authConfig is used in other places, too')
    expect(after['auth.ts']).toContain('export const authConfig = {')
    expect(after['app/page.tsx']).toContain("import { authConfig } from '../auth'\n")
  })

  it('authwright migrate keeps a function of the application that is called getSession', async () => {
    const source = `<script>\n  import { signIn } from '@auth/sveltekit/client'\n  import { getSession } from '$lib/session'\n</script>\n\n{#await getSession() then session}{session.name}{/await}\n<button onclick={() => signIn('github')}>Sign in</button>\n`
    const { after } = await migrateTwice({
      'package.json': '{ "dependencies": { "@sveltejs/kit": "2.20.0", "@auth/sveltekit": "1.9.0" } }\n',
      'src/routes/+page.svelte': source,
    })
    expect(after['src/routes/+page.svelte']).toContain("import { getSession } from '$lib/session'")
  })
})

describe('authwright migrate keeps filters of providers', () => {
  const filtered = (filter: string) =>
    `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport { isEnabled, Boolean as Flag } from './flags'\n\nexport const { handlers, auth } = NextAuth({\n  providers: [\n    process.env.GITHUB && GitHub,\n  ]${filter},\n})\n`

  it.each([
    '.filter(isEnabled)',
    '.filter((provider) => isEnabled(provider))',
    '.filter(Boolean).filter(isEnabled)',
    '.filter(isEnabled).filter(Boolean)',
    '.filter((provider, index) => index > 0)',
    '.filter((provider) => !provider)',
    '.filter(Flag)',
    '.filter(Boolean, isEnabled())',
    '[filter](Boolean)',
    '.filter(Boolean).reverse()',
  ])('authwright migrate does not change a list of providers with %s', async (filter) => {
    const source = filtered(filter)
    const { outcome, after } = await migrateTwice({ 'package.json': five, 'auth.ts': source })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('the list of providers is created elsewhere')
    expect(after['auth.ts']).toContain(`  ]${filter},\n`)
  })

  it.each([
    '.filter(Boolean)',
    '.filter(Boolean) as Provider[]',
    '.filter((provider) => provider)',
    '.filter((provider) => !!provider)',
    '.filter((provider): provider is Provider => Boolean(provider))',
    '.filter((provider) => provider !== undefined)',
    '.filter((provider) => provider != null)',
  ])('authwright migrate writes a step for a provider that may be missing: %s', async (filter) => {
    const { outcome, after } = await migrateTwice({ 'package.json': five, 'auth.ts': filtered(filter) })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('.provider(process.env.GITHUB && github())')
  })

  it('authwright migrate keeps comments before and after a list of providers', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': filtered('\n    // Those with a secret.\n    .filter(/* set */ Boolean)').replace(
        'providers: [',
        'providers: /* ours */ [',
      ),
    })
    for (const comment of ['/* ours */', '// Those with a secret.', '/* set */']) {
      expect(after['auth.ts']?.split(comment)).toHaveLength(2)
    }
    expect(after['auth.ts']).toContain('.provider(process.env.GITHUB && github())')
  })

  it('authwright migrate does not join a configuration whose base filters its providers', async () => {
    const base = `import type { NextAuthConfig } from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport { isEnabled } from './flags'\n\nexport const authConfig = { callbacks: { authorized: () => true }, providers: [GitHub].filter(isEnabled) } satisfies NextAuthConfig\n`
    const { outcome, after } = await migrateTwice({
      'package.json': five.replace('15.5.0', '16.0.0'),
      'auth.config.ts': base,
      'auth.ts': `import NextAuth from 'next-auth'\nimport Google from 'next-auth/providers/google'\nimport { authConfig } from './auth.config'\n\nexport const { handlers, auth } = NextAuth({ ...authConfig, callbacks: { ...authConfig.callbacks }, providers: [...authConfig.providers, Google] })\n`,
      'proxy.ts': `import NextAuth from 'next-auth'\nimport { authConfig } from './auth.config'\n\nexport default NextAuth(authConfig).auth\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.config.ts']).toContain('[GitHub].filter(isEnabled)')
  })

  it.each([
    ["type: 'oauth', // Fixed.\n      // Staging.\n      clientId: 'id',", ['// Fixed.', '// Staging.']],
    ["clientId: 'id', // Staging.\n      type: 'oauth',", ['// Staging.']],
    ["type: 'oauth', // Fixed.\n", ['// Fixed.']],
    ["type: 'oauth' /* Fixed. */, clientId: 'id',", ['/* Fixed. */']],
  ])('authwright migrate keeps comments around a redundant type: %s', async (options, comments) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { auth } = NextAuth({\n  providers: [\n    GitHub({\n      ${options}\n    }),\n  ],\n})\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).not.toContain("type: 'oauth'")
    for (const comment of comments) expect(after['auth.ts']?.split(comment)).toHaveLength(2)
  })
})

describe('authwright migrate keeps the meaning of code', () => {
  const imports =
    "import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport Google from 'next-auth/providers/google'\n"
  const four = '{ "dependencies": { "next": "15.5.0", "next-auth": "4.24.0" } }\n'
  const early = '{ "dependencies": { "@sveltejs/kit": "2.30.0", "@auth/sveltekit": "0.9.0" } }\n'

  it.each([
    ['process.env.B ? GitHub : Google', '(process.env.B ? github() : google())'],
    ['process.env.B || Google', '(process.env.B || google())'],
    ['process.env.B && Google', 'process.env.B && google()'],
  ])('authwright migrate keeps the condition of a spread provider: %s', async (element, provider) => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nexport const { auth } = NextAuth({\n  providers: [\n    ...(process.env.A\n      ? [\n          // For staff.\n          ${element}, // Optional.\n        ]\n      : []),\n  ],\n})\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(
      `  // For staff.\n  // Optional.\n  .provider(process.env.A && ${provider})\n`,
    )
  })

  it('authwright migrate keeps comments at a spread base and before the value of an option', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.config.ts': `import GitHub from 'next-auth/providers/github'\nexport const authConfig = { providers: [GitHub] }\n`,
      'auth.ts': `import NextAuth from 'next-auth'\nimport { authConfig } from './auth.config'\nexport const { auth } = NextAuth({\n  // Shared.\n  ...authConfig, // Base.\n  session: /* Sealed. */ { strategy: 'jwt' },\n})\n`,
      'middleware.ts': `import NextAuth from 'next-auth'\nimport { authConfig } from './auth.config'\nexport const { auth: middleware } = NextAuth(authConfig)\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(
      "authConfig\n  // Shared.\n  // Base.\n  /* Sealed. */\n  .session({ strategy: 'jwt' })\n",
    )
  })

  it('authwright migrate does not replace a parameter with the name of the options', async () => {
    const read = 'export const read = (authOptions: Options) => authOptions.pages.signIn\n'
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nexport const authOptions = { providers: [GitHub], pages: { signIn: '/login' } }\nexport const { auth } = NextAuth(authOptions)\n`,
      'page.ts': `import { authOptions } from './auth'\nexport const page = authOptions.pages.signIn\n${read}`,
    })
    expect(outcome.code).toBe(0)
    expect(after['page.ts']).toBe(`export const page = '/login'\n${read}`)
  })

  it('authwright migrate keeps the names under which a module exports types', async () => {
    const { after } = await migrateTwice({
      'package.json': four,
      'local.ts': "import type { NextAuthOptions } from 'next-auth'\nexport type { NextAuthOptions }\n",
      'direct.ts': "export type { NextAuthOptions, AuthOptions as Options, Session } from 'next-auth'\n",
    })
    expect(after['local.ts']).toContain('export type { NextAuthConfig as NextAuthOptions }\n')
    expect(after['direct.ts']).toBe(
      "export type { NextAuthConfig as NextAuthOptions, NextAuthConfig as Options, Session } from 'authwright/compat/next'\n",
    )
  })

  it('authwright migrate keeps directives at the start of a module', async () => {
    const { after } = await migrateTwice({
      'package.json': four,
      'button.ts':
        "'use client'\nimport type { CallbacksOptions } from 'next-auth'\nexport type Callbacks = CallbacksOptions\n",
      'types.ts':
        "'use client'\ndeclare module 'next-auth' {\n  interface Session {\n    role: string\n  }\n}\nexport const role = 'admin'\n",
    })
    expect(after['button.ts']).toMatch(/^'use client'\nimport \{ type CallbacksOptions \} from/)
    expect(after['types.ts']).toMatch(/^'use client'\nimport type \{\} from/)
  })

  it('authwright migrate renames a type only if the new name is free', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': four,
      'both.ts':
        "import type { AuthOptions, NextAuthOptions } from 'next-auth'\nexport type Both = AuthOptions | NextAuthOptions\n",
      'own.ts':
        "import type { NextAuthOptions } from 'next-auth'\nexport type NextAuthConfig = NextAuthOptions & Own\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['both.ts']).toBe(
      "import type { NextAuthConfig, NextAuthConfig as NextAuthOptions } from 'authwright/compat/next'\nexport type Both = NextAuthConfig | NextAuthOptions\n",
    )
    expect(after['own.ts']).toBe(
      "import type { NextAuthConfig as NextAuthOptions } from 'authwright/compat/next'\nexport type NextAuthConfig = NextAuthOptions & Own\n",
    )
  })

  it('authwright migrate imports a class as a value if the module imports only its type', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': four,
      'middleware.ts': `import { withAuth } from 'next-auth/middleware'\nimport type { NextRequest, NextResponse } from 'next/server'\nexport default withAuth()\nexport type Handler = (request: NextRequest) => NextResponse\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['middleware.ts']).toContain(
      "import { NextResponse as NextServerResponse } from 'next/server'\n",
    )
    expect(after['middleware.ts']).toContain('return NextServerResponse.redirect(signIn)\n')
    expect(after['middleware.ts']?.split(/import .*NextRequest/)).toHaveLength(2)
  })

  it('authwright migrate keeps the keys and exported names of providers', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nexport const all = { GitHub, Google }\nexport { GitHub as Hub, Google }\nexport const { auth } = NextAuth({ providers: [GitHub] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('all = { GitHub: github, Google: google }\n')
    expect(after['auth.ts']).toContain('export { github as Hub, google as Google }\n')
  })

  it.each([
    [
      'with a type assertion',
      "import type { Handle } from '@sveltejs/kit'\nexport const handle = SvelteKitAuth({ providers: [GitHub] }) satisfies Handle\n",
      '.build().handle satisfies Handle\n',
    ],
    [
      'in a variable that is passed to sequence()',
      "import { sequence } from '@sveltejs/kit/hooks'\nconst signIn = SvelteKitAuth({ providers: [GitHub] })\nexport const handle = sequence(signIn)\n",
      '.build().handle\nexport const handle = sequence(signIn)\n',
    ],
  ])('authwright migrate reads the hook of early versions for SvelteKit %s', async (_, source, result) => {
    const { outcome, after } = await migrateTwice({
      'package.json': early,
      'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit'\nimport GitHub from '@auth/core/providers/github'\n${source}`,
    })
    expect(outcome.code).toBe(0)
    expect(after['src/hooks.server.ts']).toContain(result)
  })

  it('authwright migrate adds comments in authorize() if the function has a type assertion', async () => {
    const { outcome, after } = await migrateTwice({
      'package.json': four,
      'auth.ts': `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\nexport const authOptions = {\n  providers: [\n    Credentials({\n      credentials: { email: {} },\n      authorize: (async (fields: Fields) => {\n        throw new Error(fields.email)\n      }) as never,\n    }),\n  ],\n}\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain('exposeErrors: true')
    expect(outcome.output).toContain('return null, or throw a CredentialsSignin with a code.')
  })

  it('authwright migrate declares a destructured assignment target in a callback with let', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nexport const { auth } = NextAuth({\n  providers: [GitHub],\n  callbacks: {\n    jwt({ token, session }) {\n      if (session) ({ token } = session)\n      return token\n    },\n  },\n})\n`,
    })
    expect(after['auth.ts']).toContain('let token = claims as JWT\n')
  })

  it('authwright migrate keeps a parameter of a callback if the default of another parameter reads it', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nexport const { auth } = NextAuth({\n  providers: [GitHub],\n  callbacks: {\n    session({ session, newSession = session }) {\n      return newSession\n    },\n  },\n})\n`,
    })
    expect(after['auth.ts']).toContain(
      'session({ session, newSession = session }) {\n      return newSession\n',
    )
  })

  it('authwright migrate does not change a middleware that assigns to the token', async () => {
    const { outcome } = await migrateTwice({
      'package.json': four,
      'middleware.ts': `import { withAuth } from 'next-auth/middleware'\nexport default withAuth((req) => {\n  req.nextauth.token = null\n})\n`,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('middleware.ts:2 read the token with getToken()')
  })

  it('authwright migrate keeps the comments of an import from which it removes a name', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `import NextAuth, {\n  // The type of sessions.\n  type Session, // ours\n} from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { auth } = NextAuth({ providers: [GitHub] })\nexport type Ours = Session\n`,
    })
    expect(after['auth.ts']).toContain(
      "// The type of sessions.\n// ours\nimport { type Session } from 'authwright/compat/next'\n",
    )
  })

  it('authwright migrate keeps comments after the list of providers and at an empty property', async () => {
    const { after } = await migrateTwice({
      'package.json': five,
      'auth.ts': `${imports}\nexport const { auth } = NextAuth({\n  providers: [GitHub], // Only one.\n  // None yet.\n  events: {}, // Later.\n})\n`,
    })
    expect(after['auth.ts']).toContain(
      '  .provider(github())\n  // Only one.\n  // None yet.\n  // Later.\n  .options(',
    )
  })
})
