import { describe, expect, it } from 'vitest'
import { users, whole } from './support/auth-js.js'
import { authwright, type Files, filesOf, project } from './support/command.js'

const manifest = {
  'package.json': '{ "dependencies": { "next": "16.0.0", "next-auth": "5.0.0-beta.29" } }\n',
}

async function migrate(files: Files, ...args: string[]) {
  const folder = project({ ...manifest, ...files })
  const outcome = await authwright(['migrate', ...args], folder)
  return { folder, outcome, after: filesOf(folder) }
}

/** A module whose credentials provider lists no fields. */
function form(authorize: string, statement = ''): string {
  return `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\n${statement}\n\nexport const { auth } = NextAuth({ providers: [Credentials({ ${authorize} })] })\n`
}

const chain = `import { find } from './users'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { credentials } from 'authwright/providers/credentials'
import { type JWT } from 'authwright/compat/jwt'
import { type Session, type User } from 'authwright/compat/next'
import { createAuth } from 'authwright/next'
`

describe('authwright migrate', () => {
  it.each([
    ['a constant', 'const config = { providers: [GitHub] }\n\nconst other = 1', 'NextAuth(config)'],
    ['a list', 'const other = 1\n\nconst providers = [GitHub]', 'NextAuth({ providers })'],
  ])('migrate keeps the line ends of Windows around statements that it moves: %s', async (_, code, call) => {
    const source = `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\n${code}\n\nexport const { handlers, auth, signIn, signOut } = ${call}\n\nexport const after = other\n`
    const unix = await migrate({ 'auth.ts': source })
    const windows = await migrate({ 'auth.ts': source.replaceAll('\n', '\r\n') })
    expect(unix.after['auth.ts']).toContain('createAuth()')
    expect(windows.after['auth.ts']).toBe(unix.after['auth.ts']?.replaceAll('\n', '\r\n'))
  })

  it('migrate writes the steps of a chain in the order in which types are inferred, and keeps every comment', async () => {
    const { outcome, after } = await migrate({ 'auth.ts': whole, 'users.ts': users })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    const auth = after['auth.ts'] ?? ''
    expect(auth.slice(auth.indexOf('// The instance.'))).toBe(`// The instance.
export const { handlers, auth, signIn, signOut } = createAuth()
  // Sign-in methods.
  .provider(github()) // for staff
  .provider(google({
    clientId: process.env.GOOGLE_ID,
  }))
  // Passwords of the old system.
  .provider(credentials({
    input: { email: { label: 'Email' }, password: { type: 'password' } },
    async authorize(credentials) {
      return find(credentials.email as string)
    },
  }))
  .session({ strategy: 'jwt' })
  .callbacks({
    async jwt({ token: claims, user: signedIn }) {
      const token = claims as JWT
      const user = signedIn as User
      if (user?.role) token.role = user.role // at sign-in
      return token
    },
    // The session of pages.
    session({ session: data, token: claims }) {
      const session = data as Session
      const token = claims as JWT
      session.user.id = token.sub as string
      session.user.role = token.role
      return session
    },
  })
  .pages({ signIn: '/login' })
  .options({
    // trustHost: true,
    debug: true,
    compat: 'authjs',
  })
  .build()
`)
    for (const line of chain.split('\n')) expect(auth).toContain(line)
    expect(auth).not.toContain('NextAuth')
    expect(auth).not.toContain('next-auth')
  })

  it('authwright migrate adds a type to the parameter of session that the strategy leaves undefined', async () => {
    const callbacks = (options: string) => `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'
import { adapter } from './adapter'

export const { handlers, auth } = NextAuth({
  providers: [GitHub],
  ${options}callbacks: {
    session({ session, token, user }) {
      session.user.id = user ? user.id : token.sub
      return session
    },
  },
})
`
    const sealed = (await migrate({ 'auth.ts': callbacks('') })).after['auth.ts']
    expect(sealed).toContain('session({ session: data, token: claims }) {')
    expect(sealed).toContain('const user = undefined as AdapterUser | undefined\n')
    const stored = (await migrate({ 'auth.ts': callbacks('adapter,\n  ') })).after['auth.ts']
    expect(stored).toContain('session({ session: data, user: signedIn }) {')
    expect(stored).toContain('const token = undefined as JWT | undefined\n')
    const jwt = (await migrate({ 'auth.ts': callbacks("adapter,\n  session: { strategy: 'jwt' },\n  ") }))
      .after
    expect(jwt['auth.ts']).toContain('const user = undefined as AdapterUser | undefined\n')
    const elsewhere = (await migrate({ 'auth.ts': callbacks('session: sessionOptions,\n  ') })).after
    expect(elsewhere['auth.ts']).toContain('const user = signedIn as AdapterUser\n')
  })

  it('authwright migrate adds a type to the data of `update` in a `jwt` callback without braces', async () => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'

export const { handlers, auth } = NextAuth({
  providers: [GitHub],
  callbacks: {
    jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, ...session.user } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
  },
})
`,
    })
    expect(after['auth.ts']).toContain(
      "jwt: ({ token, trigger, session: data }) => { const session = data as any; return (trigger === 'update' ? { ...token, ...session.user } : token) },",
    )
    expect(after['auth.ts']).toContain(
      'session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),',
    )
  })

  it.each([
    ['on the next line', '=>\n      '],
    ['after a comment', '=> // of an update\n      '],
  ])('authwright migrate returns the result of a callback that is an expression %s', async (_, arrow) => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'

export const { handlers, auth } = NextAuth({
  providers: [GitHub],
  callbacks: {
    jwt: ({ token, trigger, session }) ${arrow}trigger === 'update' ? { ...token, ...session.user } : token,
  },
})
`,
    })
    expect(after['auth.ts']).toContain(
      `jwt: ({ token, trigger, session: data }) => { const session = data as any; return (${arrow.slice(2)}trigger === 'update' ? { ...token, ...session.user } : token) },`,
    )
  })

  it.each(['\n', '\r\n'])(
    'authwright migrate keeps strings of several lines unchanged in a configuration with line ends %j',
    async (newline) => {
      const mail = `\`Sign in:\n        \${\`\n          \${url}\`}\n      Bye\``
      const continued = "'one \\\n      two'"
      const source = `import NextAuth from 'next-auth'
import Nodemailer from 'next-auth/providers/nodemailer'
import { adapter } from './adapter'

export const { handlers, auth } = NextAuth({
  adapter,
  providers: [
    Nodemailer({
      server: 'smtp://localhost',
      sendVerificationRequest: ({ url }) => {
        send(${mail}, ${continued})
      },
    }),
  ],
  debug: true,
  theme: {
    logo: ${mail.replace('url', 'logo')},
  },
})
`.replaceAll('\n', newline)
      const { after } = await migrate({ 'auth.ts': source })
      expect(after['auth.ts']).toContain('createAuth()')
      expect(after['auth.ts']).toContain(mail.replaceAll('\n', newline))
      expect(after['auth.ts']).toContain(continued.replaceAll('\n', newline))
      expect(after['auth.ts']).toContain(mail.replace('url', 'logo').replaceAll('\n', newline))
    },
  )

  it('authwright migrate imports types under other names if the module declares types with these names', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'
import type { Session, User } from '@prisma/client'

declare module 'next-auth' {
  interface User {
    role: User['role']
  }
}

interface JWT {}

export const { handlers, auth } = NextAuth({
  providers: [GitHub],
  callbacks: {
    jwt({ token, user }) {
      if (user) token.role = user.role
      return token
    },
    session({ session, token }) {
      session.user!.role = token.role
      return session
    },
  },
})
`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain("import { type JWT as AuthJWT } from 'authwright/compat/jwt'")
    expect(after['auth.ts']).toContain(
      "import { type Session as AuthSession, type User as AuthUser } from 'authwright/compat/next'",
    )
    expect(after['auth.ts']).toContain(
      'const token = claims as AuthJWT\n      const user = signedIn as AuthUser\n',
    )
    expect(after['auth.ts']).toContain('const session = data as AuthSession\n')
  })

  it('authwright migrate casts values of a form in signIn of the server', async () => {
    const actions = `'use server'
import { cookies } from 'next/headers'
import { signIn } from './auth'

export async function login(form: FormData) {
  const password = form.get('password')
  await signIn('credentials', { email: form.get('email')?.toString(), password, redirectTo: '/' })
}
export const again = async (form: FormData) =>
  signIn('credentials', { ...Object.fromEntries(form), redirect: false })
export const whole = async (form: FormData) => signIn('credentials', Object.fromEntries(form))
export const asForm = async (form: FormData) => signIn('credentials', form)
export const filled = async (form: FormData) =>
  signIn('credentials', { email: form.get('email') ?? '', password: form.get('password')! })
export const given = async ({ code, password: pin }: { code: string; password: string }) => {
  const email = (await cookies()).get('email')
  return signIn('credentials', { code, pin, email })
}
`
    const { after } = await migrate({
      'auth.ts': whole,
      'users.ts': users,
      'actions.ts': actions,
      'page.tsx': `import { signIn } from 'next-auth/react'
export const submit = (form: FormData) => signIn('credentials', { email: form.get('email') })
`,
      'other.js': actions.replaceAll(': FormData', ''),
    })
    const expected = actions
      .replace('?.toString(), password', '?.toString() as string, password: password as string')
      .replace('...Object.fromEntries(form)', '...(Object.fromEntries(form) as any)')
      .replace("'credentials', Object.fromEntries(form)", "'credentials', Object.fromEntries(form) as any")
      .replace("form.get('email') ?? ''", "(form.get('email') ?? '') as string")
      .replace("form.get('password')!", "form.get('password')! as string")
    expect(after['actions.ts']).toBe(expected)
    expect(after['page.tsx']).toContain("{ email: form.get('email') }")
    expect(after['other.js']).not.toContain(' as ')
  })

  it('authwright migrate casts form values according to the scope in which their names and signIn are declared', async () => {
    const actions = `'use server'
import { signIn } from './auth'
import { pin } from './pin'

export async function ofForm(form: FormData) {
  const age = form.get('age')
  const pin = form.get('pin')
  await signIn('credentials', { age, pin })
}
export const ofParameter = async (age: number) => signIn('credentials', { age })
export const ofPattern = async ({ age }: { age: number }) => signIn('credentials', { age })
export const ofImport = async () => signIn('credentials', { pin })
export async function ofSchema(form: FormData) {
  const { age } = parse(form)
  await signIn('credentials', { age, code: form.get('code') && 'x' })
}
export const ofOther = async (form: FormData, signIn: SignIn) => signIn('x', { email: form.get('email') })
`
    const { after } = await migrate({ 'auth.ts': whole, 'users.ts': users, 'actions.ts': actions })
    expect(after['actions.ts']).toBe(
      actions.replace('{ age, pin }', '{ age: age as string, pin: pin as string }'),
    )
  })

  it('authwright migrate casts only values of forms in signIn, not those of other objects with get()', async () => {
    const actions = `'use server'
import { codes } from './codes'
import { signIn } from './auth'

const names = new Map<string, string>()
export const ofMap = async () => signIn('credentials', { code: names.get('code') })
export const ofImport = async () => signIn('credentials', { code: codes.get('code') })
export const ofMember = async (event: Event) => signIn('credentials', { code: event.codes.get('code') })
export async function ofParameters(form: URLSearchParams) {
  await signIn('credentials', { code: form.get('code') })
}
export async function ofUrl(request: Request) {
  const { searchParams } = new URL(request.url)
  const code = searchParams.get('code')
  await signIn('credentials', { code })
}
`
    const forms = `'use server'
import { signIn } from './auth'

const again = new Map<string, string>()
export const typed = async (_: State, form: FormData) => signIn('credentials', { code: form.get('code') })
export const optional = async (form?: FormData) => signIn('credentials', { code: form?.get('code') })
export const untyped = { action: async (form) => signIn('credentials', { code: form.get('code') }) }
export const hidden = async (again: FormData) => signIn('credentials', { code: again.get('code') })
export async function ofRequest(request: Request) {
  const form = await request.formData()
  await signIn('credentials', { code: form.get('code') })
}
export async function ofCopy(fields: Record<string, string>) {
  const form = new FormData()
  const copy: FormData = copyOf(form)
  await signIn('credentials', { code: copy.get('code') })
  await signIn('credentials', { code: (await fields.request.formData()).get('code') })
}
`
    const { after } = await migrate({
      'auth.ts': whole,
      'users.ts': users,
      'actions.ts': actions,
      'forms.ts': forms,
    })
    expect(after['actions.ts']).toBe(actions)
    expect(after['forms.ts']).toBe(forms.replaceAll("get('code')", "get('code') as string"))
  })

  it.each([
    ['one line', '/* of staff */'],
    ['several lines', '/* of\n     staff, and others */'],
    ['several lines with stars', '/*\n   * of staff,\n   */'],
  ])('authwright migrate writes a chain if a comment of %s is before a comma', async (_, comment) => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'

export const { auth } = NextAuth({
  providers: [GitHub ${comment}, GitHub],
  session: { maxAge: 60 } ${comment},
  debug: true ${comment},
})
`,
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    const auth = after['auth.ts'] ?? ''
    const plain = auth.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ')
    expect(plain).toContain('.provider(github()) .provider(github()) .session({ maxAge: 60 })')
    expect(plain).toContain("debug: true, compat: 'authjs',")
    expect(auth.match(/staff/g)).toHaveLength(3)
  })

  it('authwright migrate: an `auth.ts` that spreads `auth.config.ts` becomes a chain that continues the chain of `auth.config.ts`', async () => {
    const { outcome, after } = await migrate({
      'auth.config.ts': `import type { NextAuthConfig } from 'next-auth'
import GitHub from 'next-auth/providers/github'

export default { providers: [GitHub], callbacks: {} } satisfies NextAuthConfig
`,
      'auth.ts': `import NextAuth from 'next-auth'
import authConfig from './auth.config'

export const { auth, handlers } = NextAuth({ session: { maxAge: 60 }, ...authConfig })
`,
      'proxy.ts': `import NextAuth from 'next-auth'
import config from './auth.config'

export default NextAuth(config).auth
`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.config.ts']).toBe(`import { github } from 'authwright/providers/github'
import { createAuth } from 'authwright/next'

export default createAuth()
  .provider(github())
  .options({ compat: 'authjs' })
`)
    expect(after['auth.ts']).toBe(`import authConfig from './auth.config'

export const { auth, handlers } = authConfig
  .session({ maxAge: 60 })
  .build()
`)
    expect(after['proxy.ts']).toBe(`import config from './auth.config'

export default config.build().auth
`)
  })

  it('migrate casts the parameter `user` of `session` to the stored user, which has an id', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import { adapter } from './adapter'

export const { auth } = NextAuth({
  adapter,
  providers: [],
  callbacks: {
    session({ session, user }) {
      session.user.id = user.id
      return session
    },
  },
})
`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('const user = signedIn as AdapterUser')
    expect(after['auth.ts']).toContain(
      "import { type AdapterUser, type CallbackSession } from 'authwright/compat'",
    )
  })

  it('migrate casts the session in a middleware that builds only the shared configuration if the application augments Session', async () => {
    const { after } = await migrate({
      'auth.config.ts': `import GitHub from 'next-auth/providers/github'\n\nexport const base = { providers: [GitHub] }\n`,
      'middleware.ts': `import NextAuth from 'next-auth'\nimport { base } from './auth.config'\n\nexport default NextAuth(base).auth\n`,
      'types.d.ts': `import 'next-auth'\ndeclare module 'next-auth' { interface Session { role: string } }\n`,
    })
    expect(after['auth.config.ts']).toContain('export const base = createAuth()\n  .provider(github())')
    expect(after['middleware.ts']).toContain(
      'export default base.callbacks({ session: ({ session }) => session as Session }).build().auth',
    )
    expect(after['middleware.ts']).toContain("import { type Session } from 'authwright/compat/next'")
  })

  it.each([
    ['a condition', '...(process.env.DEV ? [GitHub] : [])', '.provider(process.env.DEV && github())'],
    [
      'a condition with a default',
      '...(process.env.DEV ?? isDev ? [GitHub] : [])',
      '.provider((process.env.DEV ?? isDev) && github())',
    ],
    ['a condition of several', '...(a === 1 && [GitHub, Google()])', '.provider((a === 1) && google())'],
    ['an element by condition', 'on && GitHub({})', '.provider(on && github({}))'],
    [
      'a provider of the application',
      "{ id: 'own', type: 'oidc' } as Provider",
      ".provider(withId('own', { id: 'own', type: 'oidc' }))",
    ],
  ])('authwright migrate supports %s in the list of providers', async (_, element, step) => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport Google from 'next-auth/providers/google'\n\nexport const { auth } = NextAuth({ providers: [${element}] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(step)
  })

  it.each([
    ['destructures', 'async authorize({ email, password }) { return null }', 'email: {}, password: { type'],
    [
      'reads from its parameter',
      'async authorize(input) { const { name } = input; return find(name, input.pin) }',
      'name: {}, pin: {}',
    ],
    [
      'parses with a schema',
      'async authorize(input) { const Schema = z.object({ email, code }); const parsed = Schema.safeParse(input); const { email } = parsed.data; return null }',
      'email: {}, code: { type',
    ],
    [
      'reads from the result of a schema, next to a property of another object,',
      'async authorize(input) { const schema = z.object({ pin: z.string() }); const { data } = schema.safeParse(input); const role = (await load()).data.role; return find(data.pin, role) }',
      'pin: {} }',
    ],
    [
      'parses with a schema in the same expression',
      'async authorize(input) { const data = z.object({ login: z.string() }).parse(input); return find(data) }',
      'login: {}',
    ],
  ])(
    'authwright migrate lists the fields that authorize %s if the option credentials lists no fields',
    async (_, authorize, fields) => {
      const { outcome, after } = await migrate({
        'auth.ts': `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\n\nexport const { auth } = NextAuth({ providers: [Credentials({ ${authorize} })] })\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['auth.ts']).toContain(`input: { ${fields}`)
    },
  )

  it.each([
    ['by name', "import { login } from '@/schemas'"],
    ['as the default export', "import login from './lib/login'"],
  ])('migrate lists the fields of a schema that is imported %s', async (_, statement) => {
    const { outcome, after } = await migrate({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }',
      'lib/schemas.ts': "import login from './login'\n\nexport { login }\n",
      'lib/login.ts':
        "import { z } from 'zod'\nimport { base } from './base'\n\nexport default base.extend({ code: z.string() }).refine(({ code }) => code)\n",
      'lib/base.ts':
        "import { z } from 'zod'\n\nconst name = z.object({ name: z.string() })\nexport const base = name.merge(z.object({ 'password': z.string() }))\n",
      'auth.ts': form(
        `async authorize(input) { const { name, password } = await login.parseAsync(input); return find(name, password) }`,
        statement,
      ),
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(
      "input: { name: {}, password: { type: 'password' }, code: { type: 'password' } }",
    )
  })

  it('migrate lists the fields of the schema that is in scope', async () => {
    const authorize = (field: string) =>
      `async authorize(input) { const schema = z.object({ ${field}: z.string() }); return find(schema.parse(input)) }`
    const { after } = await migrate({
      'schemas.ts':
        "import { z } from 'zod'\n\nexport function make() {\n  const imported = z.object({ wrong: z.string() })\n  return imported\n}\nexport const imported = z.object({ right: z.string() })\n",
      'auth.ts': form(
        `${authorize('email')} }), Credentials({ id: 'pin', ${authorize('pin')} }), Credentials({ id: 'other', authorize: async (input) => find(imported.parse(input))`,
        "import { imported } from './schemas'",
      ),
    })
    expect(after['auth.ts']?.match(/input: \{.*?\},/g)).toEqual([
      'input: { email: {} },',
      'input: { pin: {} },',
      'input: { right: {} },',
    ])
  })

  it.each([
    ['a call', 'async authorize(input) { const { email } = input; return find(input) }'],
    ['a copy', 'async authorize(input) { const { email } = input; return find({ ...input }) }'],
    ['its result', 'async authorize(input) { if (!input.email) return null; return input }'],
    ['the rest of a pattern', 'async authorize({ email, ...others }) { return null }'],
    ['a computed name', 'async authorize(input) { const { email } = input; return find(email, input[key]) }'],
    ['a schema of a package', 'async authorize(input) { const { email } = login.parse(input); return null }'],
    [
      'a schema with unknown keys',
      'async authorize(input) { const { data } = z.object({ ...shape }).safeParse(input); return find(data?.email) }',
    ],
    [
      'a schema that is assigned again',
      'async authorize(input) { let schema = z.object({ email }); schema = schema.extend({ pin }); const { email } = schema.parse(input); return find(email) }',
    ],
    [
      'a schema before another one',
      'async authorize(input) { const { email } = before.pipe(z.object({ email })).parse(input); return find(email) }',
    ],
    [
      'a schema with the name of an inner constant',
      'async authorize(input, schema) { run(() => { const schema = z.object({ wrong }) }); const { email } = schema.parse(input); return find(email) }',
    ],
    [
      'a schema that keeps other fields',
      'async authorize(input) { const { email } = await yup.object({ email }).validate(input); return find(email) }',
    ],
    ['an operator', "async authorize(input) { return 'pin' in input ? null : find(input.email) }"],
    ['an expression', 'authorize: (input) => input.email && verify(input)'],
  ])('migrate adds a TODO comment if authorize passes the whole input to %s', async (_, authorize) => {
    const { outcome, after } = await migrate({ 'auth.ts': form(authorize, "import { login } from 'forms'") })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain(
      'TODO(authwright): declare the other fields of the form in the option input.',
    )
    expect(after['auth.ts']).toContain('credentials({ input: { email: {} }, ')
  })

  it('migrate adds a TODO comment if two schemas extend each other', async () => {
    const extending = (name: string, other: string) =>
      `import { ${other} } from './${other}'\n\nexport const ${name} = ${other}.extend({ email: z.string() })\n`
    const { after } = await migrate({
      'one.ts': extending('one', 'two'),
      'two.ts': extending('two', 'one'),
      'auth.ts': form(
        'async authorize(input) { const { email } = one.parse(input); return find(email) }',
        "import { one } from './one'",
      ),
    })
    expect(after['auth.ts']).toContain(
      'TODO(authwright): declare the other fields of the form in the option input.',
    )
  })

  it.each([
    [
      'fields of another module',
      'credentials: fields, authorize: ({ email }) => find(email)',
      'declare the other fields',
    ],
    ['options that are spread', '...others, authorize: ({ email }) => find(email)', 'declare the fields'],
    ['a function that is assigned again', 'authorize', 'declare the fields'],
  ])('migrate adds a TODO comment about fields if the provider has %s', async (_, options, message) => {
    const { outcome, after } = await migrate({
      'auth.ts': form(
        options,
        "import { fields, others } from 'forms'\n\nlet authorize = ({ email }) => find(email)\nauthorize = ({ pin }) => find(pin)",
      ),
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain(`TODO(authwright): ${message} of the form in the option input.`)
  })

  it('migrate adds the comment about missing fields at the provider that needs them', async () => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'

export const { auth } = NextAuth({
  providers: [
    GitHub,
    Credentials({
      async authorize(input) {
        return find(input.email, input)
      },
    }),
  ],
})
`,
    })
    expect(after['auth.ts']).toMatch(
      /credentials\(\{\n {4}\/\/ TODO\(authwright\): declare the other fields .*\n {4}input: \{ email: \{\} \},\n/,
    )
  })

  it('migrate does not report a schema file that cannot be parsed if the file needs no change', async () => {
    const { outcome, after } = await migrate({
      'lib/forms.ts': 'export const login = z.object({\n',
      'auth.ts': form(
        'async authorize(input) { const { email } = login.parse(input); return null }',
        "import { login } from './lib/forms'",
      ),
    })
    expect(outcome.output).not.toContain('cannot be parsed')
    expect(after['auth.ts']).toContain(
      'TODO(authwright): declare the other fields of the form in the option input.',
    )
  })

  it.each([
    ['logs it', 'async authorize(input) { console.log(input); return find(input.email) }'],
    [
      'compares it',
      'async authorize(input) { if (!input || input === null) return null; return find(input.email) }',
    ],
    ['has a default for it', 'async authorize(input) { const { email } = input ?? {}; return find(email) }'],
    ['asserts its type', 'async authorize(input) { const { email } = input as Form; return find(email) }'],
    [
      'has another variable of the name',
      'async authorize(input) { const all = list.map((input) => parse(input.id)); return find(input.email, all) }',
    ],
    [
      'parses it with a function',
      'async authorize(input) { const form = v.parse(v.object({ email: v.string() }), input); return find(form) }',
    ],
    [
      'copies the result of a schema',
      'async authorize(input) { const form = z.object({ email: z.string() }).parse(input); return find({ ...form }) }',
    ],
  ])('migrate adds no TODO comment if authorize only %s', async (_, authorize) => {
    const { outcome, after } = await migrate({ 'auth.ts': form(authorize) })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('credentials({ input: { email: {} }, ')
  })

  it.each([
    ['first', "type: 'credentials', credentials: { pin: {} }, authorize", 'input: { pin: {} }, authorize'],
    ['last', "credentials: { pin: {} }, authorize, type: 'credentials'", 'input: { pin: {} }, authorize'],
    [
      'without fields',
      "type: 'credentials', authorize: ({ pin }) => find(pin)",
      'input: { pin: {} }, authorize: ({ pin }) => find(pin)',
    ],
  ])(
    'authwright migrate removes the redundant `type` from options of credentials, %s',
    async (_, options, expected) => {
      const { outcome, after } = await migrate({
        'auth.ts': `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\n\nexport const { auth } = NextAuth({ providers: [Credentials({ ${options} })] })\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['auth.ts']).toContain(`credentials({ ${expected} })`)
    },
  )

  it('authwright migrate adds the call to a provider only if the provider is an element of an array', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'

let first
if (!first) first = GitHub
export const isGoogle = first === Google
export const choice = { provider: isGoogle && GitHub, other: isGoogle ? GitHub : Google }
export const { auth } = NextAuth({
  providers: [isGoogle ? GitHub : Google, ...(isGoogle ? [GitHub] : []), isGoogle ? (isGoogle && Google) : (GitHub as any)],
})
`,
    })
    expect(outcome.error).toBe('')
    expect(after['auth.ts']).toContain('if (!first) first = github\n')
    expect(after['auth.ts']).toContain('isGoogle = first === google\n')
    expect(after['auth.ts']).toContain('provider: isGoogle && github, other: isGoogle ? github : google }')
    expect(after['auth.ts']).toContain(`createAuth()
  .provider(isGoogle ? github() : google())
  .provider(isGoogle && github())
  .provider(isGoogle ? (isGoogle && google()) : (github() as any))
`)
  })

  it('authwright migrate writes `input: credentials` if the option is the shorthand property `credentials`', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\nimport { authorize, credentials } from './form'\n\nexport const { auth } = NextAuth({ providers: [Credentials({ credentials, authorize })] })\n`,
    })
    expect(outcome.error).toBe('')
    expect(after['auth.ts']).toContain('({ input: credentials, authorize })')
  })

  it('authwright migrate adds a TODO comment if the options of Credentials() are in a variable', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Credentials from 'next-auth/providers/credentials'\nimport { options } from './form'\n\nexport const { auth } = NextAuth({ providers: [Credentials(options)] })\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain(
      'TODO(authwright): declare the fields of the form in the option input.',
    )
  })

  it.each([
    ['github', "type: 'oauth', clientId: 'id'", "clientId: 'id'"],
    ['google', "clientId: 'id', type: 'oidc'", "clientId: 'id'"],
    ['passkey', "type: 'webauthn', name: 'Key'", "name: 'Key'"],
    ['github', "type: 'oidc', clientId: 'id'", "type: 'oidc', clientId: 'id'"],
  ])('authwright migrate removes a redundant type from %s: { %s }', async (id, options, expected) => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Provider from 'next-auth/providers/${id}'\n\nexport const { auth } = NextAuth({ adapter, providers: [Provider({ ${options} })] })\n`,
    })
    expect(after['auth.ts']).toContain(`${id}({ ${expected} })`)
  })

  it('authwright migrate lets session read the data of an update, as in Auth.js', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { auth } = NextAuth({\n  providers: [GitHub],\n  session: { strategy: 'jwt' },\n  callbacks: {\n    session({ session, newSession, trigger }) {\n      if (trigger === 'update') session.user.name = newSession.name\n      return session\n    },\n  },\n})\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('session({ session: data, newSession: changes, trigger })')
    expect(after['auth.ts']).toContain('const newSession = changes as any')
  })

  it('authwright migrate removes the redundant type from options of a mail provider', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Resend from 'next-auth/providers/resend'\n\nexport const { auth } = NextAuth({ adapter, providers: [Resend({ type: 'email', from: 'a@example.com' })] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain(`resend({ from: 'a@example.com' })`)
  })

  it('authwright migrate removes a redundant type that is the only option, with its comma', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Resend from 'next-auth/providers/resend'\n\nexport const { auth } = NextAuth({ adapter, providers: [Resend({ type: 'email', })] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toMatch(/resend\(\{ *\}\)/)
  })

  it('authwright migrate writes a chain of the options of next-auth 4 if no other module reads them', async () => {
    const { outcome, after } = await migrate({
      'package.json': '{ "dependencies": { "next": "15.0.0", "next-auth": "^4.24.0" } }\n',
      'lib/auth.ts': `import type { NextAuthOptions } from 'next-auth'\nimport GithubProvider from 'next-auth/providers/github'\n\n// Ours.\nexport const authOptions: NextAuthOptions = {\n  providers: [GithubProvider({ clientId: 'a' })],\n}\n`,
      'app/page.ts': `import { getServerSession } from 'next-auth'\nimport { authOptions } from '../lib/auth'\n\nexport const read = () => getServerSession(authOptions)\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['lib/auth.ts']).toContain(
      `// Ours.\nexport const { handlers, auth, signIn, signOut } = createAuth()\n  .provider(github({ clientId: 'a' }))\n  .options({ compat: 'authjs' })\n  .build()\n`,
    )
    expect(after['lib/auth.ts']).not.toContain('authOptions')
  })

  it('authwright migrate writes a chain of options that another module imports but does not use', async () => {
    const { outcome, after } = await migrate({
      'package.json': '{ "dependencies": { "next": "15.0.0", "next-auth": "^4.24.0" } }\n',
      'auth.ts': `import type { NextAuthOptions } from 'next-auth'\n\nexport const authOptions: NextAuthOptions = { providers: [] }\n`,
      'nav.ts': `import { authOptions } from './auth'\n\n// const session = getServerSession(authOptions)\nexport const nav = 1\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('= createAuth()')
    expect(after['nav.ts']).toBe('// const session = getServerSession(authOptions)\nexport const nav = 1\n')
  })

  it('migrate inlines options that other modules read, if they are strings or variables', async () => {
    const files = (read: string) => ({
      'package.json': '{ "dependencies": { "next": "15.0.0", "next-auth": "^4.24.0" } }\n',
      'auth.ts': `import type { NextAuthOptions } from 'next-auth'\n\nexport const authOptions: NextAuthOptions = {\n  providers: [],\n  pages: { signIn: '/login' },\n  secret: process.env.SECRET!,\n}\n`,
      'page.ts': `import { authOptions } from './auth'\n\nexport const page = ${read}\n`,
    })
    for (const [read, value] of [
      ["authOptions?.pages?.signIn || '/'", "'/login'"],
      ['authOptions.pages!.signIn!', "'/login'"],
      ['[authOptions.secret, authOptions.pages.signIn]', "[process.env.SECRET, '/login']"],
    ] as const) {
      const { outcome, after } = await migrate(files(read))
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(after['auth.ts']).toContain('= createAuth()')
      expect(after['page.ts']).toBe(`export const page = ${value}\n`)
    }
    const { outcome, after } = await migrate(files('[authOptions.pages.signIn, authOptions]'))
    expect(outcome.code).toBe(1)
    expect(after['page.ts']).toContain('[authOptions.pages.signIn, authOptions]')
  })

  it('authwright migrate does not change options to which a module assigns', async () => {
    const page = `import { authOptions } from './auth'\n\nbefore(() => {\n  authOptions.pages.signIn = '/in'\n  delete authOptions.pages.error\n})\n`
    const { outcome, after } = await migrate({
      'package.json': '{ "dependencies": { "next": "15.0.0", "next-auth": "^4.24.0" } }\n',
      'auth.ts': `import type { NextAuthOptions } from 'next-auth'\n\nexport const authOptions: NextAuthOptions = {\n  providers: [],\n  pages: { signIn: '/login', error: '/error' },\n}\n`,
      'page.test.ts': page,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).not.toContain('cannot be parsed')
    expect(after['page.test.ts']).toBe(page)
  })

  it('authwright migrate keeps the fallback to an empty string', async () => {
    const page = `import { authOptions } from './auth'\n\nexport const page = authOptions.pages?.signIn || '/login'\n`
    const { outcome, after } = await migrate({
      'package.json': '{ "dependencies": { "next": "15.0.0", "next-auth": "^4.24.0" } }\n',
      'auth.ts': `import type { NextAuthOptions } from 'next-auth'\n\nexport const authOptions: NextAuthOptions = {\n  providers: [],\n  pages: { signIn: '' },\n}\n`,
      'page.ts': page,
    })
    expect(outcome.code).toBe(1)
    expect(after['page.ts']).toBe(page)
  })

  it.each([
    ['an empty object', '{}', '...base,\n  debug: true,'],
    ['an empty object at the end', '{}', 'debug: true,\n  ...base'],
    ['an object with only a comment', '{\n  // none\n}', '...base, debug: true'],
    ['an object that ends with a comment', "{\n  basePath: '/in' // ours\n}", '...base, debug: true'],
    [
      'an object that ends with a comma and a comment',
      "{\n  basePath: '/in', // ours\n}",
      '...base,\n  debug: true,',
    ],
    [
      'an object that ends with a comment, at the end',
      "{\n  basePath: '/in' // ours\n}",
      'debug: true, ...base',
    ],
    [
      'an object with a comment behind its value',
      "{ basePath: '/in' /* ours */ }",
      '...base /* , */, debug: true',
    ],
  ])('authwright migrate writes %s into the chain', async (_, base, use) => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nconst base = ${base}\n\nexport const { auth } = NextAuth({\n  providers: [GitHub],\n  ${use}\n})\n`,
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(outcome.output).not.toContain('cannot be parsed')
    const auth = after['auth.ts'] ?? ''
    expect(auth).toContain('= createAuth()')
    expect(auth).toContain('debug: true')
    if (base.includes('basePath')) expect(auth).toMatch(/basePath: '\/in'|\.basePath\('\/in'\)/)
    expect(auth).not.toContain('base,')
    const code = auth.replaceAll(/\/\/.*/g, '')
    expect(code).toContain('debug: true')
  })

  it('authwright migrate keeps a constant that another module imports from an index file', async () => {
    const options = 'export const options = { providers: [GitHub] }'
    const { outcome, after } = await migrate({
      'lib/auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\n${options}\nexport const { handlers, auth } = NextAuth(options)\n`,
      'lib/index.ts': "export * from './auth'\n",
      'count.ts': "import { options } from './lib'\n\nconsole.log(options.providers.length)\n",
    })
    expect(outcome.code).toBe(1)
    expect(after['lib/auth.ts']).toContain(options)
  })

  it('authwright migrate does not report an unparsable file that only contains the name of the configuration', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nconst options = { providers: [GitHub] }\nexport const { handlers, auth } = NextAuth(options)\n`,
      'lib/menu.ts': "import {{ name }} from 'auth'\nconst options = {{\n",
    })
    expect(outcome.code).toBe(0)
    expect(outcome.output).not.toContain('menu.ts')
    expect(after['auth.ts']).toContain('createAuth()')
  })

  it.each([
    ['directly', 'auth', ''],
    ['through another module', 'lib/index', "export * from '../auth'\n"],
  ])(
    'authwright migrate keeps a configuration that an unparsable file imports %s',
    async (_, from, index) => {
      const source = `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const options = { providers: [GitHub] }\nexport const { handlers, auth } = NextAuth(options)\n`
      const { outcome, after } = await migrate({
        'auth.ts': source,
        'lib/index.ts': index,
        'app/count.ts': `import { options } from '../${from}'\nexport const count = options.providers.length\ntype Other = typeof import('./x', { with: { 'resolution-mode': 'import' } })\n`,
      })
      expect(after['auth.ts']).toContain('export const options = {')
      expect(outcome.output).toContain('options is used in other places, too')
      expect(outcome.code).toBe(1)
    },
  )

  it('authwright migrate keeps an object that an unparsable file imports and a configuration extends', async () => {
    const base =
      "import GitHub from 'next-auth/providers/github'\n\nconst base = { providers: [GitHub] }\nexport default base\n"
    const { outcome, after } = await migrate({
      'base.ts': base,
      'auth.ts': `import NextAuth from 'next-auth'\nimport base from './base'\n\nexport const { handlers, auth } = NextAuth({ ...base, debug: true })\n`,
      'app/count.ts': "import base from '../base'\nexport const count = base.providers.length +\n",
    })
    expect(after['base.ts']).toContain('const base = { providers: [GitHub] }')
    expect(outcome.output).toContain('the configuration combines several objects')
    expect(outcome.code).toBe(1)
  })

  it('authwright migrate does not report a file that it could parse as unparsable', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\nimport { more } from './more'\n\nconst base = {}\n\nexport const { auth } = NextAuth({ ...base, ...more, providers: [GitHub] })\n`,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).not.toContain('cannot be parsed')
    expect(after['auth.ts']).toContain('NextAuth({ ...base, ...more, providers: [GitHub] })')
  })

  it('authwright migrate moves constants into the chain if only the configuration uses them', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth, { type NextAuthConfig } from 'next-auth'
import type { Provider } from 'next-auth/providers'
import GitHub from 'next-auth/providers/github'
import { adapter } from './adapter'

const providers: Provider[] = [
  // Ours.
  GitHub,
]

const config = {
  providers,
  callbacks: {
    authorized: ({ auth }) => !!auth,
  },
} satisfies NextAuthConfig

export const { handlers, auth } = NextAuth({
  adapter,
  ...config,
})
`,
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.ts']).toBe(`import { adapter } from './adapter'
import { github } from 'authwright/providers/github'
import { createAuth } from 'authwright/next'

export const { handlers, auth } = createAuth()
  // Ours.
  .provider(github())
  .adapter(adapter)
  .callbacks({
    authorized: ({ auth }) => !!auth,
  })
  .options({ compat: 'authjs' })
  .build()
`)
  })

  it.each([
    ['is pushed into', 'const providers = [GitHub]\nproviders.push(GitHub)\n', 'providers'],
    ['is exported to another module', 'export const providers = [GitHub]\n', 'providers'],
    ['has a key twice', 'const base = { providers: [GitHub], debug: true }\n', '...base, debug: false'],
  ])('authwright migrate keeps a constant that %s', async (_, constant, use) => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\n${constant}\nexport const { auth } = NextAuth({ ${use} })\n`,
      'buttons.ts': `import { providers } from './auth'\nexport const names = providers.map(({ name }) => name)\n// next-auth\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain(constant)
    expect(after['auth.ts']).toContain(`NextAuth({ ${use} })`)
  })

  it('migrate adds callbacks to a base with an adapter, but no adapter to a base with callbacks', async () => {
    const parts = (base: string, rest: string) => ({
      'auth.config.ts': `import GitHub from 'next-auth/providers/github'\nimport { adapter } from './adapter'\n\nexport default { providers: [GitHub], ${base} }\n`,
      'auth.ts': `import NextAuth from 'next-auth'\nimport config from './auth.config'\n\nexport const { auth } = NextAuth({ ...config${rest} })\n`,
      'middleware.ts': `import NextAuth from 'next-auth'\nimport config from './auth.config'\n\nexport default NextAuth(config).auth\n`,
    })
    const adapted = await migrate(parts('adapter', ', callbacks: { signIn: () => true }'))
    expect(adapted.outcome.code).toBe(0)
    expect(adapted.after['auth.ts']).toContain('= config\n  .callbacks({ signIn: () => true })\n  .build()')
    const called = await migrate(parts('callbacks: { signIn: () => true }', ''))
    expect(called.outcome.code).toBe(0)
    expect(called.after['auth.ts']).toContain('= config\n  .build()')
    expect(called.after['middleware.ts']).toContain('export default config.build().auth')
    const conflict = await migrate(parts('callbacks: { signIn: () => true }', ', adapter'))
    expect(conflict.outcome.code).toBe(1)
  })

  it('authwright migrate writes a chain for SvelteKit', async () => {
    const { outcome, after } = await migrate({
      'package.json': '{ "dependencies": { "@auth/sveltekit": "1.10.0", "@sveltejs/kit": "2.0.0" } }\n',
      'src/auth.ts': `import { SvelteKitAuth } from '@auth/sveltekit'\nimport GitHub from '@auth/sveltekit/providers/github'\n\nexport const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['src/auth.ts']).toContain("import { createAuth } from 'authwright/sveltekit'")
    expect(after['src/auth.ts']).toContain('createAuth()\n  .provider(github())\n')
  })

  it.each([
    ['export const handle = SvelteKitAuth({ providers: [] })', 'export const handle = createAuth()'],
    ['export const handle = sequence(SvelteKitAuth({ providers: [] }), own)', 'sequence(createAuth()'],
  ])('migrate supports the hook of %s, which was a function before version 1', async (source, start) => {
    const { outcome, after } = await migrate({
      'package.json': '{ "dependencies": { "@auth/sveltekit": "0.3.6", "@sveltejs/kit": "2.0.0" } }\n',
      'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit'\n\n${source}\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['src/hooks.server.ts']).toContain(start)
    expect(after['src/hooks.server.ts']).toContain('.build().handle')
  })

  it('migrate turns the output of an earlier run with --imports into a chain', async () => {
    const { folder } = await migrate({ 'auth.ts': whole, 'users.ts': users }, '--imports')
    await authwright(['migrate'], folder)
    const direct = await migrate({ 'auth.ts': whole, 'users.ts': users })
    const chainOf = (text = '') => text.slice(text.indexOf('// The instance.'))
    expect(chainOf(filesOf(folder)['auth.ts'])).toBe(chainOf(direct.after['auth.ts']))
    expect(chainOf(direct.after['auth.ts'])).toContain('createAuth()')
  })

  it.each([
    ['a list of providers that is defined elsewhere', 'NextAuth({ providers })'],
    ['callbacks that are defined elsewhere', 'NextAuth({ providers: [], callbacks })'],
    ['objects that nothing here declares', 'NextAuth({ ...base, providers: [] })'],
    ['a function of the request', 'NextAuth(() => ({ providers: [] }))'],
  ])('authwright migrate keeps %s under the names of Auth.js, with a comment', async (_, call) => {
    const { folder, outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport { base, providers, callbacks } from 'other'\n\nexport const { auth } = ${call}\n`,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('auth.ts:4 ')
    expect(after['auth.ts']).toContain(`= ${call}`)
    expect(after['auth.ts']).toContain("from 'authwright/compat/next'")
    const again = await authwright(['migrate'], folder)
    expect(again.output).toContain('Nothing changed.')
    expect(filesOf(folder)).toEqual(after)
  })

  it('migrate names a provider that the package lacks, and says that the sender of mails is set', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Passage from 'next-auth/providers/passage'\nimport Resend from 'next-auth/providers/resend'\n\nexport const { auth } = NextAuth({ providers: [Passage, Passage({}), Passage({ id: 'own' }), Resend({ from: process.env.MAIL_FROM })] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain("import Passage from '@auth/core/providers/passage'")
    expect(after['auth.ts']).toContain(".provider(withId('passage', Passage))")
    expect(after['auth.ts']).toContain(".provider(withId('passage', Passage({})))")
    expect(after['auth.ts']).toContain(".provider(withId('own', Passage({ id: 'own' })))")
    expect(after['auth.ts']).toContain('.provider(resend({ from: process.env.MAIL_FROM as string }))')
  })

  it('authwright migrate replaces Email by nodemailer() with the id `email`, or by email() if the application sends the mails', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Email from 'next-auth/providers/email'\n\nexport const { auth } = NextAuth({ providers: [Email({ server: process.env.SMTP, from: 'a@b.example' })] })\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain("import { nodemailer } from 'authwright/providers/nodemailer'")
    expect(after['auth.ts']).not.toContain('authwright/providers/email')
    expect(after['auth.ts']).toContain(
      ".provider(nodemailer({ id: 'email', server: process.env.SMTP as string, from: 'a@b.example' }))",
    )
    const { after: own } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport Email from 'next-auth/providers/email'\n\nexport const { auth } = NextAuth({ providers: [Email({ sendVerificationRequest: send })] })\n`,
    })
    expect(own['auth.ts']).toContain('.provider(email({ sendVerificationRequest: send }))')
  })

  it('migrate writes jwt and session before other callbacks, with the result type of session', async () => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\n\nexport const { auth } = NextAuth({\n  providers: [],\n  callbacks: {\n    authorized: ({ auth }) => !!auth,\n    async session({ session }) {\n      return { ...session, user: { ...session.user, role: 'a' } }\n    },\n  },\n})\n`,
    })
    expect(after['auth.ts']).toContain(`  .callbacks({
    async session({ session: data }) {
      const session = data as Session
      return { ...session, user: { ...session.user, role: 'a' } } as Session
    },
    authorized: ({ auth }) => !!auth,
  })`)
  })

  it('authwright migrate keeps an unused destructured parameter if there is a rest element', async () => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\n\nexport const { auth } = NextAuth({\n  providers: [],\n  callbacks: {\n    session({ session, token, ...rest }) {\n      console.log(rest)\n      return session\n    },\n  },\n})\n`,
    })
    expect(after['auth.ts']).toMatch(/session\(\{ session: data, token(?:: \w+)?, \.\.\.rest \}\)/)
  })

  it('authwright migrate keeps a configuration with a computed key as an object', async () => {
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\n\nexport const { auth } = NextAuth({ providers: [], ['callbacks']: { authorized: () => true } })\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain('TODO(authwright): the configuration has a computed key')
    expect(after['auth.ts']).toContain("NextAuth({ providers: [], ['callbacks']")
  })

  it('authwright migrate asserts the type of Session under another name if the module declares its own', async () => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\n\ntype Session = string\n\nexport const { auth } = NextAuth({\n  providers: [],\n  callbacks: {\n    async session({ session }) {\n      return { ...session, role: 'a' }\n    },\n  },\n})\n`,
    })
    expect(after['auth.ts']).toContain("import { type Session as AuthSession } from 'authwright/compat/next'")
    expect(after['auth.ts']).toContain('const session = data as AuthSession')
    expect(after['auth.ts']).toContain("return { ...session, role: 'a' } as AuthSession")
  })

  it('authwright migrate changes nothing in a second run', async () => {
    const { folder, after } = await migrate({ 'auth.ts': whole, 'users.ts': users })
    const again = await authwright(['migrate'], folder)
    expect(again).toMatchObject({ code: 0, output: 'Nothing changed.\n' })
    expect(filesOf(folder)).toEqual(after)
  })

  it('authwright migrate adds a type assertion to an id that may not be one of the providers', async () => {
    const button = (argument: string, imports = "import { signIn } from './auth'\n") =>
      `${imports}export const go = async (provider?: string) => {\n  await signIn('github')\n  await signIn(${argument}, { redirectTo: '/' })\n}\n`
    const { outcome, after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] })\n`,
      'button.ts': button('provider'),
      'menu.ts': button("provider ?? 'github'"),
    })
    expect(outcome.code).toBe(0)
    const imports = "import { signIn, auth } from './auth'\nimport { type ProviderId } from 'authwright'\n"
    expect(after['button.ts']).toBe(button('provider as ProviderId<typeof auth>', imports))
    expect((await migrate(after)).after).toEqual(after)
    expect(after['menu.ts']).toBe(button("(provider ?? 'github') as ProviderId<typeof auth>", imports))
    const parted = await migrate({
      'auth.config.ts': `import GitHub from 'next-auth/providers/github'\n\nexport const base = { providers: [GitHub] }\n`,
      'auth.ts': `import NextAuth from 'next-auth'\nimport { base } from './auth.config'\n\nexport const { auth, signIn } = NextAuth({ ...base })\n`,
      'button.ts': button('provider'),
    })
    expect(parted.after['button.ts']).toBe(after['button.ts'])
  })

  it.each([
    ["form.get('provider') as string", "form.get('provider') as string as ProviderId<typeof auth>"],
    ['item.id as string | undefined', 'item.id as string | undefined as ProviderId<typeof auth>'],
    ['item.id!', 'item.id! as ProviderId<typeof auth>'],
    ['item.id satisfies string', 'item.id satisfies string as ProviderId<typeof auth>'],
    ["item.id as 'github'", "item.id as 'github'"],
    ['item.id as never', 'item.id as never'],
  ])(
    'authwright migrate adds a type assertion to an id unless its type is that of a provider: %s',
    async (id, asserted) => {
      const action = (argument: string) =>
        `import { signIn } from './auth'\n\nexport const go = (form: FormData, item: any) => signIn(${argument})\n`
      const { folder, after } = await migrate({
        'auth.ts': `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nexport const { auth, signIn } = NextAuth({ providers: [GitHub] })\n`,
        'actions.ts': action(id),
      })
      expect(after['actions.ts']).toContain(`=> signIn(${asserted})\n`)
      await authwright(['migrate'], folder)
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it.each(['jest.Mock', 'Mock<() => null>', 'vi.MockedFunction<typeof auth>'])(
    'authwright migrate casts a function of the chain to `unknown`, then to %s',
    async (mock) => {
      const test = (unknown: string) =>
        `import { auth } from './auth'\n\n;(auth${unknown} as ${mock}).mockResolvedValue(null)\n`
      const { folder, after } = await migrate({
        'auth.ts': `import NextAuth from 'next-auth'\n\nexport const { auth } = NextAuth({ providers: [] })\n`,
        'cart.test.ts': test(''),
        'lib/index.ts': "export { auth } from '../auth'\n",
        'lib.test.ts': test('').replace('./auth', './lib'),
      })
      expect(after['cart.test.ts']).toBe(test(' as unknown'))
      expect(after['lib.test.ts']).toBe(test(' as unknown').replace('./auth', './lib'))
      await authwright(['migrate'], folder)
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it('authwright migrate adds a type assertion to paths of pages that are imported', async () => {
    const { after } = await migrate({
      'auth.ts': `import NextAuth from 'next-auth'\nimport { routes, error } from './routes'\n\nexport const { auth } = NextAuth({ providers: [], pages: { signIn: routes.signIn, signOut: '/out', error: error } })\n`,
    })
    expect(after['auth.ts']).toContain(
      `.pages({ signIn: routes.signIn as \`/\${string}\`, signOut: '/out', error: error as \`/\${string}\` })`,
    )
  })

  it.each([
    ['@auth/sveltekit', 'SvelteKitAuth', "import { SvelteKitAuth } from '@auth/sveltekit'", 'src/auth.ts'],
    ['@auth/solid-start', 'SolidAuth', "import { SolidAuth } from '@auth/solid-start'", 'src/auth.ts'],
    ['next-auth', 'NextAuth', "import NextAuth from 'next-auth'", 'auth.ts'],
  ])(
    'authwright migrate imports the provider function under the name of the Auth.js provider, with %s',
    async (name, create, imported, file) => {
      const { after } = await migrate({
        'package.json': `{ "dependencies": { "${name}": "1.10.0" } }\n`,
        [file]: `${imported}\nimport github from '${name}/providers/github'\nimport google from '${name}/providers/google'\n\nexport const { signIn } = ${create}({ providers: [github, google({ clientId: 'id', clientSecret: 'secret' })] })\n`,
      })
      expect(after[file]).toContain("import { github } from 'authwright/providers/github'\n")
      expect(after[file]).toContain("import { google } from 'authwright/providers/google'\n")
      expect(after[file]).toContain(
        ".provider(github())\n  .provider(google({ clientId: 'id', clientSecret: 'secret' }))",
      )
      expect(after[file]).not.toContain('/compat/')
    },
  )
})
