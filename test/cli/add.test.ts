import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { addImport, editedText, parseModule } from '../../cli/edit/module.js'
import { providerIds } from '../../cli/providers.js'
import { shapes } from './shapes.js'
import { authwright, type Files, filesOf, project, writeFiles } from './support/command.js'
import { namedSections } from './support/sections.js'

const manifest = { 'package.json': '{ "type": "module", "dependencies": { "next": "16.0.0" } }' }
const start = `import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

export const { handlers, auth } = createAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => session })
  .build()
`

async function add(name: string, files: Files, ...args: string[]) {
  const folder = project({ ...manifest, ...files })
  const outcome = await authwright(['add', name, '--no-install', ...args], folder)
  return { folder, outcome, after: filesOf(folder) }
}

/** Configurations before and after `add google`. The names say where the provider is added. */
const sources: Record<string, [before: string, after: string]> = {
  'a chain of several lines, before its callbacks': [
    start,
    start
      .replace(
        "providers/github'\n",
        "providers/github'\nimport { google } from 'authwright/providers/google'\n",
      )
      .replace('(github())\n', '(github())\n  .provider(google())\n'),
  ],
  'a chain of one line': [
    `import { createAuth } from "authwright";\nimport { github } from "authwright/providers/github";\nexport const auth = createAuth().provider(github()).build();\n`,
    `import { createAuth } from "authwright";\nimport { github } from "authwright/providers/github";\nimport { google } from "authwright/providers/google";\nexport const auth = createAuth().provider(github()).provider(google()).build();\n`,
  ],
  'comments and odd formatting': [
    `/* eslint-disable */\nimport {createAuth}   from 'authwright' ;   // the library\n\nimport { github as gh } from 'authwright/providers/github'\nconst   auth=createAuth( ) // starts here\n\t/* first */ .provider( gh( ) ) // ours\n\t// and now\n\t.build( )\nexport {auth}\n`,
    `/* eslint-disable */\nimport {createAuth}   from 'authwright' ;   // the library\n\nimport { github as gh } from 'authwright/providers/github'\nimport { google } from 'authwright/providers/google'\nconst   auth=createAuth( ) // starts here\n\t/* first */ .provider( gh( ) ) // ours\n\t.provider(google())\n\t// and now\n\t.build( )\nexport {auth}\n`,
  ],
  'Windows line ends': [start.replaceAll('\n', '\r\n'), ''],
  'a base that ends with a semicolon': [
    `import { createAuth } from 'authwright';\nimport { github } from 'authwright/providers/github';\n\nexport const base = createAuth()\n  .provider(github()); // all\n`,
    `import { createAuth } from 'authwright';\nimport { github } from 'authwright/providers/github';\nimport { google } from 'authwright/providers/google';\n\nexport const base = createAuth()\n  .provider(github())\n  .provider(google()); // all\n`,
  ],
  'a function of the request': [
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\n\nexport const auth = createAuth((request) => {\n  return createAuth()\n    .provider(github({ clientId: request.headers.get('x') ?? '' }))\n}).build()\n`,
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\nimport { google } from 'authwright/providers/google'\n\nexport const auth = createAuth((request) => {\n  return createAuth()\n    .provider(github({ clientId: request.headers.get('x') ?? '' }))\n    .provider(google())\n}).build()\n`,
  ],
  'the object form': [
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\n\nexport const auth = createAuth({\n  providers: [github()], // all\n  session: { maxAge: 60 },\n}).build()\n`,
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\nimport { google } from 'authwright/providers/google'\n\nexport const auth = createAuth({\n  providers: [github(), google()], // all\n  session: { maxAge: 60 },\n}).build()\n`,
  ],
  'comments after elements and steps': [
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\n\nexport const auth = createAuth({\n  providers: [\n    github(), /* for */ // employees\n    // end\n  ],\n}).build()\n`,
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\nimport { google } from 'authwright/providers/google'\n\nexport const auth = createAuth({\n  providers: [\n    github(), /* for */ // employees\n    google(),\n    // end\n  ],\n}).build()\n`,
  ],
  'several comments after a step': [
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\n\nexport const auth = createAuth()\n  .provider(github()) /* for */ // employees\n  .build()\n`,
    `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\nimport { google } from 'authwright/providers/google'\n\nexport const auth = createAuth()\n  .provider(github()) /* for */ // employees\n  .provider(google())\n  .build()\n`,
  ],
  'a name that is taken': [
    `import { createAuth } from 'authwright'\n\nconst google = 'https://www.google.com'\nexport const auth = createAuth()\nconsole.log(google)\n`,
    `import { createAuth } from 'authwright'\nimport { google as googleProvider } from 'authwright/providers/google'\n\nconst google = 'https://www.google.com'\nexport const auth = createAuth().provider(googleProvider())\nconsole.log(google)\n`,
  ],
  'CommonJS with double quotes and semicolons': [
    `const { createAuth } = require("authwright");\n\nmodule.exports = createAuth().build();\n`,
    `const { createAuth } = require("authwright");\nconst { google } = require("authwright/providers/google");\n\nmodule.exports = createAuth().provider(google()).build();\n`,
  ],
  'imports of several lines': [
    `import {\n  createAuth,\n} from "authwright";\n\nexport const auth = createAuth().build();\n`,
    `import {\n  createAuth,\n} from "authwright";\nimport { google } from "authwright/providers/google";\n\nexport const auth = createAuth().provider(google()).build();\n`,
  ],
  CommonJS: [
    `'use strict'\nconst { createAuth } = require('authwright')\n\nmodule.exports = createAuth().build()\n`,
    `'use strict'\nconst { createAuth } = require('authwright')\nconst { google } = require('authwright/providers/google')\n\nmodule.exports = createAuth().provider(google()).build()\n`,
  ],
}
const unix = sources['a chain of several lines, before its callbacks']?.[1] ?? ''
sources['Windows line ends'] = [start.replaceAll('\n', '\r\n'), unix.replaceAll('\n', '\r\n')]

describe('authwright add', () => {
  it('authwright add prints and writes the callback URL below the basePath of the configuration', async () => {
    const { after, outcome } = await add('google', {
      'auth.ts': start.replace('.build()', ".options({ basePath: '/login' })\n  .build()"),
    })
    const url = 'http://localhost:3000/login/callback/google'
    expect(outcome.output).toContain(`  ${url}\n  https://<your application>/login/callback/google`)
    expect(after['.env.local']).toContain(`with the callback URL ${url}`)
  })

  it.each([
    ['src', 'login.ts'],
    ['src', './login.ts'],
    ['.', 'src/login.ts'],
    ['.', '/src/login.ts'],
  ])('authwright add in the folder %s finds --file %s', async (cwd, file) => {
    const folder = project({ ...manifest, 'src/login.ts': start })
    const name = file.startsWith('/') ? path.join(folder, file) : file
    const { code, error } = await authwright(
      ['add', 'google', '--no-install', '--file', name],
      path.join(folder, cwd),
    )
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(filesOf(folder)['src/login.ts']).toContain('.provider(google())')
  })

  it.each([
    ['the only configuration', 'src/server/auth/config.ts', {}],
    [
      'the configuration that is built',
      'app/sign-in.ts',
      {
        'app/base.ts': "import { createAuth } from 'authwright/next'\nexport const base = createAuth()\n",
        'middleware.ts': start,
        'test/auth.test.ts': start,
      },
    ],
  ])('authwright add finds %s in another file', async (_, file, others) => {
    const { outcome, after } = await add('google', { [file]: start, ...others })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after).toMatchObject({ ...others, [file]: expect.stringContaining('.provider(google())') })
  })

  it.each([
    ["'use client'\r\n\r\nrender()\r\n", "'use client'\r\nimport { a } from 'a'\r\n\r\nrender()\r\n"],
    ["'use client'  \nrender()\n", "'use client'  \nimport { a } from 'a'\nrender()\n"],
    ["'use client'; // pages\nrender()\n", "'use client'; // pages\nimport { a } from 'a'\nrender()\n"],
    ['#!/usr/bin/env node\r\nrun()\r\n', "#!/usr/bin/env node\r\nimport { a } from 'a'\r\nrun()\r\n"],
    ['run()\n', "import { a } from 'a'\nrun()\n"],
  ])('authwright add writes the first import of a module below its directives: %j', (before, after) => {
    const module = parseModule('page.js', before)
    addImport(module, 'a', 'a')
    expect(editedText(module)).toBe(after)
  })

  it.each([
    'e2e/fixture.ts',
    'cypress/auth.ts',
    'playwright/auth.ts',
    'src/auth.stories.ts',
    'src/auth.mock.ts',
    'examples/auth.ts',
    'apps/web/src/auth.ts',
  ])('authwright add does not choose a file that is not part of the application: %s', async (file) => {
    const { outcome, after } = await add('google', { 'apps/web/package.json': '{}', [file]: start })
    expect(outcome).toMatchObject({ code: 1, error: expect.stringContaining('auth.js does not exist.') })
    expect(after[file]).toBe(start)
  })

  it.each([
    ['Line', ' Did you mean line or'],
    ['qj', ' Providers are listed'],
  ])('authwright add suggests only similar names for %s', async (name, rest) => {
    const { outcome } = await add(name, { 'auth.ts': start })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain(`There is no provider, adapter or feature named "${name}".${rest}`)
  })

  it('authwright add chooses no file if several modules create a configuration', async () => {
    const files = { 'app/a.ts': start, 'app/b.ts': start }
    const { outcome, after } = await add('google', files)
    expect(outcome).toMatchObject({
      code: 1,
      error:
        'auth.js does not exist. Run npx authwright init first, or pass the file of the configuration with --file <path>.',
    })
    expect(after).toMatchObject(files)
  })

  it.each(Object.entries(sources))('authwright add adds a provider to %s', async (_, [before, wanted]) => {
    const { folder, outcome, after } = await add('google', { 'auth.ts': before })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.ts']).toBe(wanted)
    expect(after['.env.local']).toContain('AUTH_GOOGLE_ID=\nAUTH_GOOGLE_SECRET=\n')
    expect(outcome.output).toContain('http://localhost:3000/api/auth/callback/google')
    expect(outcome.output).toContain('Until then, the sign-in page does not show google.')
    expect(outcome.output).toContain(
      "replace the inserted google() with process.env.NODE_ENV === 'production' ? google() : dev({ as: google() })",
    )
    expect(namedSections(outcome.output)).toEqual([{ heading: 'Replace a provider', isInDocs: true }])

    const again = await authwright(['add', 'google', '--no-install'], folder)
    expect(again.output).toContain('Nothing changed.')
    expect(filesOf(folder)).toEqual(after)
  })

  it.each([
    ['(process.env.X && github()),', '(process.env.X && github()), google(),'],
    ['(isProduction ? github() : other())', '(isProduction ? github() : other()), google()'],
    ['other(), ((github() as any)) /* ) */', 'other(), ((github() as any)), google() /* ) */'],
    ['\n    (process.env.X && github()),\n  ', '\n    (process.env.X && github()),\n    google(),\n  '],
    ['(github()), ...(more)', '(github()), ...(more), google()'],
  ])('authwright add adds a provider after parentheses: [%s]', async (list, wanted) => {
    const source = (providers: string) =>
      `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\n\nexport const auth = createAuth({ providers: [${providers}] }).build()\n`
    const { after } = await add('google', { 'auth.ts': source(list) })
    expect(after['auth.ts']).toContain(`providers: [${wanted}]`)
  })

  it.each([
    ['16.4.0', '.next/build-manifest.json', true],
    ['16.4.0', 'README.md', false],
    ['15.5.0', '.next/build-manifest.json', false],
  ])(
    'authwright add says what to do about pages that reload in a loop, for Next.js %s with %s: %s',
    async (version, stored, says) => {
      const file = 'node_modules/next/package.json'
      const files = { 'auth.ts': start, [file]: JSON.stringify({ version }), [stored]: '{}' }
      const { outcome } = await add('google', files)
      expect(outcome.output).toContain('server is running, restart it')
      expect(outcome.output.includes('reloads in a loop')).toBe(says)
      expect(namedSections(outcome.output)).toEqual([
        { heading: 'Replace a provider', isInDocs: true },
        ...(says ? [{ heading: 'A page that reloads in a loop', isInDocs: true }] : []),
      ])
    },
  )

  it.each([
    ['serve({ fetch: app.fetch, port: 4100 }, () => {})', 4100],
    [
      "const db = { host: 'localhost', port: 5432 }\nserve({ fetch: app.fetch, port: Number(process.env.PORT ?? 4100) })",
      4100,
    ],
    ['const PORT = process.env.PORT || 4100\nserve({ fetch: app.fetch, port: PORT })', 4100],
    ['export default { port: 4100, fetch: app.fetch }', 4100],
    ['serve({ fetch: app.fetch, port: process.env.PORT })', 3000],
    ['serve(app)', 3000],
  ])('authwright add prints the callback URL with the port of the server in %s', async (code, port) => {
    const folder = project({
      'package.json': '{ "type": "module", "dependencies": { "hono": "4" } }',
      'src/index.ts': `import { Hono } from 'hono'\nconst app = new Hono()\n${code}\n`,
      'src/auth.ts': start.replace('authwright/next', 'authwright'),
    })
    const { output } = await authwright(['add', 'google', '--no-install'], folder)
    expect(output).toContain(`  http://localhost:${port}/auth/callback/google\n`)
  })

  it('authwright add prints no advice about reloading pages if the compiler cache is off', async () => {
    const { outcome } = await add('google', {
      'auth.ts': start,
      'node_modules/next/package.json': '{ "version": "16.4.0" }',
      '.next/build-manifest.json': '{}',
      'next.config.ts': 'export default { experimental: { turbopackFileSystemCacheForDev: false } }\n',
    })
    expect(outcome.output).toContain('server is running, restart it')
    expect(outcome.output).not.toContain('reloads in a loop')
  })

  it('authwright add prints the advice about reloading pages only once, even if several parts are added', async () => {
    const folder = project({
      ...manifest,
      'auth.ts': start,
      'node_modules/next/package.json': '{ "version": "16.4.0" }',
      '.next/build-manifest.json': '{}',
    })
    const outputs = []
    for (const name of ['sqlite', 'password', 'passkeys', 'google']) {
      outputs.push((await authwright(['add', name, '--no-install'], folder)).output)
    }
    expect(outputs.map((output) => output.includes('server is running'))).toEqual([true, true, true, true])
    expect(outputs.map((output) => output.includes('reloads in a loop'))).toEqual([true, false, false, false])
  })

  it('authwright add prints the advice about reloading pages only once, even if providers are added first', async () => {
    const folder = project({
      ...manifest,
      'auth.ts': start,
      'node_modules/next/package.json': '{ "version": "16.4.0" }',
      '.next/build-manifest.json': '{}',
    })
    const outputs = []
    for (const name of ['google', 'gitlab', 'sqlite', 'password']) {
      outputs.push((await authwright(['add', name, '--no-install'], folder)).output)
    }
    expect(outputs.map((output) => output.includes('reloads in a loop'))).toEqual([true, false, false, false])
  })

  const sealed = ".adapter(sqlite('auth.db'))\n  .session({ strategy: 'jwt' })\n"
  it.each([
    ['a jwt callback', '.callbacks({ jwt: ({ token }) => token })', sealed],
    [
      'a session callback that reads the token',
      '.callbacks({ session: ({ token }) => ({ name: token.name }) })',
      sealed,
    ],
    [
      'a computed property of the token',
      '.callbacks({ session: ({ token }) => ({ id: token[sub] }) })',
      sealed,
    ],
    ['a destructured token', '.callbacks({ session: ({ token: { sub } }) => ({ sub }) })', sealed],
    [
      'parameters that are not destructured',
      '.callbacks({ session(params) { return { name: params.token.name } } })',
      sealed,
    ],
    [
      'options of sessions beside them',
      '.session({ maxAge: 60 })\n  .callbacks({ jwt: ({ token }) => token })',
      ".session({ maxAge: 60, strategy: 'jwt' })",
    ],
  ])(
    'authwright add with an adapter keeps sealed sessions and says so if the callbacks have %s',
    async (_, step, wanted) => {
      const source = start.replace('.callbacks({ session: ({ session }) => session })', step)
      const { folder, outcome, after } = await add('sqlite', { 'auth.ts': source })
      expect(after['auth.ts']).toContain(wanted)
      expect(after['auth.ts']).not.toContain('user.id')
      expect(outcome.output).toContain("so .session({ strategy: 'jwt' }) was added")
      await authwright(['add', 'sqlite', '--no-install'], folder)
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it('authwright add with an adapter keeps sealed sessions if the configuration is an object', async () => {
    const { after } = await add('sqlite', {
      'auth.ts':
        "import { createAuth } from 'authwright'\n\nexport const auth = createAuth({ providers: [], callbacks: { jwt: ({ token }) => token } }).build()\n",
    })
    expect(after['auth.ts']).toContain("adapter: sqlite('auth.db'), session: { strategy: 'jwt' } }")
  })

  it.each([
    ['that it moves sessions to the database', start, 'users have to sign in again'],
    [
      'what to do about callbacks of another module',
      start.replace('{ session: ({ session }) => session }', 'callbacks'),
      'If your callbacks use jwt or token, add .session',
    ],
    [
      'what to do about a session callback that is declared elsewhere',
      start.replace('({ session }) => session', 'toSession'),
      'If your callbacks use jwt or token, add .session',
    ],
    [
      'nothing about a strategy that is set',
      start.replace('.callbacks', ".session({ strategy: 'jwt' }).callbacks"),
      '',
    ],
  ])('authwright add with an adapter says %s', async (_, source, wanted) => {
    const { outcome, after } = await add('sqlite', { 'auth.ts': source })
    expect(outcome.output).toContain(wanted)
    expect(after['auth.ts']?.match(/strategy/g)?.length ?? 0).toBe(wanted === '' ? 1 : 0)
    if (wanted === '') expect(outcome.output).not.toMatch(/sign in again|If your callbacks use/)
  })

  it('authwright add passkeys leaves the options unchanged', async () => {
    const before = start.replace(
      '\n  .build()',
      '\n  .adapter(adapter)\n  .options({ experimental: { enableWebAuthn: false } })\n  .build()',
    )
    const { outcome, after } = await add('passkeys', { 'auth.ts': before })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('.provider(passkey())')
    expect(after['auth.ts']).toContain('.options({ experimental: { enableWebAuthn: false } })')
  })

  it('authwright add does not print an existing value with several lines', async () => {
    const key = 'MIGTAgEAMBMGByqGSM49AgEGCCqGSM49'
    const { outcome, after } = await add('google', {
      'auth.ts': start,
      '.env.local': `AUTH_APPLE_PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\n${key}\n${key}\n-----END PRIVATE KEY-----"\n`,
    })
    expect(after['.env.local']).toContain('AUTH_GOOGLE_ID=')
    expect(outcome.output).toContain('AUTH_GOOGLE_ID=')
    expect(outcome.output).not.toContain(key)
  })

  it.each([
    ['apple', 'Apple'],
    ['slack', 'Slack'],
  ])('authwright add %s prints no http: callback URL, which the provider refuses', async (id, name) => {
    const { outcome, after } = await add(id, { 'auth.ts': start })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(outcome.output + after['.env.local']).not.toContain('http://localhost')
    const url = `https://<your application>/api/auth/callback/${id}\n`
    expect(outcome.output).toContain(`  ${url}${name} refuses http: URLs`)
    expect(after['.env.local']).toContain(`the callback URL ${url}`)
  })

  it('add supports each provider of the catalogue, and its output can be parsed', async () => {
    const folder = project({ ...manifest, 'auth.ts': start })
    const ids = await providerIds()
    for (const id of ids) {
      expect(await authwright(['add', id, '--no-install'], folder), id).toMatchObject({ code: 0, error: '' })
    }
    const { 'auth.ts': auth = '', '.env.local': variables = '' } = filesOf(folder)
    parseModule('auth.ts', auth)
    expect(auth.match(/^ {2}\.provider\(/gm)).toHaveLength(ids.length)
    expect(variables).toContain('AUTH_42_SCHOOL_ID=')
    expect(variables).toContain('AUTH_APPLE_PRIVATE_KEY=')
    expect(variables).toContain('AUTH_AUTH0_ISSUER=')
  })

  it.each([
    ['sqlite', ".adapter(sqlite('auth.db'))"],
    ['pg', ".adapter(pg(process.env.DATABASE_URL ?? ''))"],
  ])('authwright add adds the adapter %s after the providers', async (name, step) => {
    const { folder, after } = await add(name, { 'auth.ts': start })
    expect(after['auth.ts']).toContain(`.provider(github())\n  ${step}\n  .callbacks(`)
    await authwright(['add', name, '--no-install'], folder)
    expect(filesOf(folder)).toEqual(after)
  })

  it('authwright add drizzle uses the client and the tables of the project', async () => {
    const db = `import { drizzle } from 'drizzle-orm/libsql'\n\nexport const db = drizzle('file:app.db')\n`
    const { folder, after } = await add('drizzle', {
      'auth.ts': start,
      'lib/db.ts': db,
      'tsconfig.json': '{}',
    })
    expect(after['auth.ts']).toContain("import { db } from './lib/db'")
    expect(after['auth.ts']).toContain(
      '.adapter(drizzle(db, { users, accounts, sessions, verificationTokens, authenticators, passwords }))',
    )
    expect(after['auth-schema.ts']).toContain('sqliteTable')
    await authwright(['add', 'drizzle', '--no-install'], folder)
    expect(filesOf(folder)).toEqual(after)
  })

  it.each(['sql-js', 'expo-sqlite', 'd1'])(
    'authwright add drizzle writes tables of SQLite for %s',
    async (driver) => {
      const db = `import { users } from 'drizzle-orm/zod'\nimport { drizzle } from 'drizzle-orm/${driver}'\n\nexport const db = drizzle(file)\n`
      const { after } = await add('drizzle', { 'auth.ts': start, 'db.ts': db })
      expect(after['auth-schema.js']).toContain('sqliteTable')
    },
  )

  it('authwright add kysely uses the client that the configuration exports without an import', async () => {
    const client = 'export const db = new Kysely<Database>({ dialect })'
    const { after } = await add('kysely', { 'auth.ts': start.replace('\n\nexport', `\n\n${client}\nexport`) })
    expect(after['auth.ts']).toContain(".adapter(kysely(db, { dialect: 'postgres'")
    expect(after['auth.ts']).not.toContain("from ''")
  })

  it('authwright add adds a provider to an array with a type assertion', async () => {
    const auth = (providers: string) =>
      `import { createAuth } from 'authwright'\nimport { github } from 'authwright/providers/github'\n${providers.includes('google') ? "import { google } from 'authwright/providers/google'\n" : ''}\nexport const auth = createAuth({ providers: [${providers}] as const } satisfies object).build()\n`
    const { after } = await add('google', { 'auth.ts': auth('github()') })
    expect(after['auth.ts']).toBe(auth('github(), google()'))
  })

  it('authwright add prisma does not add a model that the schema already has', async () => {
    const schema = 'model VerificationToken {\n  id String @id\n}\n'
    const { outcome, after } = await add('prisma', {
      'auth.ts': start,
      'db.ts': 'export const client = new PrismaClient()\n',
      'prisma/schema.prisma': schema,
    })
    expect(after['prisma/schema.prisma']).toBe(schema)
    expect(outcome.output).toContain('Compare your models with the output of npx authwright schema prisma.')
  })

  it.each([
    [
      'kysely',
      'export const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })\n',
      "kysely(db, { dialect: 'postgres'",
    ],
    ['prisma', 'export const client = new PrismaClient()\n', 'prisma(client)'],
    ['prisma', 'export const client =\nglobalThis.client ?? new PrismaClient()\n', 'prisma(client)'],
    ['drizzle', 'export const db = drizzle<Schema>(pool)\n', 'drizzle(db, {'],
  ])('authwright add uses the database client of the project: %s', async (name, text, call) => {
    const { after } = await add(name, { 'auth.ts': start, 'db.ts': text })
    expect(after['auth.ts']).toContain(`.adapter(${call}`)
    expect(after['auth.ts']).toContain("from './db'")
  })

  it.each([
    [
      'a session callback of the user',
      '.callbacks({ session: ({ session, token }) => ({ ...session, name: token.name }) })',
      "strategy: 'jwt' })\n  .callbacks({ session: ({ session, token }) => ({ ...session, name: token.name })",
    ],
    [
      'callbacks without session',
      '.callbacks({ signIn: () => true })',
      '.callbacks({ signIn: () => true, session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }) })',
    ],
    [
      'an id from the token',
      '.callbacks({ session: ({ session, token }) => ({ ...session, id: token.sub, user: { ...session.user, a: token.sub } }) })',
      'session: ({ session, user }) => ({ ...session, id: user.id, user: { ...session.user, a: user.id } })',
    ],
    [
      'sealed sessions',
      ".session({ strategy: 'jwt' })",
      ".session({ strategy: 'jwt' })\n  .callbacks({ session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }) })\n  .build()",
    ],
    [
      'no other step',
      '',
      ".adapter(sqlite('auth.db'))\n  .callbacks({ session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }) })\n  .build()",
    ],
  ])('authwright add lets the session contain the id of the user if there is %s', async (_, step, wanted) => {
    const source = start
      .replace('.callbacks({ session: ({ session }) => session })', step)
      .replace('  \n', '')
    const { after } = await add('sqlite', { 'auth.ts': source })
    expect(after['auth.ts']).toContain(wanted)
  })

  it('authwright add lets the session contain the id of the user if the configuration is an object', async () => {
    const { after } = await add('sqlite', {
      'auth.ts':
        "import { createAuth } from 'authwright'\n\nexport const auth = createAuth({ providers: [] }).build()\n",
    })
    expect(after['auth.ts']).toContain(
      "adapter: sqlite('auth.db'), callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }) } }",
    )
  })

  it.each([
    [
      'in an object that is spread',
      'createAuth({ ...base, providers: [] }).build()',
      'providers: [], adapter',
    ],
    ['in a variable', 'createAuth({ providers: [], callbacks: base }).build()', 'callbacks: base, adapter'],
    [
      'in an object that is spread into the callbacks',
      'createAuth({ providers: [], callbacks: { ...base } }).build()',
      '{ ...base }, adapter',
    ],
    [
      'in an object that is spread into a step',
      'createAuth().callbacks({ ...base }).build()',
      '.callbacks({ ...base })',
    ],
  ])('authwright add keeps callbacks that are declared elsewhere: %s', async (_, code, kept) => {
    const { after } = await add('sqlite', {
      'auth.ts': `import { createAuth } from 'authwright'\nimport { base } from './base'\n\nexport const auth = ${code}\n`,
    })
    expect(after['auth.ts']).toContain(kept)
    expect(after['auth.ts']).toContain('.callbacks({ session: ({ session, user }) => ')
    expect(after['auth.ts']).toMatch(/\}\)\.build\(\)\n$/)
  })

  it('authwright add does not replace providers of an object that the configuration spreads', async () => {
    const source = `import { createAuth } from 'authwright'\nimport { base } from './base'\n\nexport const auth = createAuth({ ...base, debug: true }).build()\n`
    const { outcome, after } = await add('github', { 'auth.ts': source })
    expect(outcome).toMatchObject({
      code: 1,
      error:
        'The configuration spreads another object, which may contain providers. Add github() by hand. Nothing was written.',
    })
    expect(after['auth.ts']).toBe(source)
  })

  it.each(['{}', '{ }', '{\n}'])(
    'authwright add fills an empty object without a comma at its end: %j',
    async (object) => {
      const source = `import { createAuth } from 'authwright'\n\nexport const auth = createAuth(${object}).build()\n`
      const provider = await add('github', { 'auth.ts': source })
      expect(provider.after['auth.ts']).toContain('createAuth({ providers: [github()] }).build()')
      const adapter = await add('sqlite', { 'auth.ts': source })
      expect(adapter.after['auth.ts']).toMatch(
        /createAuth\(\{ adapter: sqlite\('auth.db'\), callbacks: \{ .+ \} \}\)[.]build\(\)/,
      )
    },
  )

  it('authwright add keeps a comment in an empty object', async () => {
    const { after } = await add('sqlite', {
      'auth.ts': start.replace('{ session: ({ session }) => session }', '{ /* none yet */ }'),
    })
    expect(after['auth.ts']).toMatch(/callbacks\(\{ session: .*, \/\* none yet \*\/ \}\)/)
  })

  it.each([
    [
      'a variable',
      '{ const user = { id: token.sub }; return { ...session, user } }',
      '({ session, user: storedUser }) => { const user = { id: storedUser.id }; return { ...session, user } }',
    ],
    [
      'a parameter',
      '({ ...session, own: users.find((user) => user.id === token.sub) })',
      '({ session, user: storedUser }) => ({ ...session, own: users.find((user) => user.id === storedUser.id) })',
    ],
  ])(
    'authwright add sqlite renames the parameter `user` if a callback has %s with this name',
    async (_, body, wanted) => {
      const { after } = await add('sqlite', {
        'auth.ts': start.replace('({ session }) => session', `({ session, token }) => ${body}`),
      })
      expect(after['auth.ts']).toContain(wanted)
    },
  )

  it('authwright add drizzle imports a table under another name if the module already uses its name', async () => {
    const { after } = await add('drizzle', {
      'auth.ts': `import { users } from './tables'\nimport { db } from './client'\n${start}`,
      'db.ts': `import { drizzle } from 'drizzle-orm/libsql'\n\nexport const db = drizzle('file:app.db')\n`,
    })
    expect(after['auth.ts']).toContain(
      '.adapter(drizzle(authDb, { users: authUsers, accounts, sessions, verificationTokens, authenticators, passwords }))',
    )
    expect(after['auth.ts']).toContain(
      "import { accounts, authenticators, passwords, sessions, users as authUsers, verificationTokens } from './auth-schema'",
    )
    expect(after['auth.ts']).toContain("import { db as authDb } from './db'")
  })

  it.each([
    ["import { users } from './auth-schema'\n", 'import { users, accounts, '],
    ["import { users } from './auth-schema' // ours\n", 'import { users, accounts, '],
    ["import {\n  users,\n} from './auth-schema'\n", 'import {\n  users,\n  accounts,\n  sessions,\n'],
    ["import type { User } from './auth-schema'\n", "import type { User } from './auth-schema'\n"],
    ["import * as schema from './auth-schema'\n", "import * as schema from './auth-schema'\n"],
  ])('authwright add drizzle extends an import of the tables: %j', async (imports, wanted) => {
    const { after } = await add('drizzle', {
      'auth.ts': imports + start,
      'db.ts': `import { drizzle } from 'drizzle-orm/libsql'\n\nexport const db = drizzle('file:app.db')\n`,
    })
    expect(after['auth.ts']).toContain(wanted)
    expect(after['auth.ts']?.match(/import [^*t][^;]*?'.\/auth-schema'/g)).toHaveLength(1)
  })

  it('authwright add writes an import if only a comment of the module contains require()', () => {
    const module = parseModule('a.ts', '// Not require().\nexport const a = 1\n')
    addImport(module, 'b', 'c')
    expect(editedText(module)).toContain("import { b } from 'c'")
  })

  it('authwright add drizzle requires all tables in one statement in CommonJS', async () => {
    const { after } = await add('drizzle', {
      'auth.ts': `const { createAuth } = require('authwright')\n\nmodule.exports = createAuth().build()\n`,
      'db.ts': `import { drizzle } from 'drizzle-orm/libsql'\n\nexport const db = drizzle('file:app.db')\n`,
    })
    expect(after['auth.ts']?.match(/require\('\.\/auth-schema'\)/g)).toHaveLength(1)
  })

  it('authwright add password keeps the comments of an object, and indents the options of nodemailer()', async () => {
    const { after } = await add('password', {
      'auth.ts': `import { sqlite } from 'authwright/adapters/sqlite'
import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

export const auth = createAuth({
\tadapter: sqlite('auth.db'),
\tproviders: [
\t\tgithub(), // for employees
\t],
}).build()
`,
    })
    expect(after['auth.ts']).toContain(`
\tproviders: [
\t\tgithub(), // for employees
\t\tpassword(),
\t\tnodemailer({
\t\t\tserver: process.env.EMAIL_SERVER ?? '',
\t\t\tfrom: process.env.EMAIL_FROM ?? '',
\t\t}),
\t],
`)
  })

  it.each(['\n  providers: [],', '', '\n  providers: [\n    github() // all\n  ],'])(
    'authwright add password adds both providers to an object with %j',
    async (providers) => {
      const { after } = await add('password', {
        'auth.ts': `import { sqlite } from 'authwright/adapters/sqlite'
import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

export const auth = createAuth({
  adapter: sqlite('auth.db'),${providers}
}).build()
`,
      })
      const text = after['auth.ts'] ?? ''
      expect(text.match(/providers:/g)).toHaveLength(1)
      expect(text).toMatch(/\bpassword\(\),\s+nodemailer\(\{/)
      expect(() => parseModule('auth.ts', text)).not.toThrow()
    },
  )

  it('authwright add sqlite adds the adapter below a comment on the last property', async () => {
    const { after } = await add('sqlite', {
      'auth.ts': `import { createAuth } from 'authwright'

export const auth = createAuth({
  session: { maxAge: 60 }, // one minute
}).build()
`,
    })
    expect(after['auth.ts']).toContain(
      "  session: { maxAge: 60 }, // one minute\n  adapter: sqlite('auth.db'),\n  callbacks: {",
    )
  })

  it.each([
    [".session({ maxAge: 60 }).session({ strategy: 'jwt' })", 'token.sub', 1],
    [".session({ strategy: 'jwt' }).session({ strategy: 'database' })", 'user.id', 2],
    [".session({ strategy: 'jwt' as const })", 'token.sub', 1],
    [".session({ strategy: 'jwt' } satisfies object)", 'token.sub', 1],
    ['.session({ ...shared })', 'user.id', 0],
  ])('authwright add sqlite reads the strategy of %s', async (sessions, id, count) => {
    const { outcome, after } = await add('sqlite', {
      'auth.ts': start.replace('.callbacks({ session: ({ session }) => session })', sessions),
    })
    expect(after['auth.ts']).toContain(id)
    expect(after['auth.ts']?.match(/strategy/g)?.length ?? 0).toBe(count)
    expect(outcome.output).not.toContain('Sessions are in the database now')
  })

  it('authwright add ignores a module that cannot be parsed when it searches for the database client', async () => {
    const files = { 'a.ts': 'new PrismaClient(', 'db.ts': 'export const client = new PrismaClient()\n' }
    const { after } = await add('prisma', { 'auth.ts': start, ...files })
    expect(after['auth.ts']).toContain('.adapter(prisma(client)')
  })

  it.each([
    ['const client = new PrismaClient()\nexport { client }\n', 'client'],
    ['const client = globalThis.db ?? new PrismaClient()\nexport { client as db, other }\n', 'db'],
    ["export { client } from './generated'\nconst client = new PrismaClient()\n", undefined],
  ])('add prisma finds the client that a module exports after its declaration: %j', async (text, name) => {
    const { outcome, after } = await add('prisma', { 'auth.ts': start, 'lib/db.ts': text })
    expect(outcome.code).toBe(name === undefined ? 1 : 0)
    if (name === undefined) expect(after['auth.ts']).toBe(start)
    else expect(after['auth.ts']).toContain(`import { ${name} } from './lib/db'`)
  })

  it('add writes BUNGIE_API_KEY for bungie(), and doctor reports it if it is missing', async () => {
    const { folder, outcome, after } = await add('bungie', { 'auth.ts': start })
    expect(after['auth.ts']).toContain("bungie({ apiKey: process.env.BUNGIE_API_KEY ?? '' })")
    expect(after['.env.local']).toContain('\nAUTH_BUNGIE_SECRET=\nBUNGIE_API_KEY=\n')
    expect(outcome.output).toContain(
      'Then set AUTH_BUNGIE_ID, AUTH_BUNGIE_SECRET, BUNGIE_API_KEY in .env.local.',
    )
    writeFiles(folder, { '.env.local': 'AUTH_BUNGIE_ID=a\nAUTH_BUNGIE_SECRET=b\n' })
    const { output } = await authwright(['doctor', '--offline'], folder)
    expect(output).toContain('✗ bungie: BUNGIE_API_KEY is not set.')
  })

  it('add writes no file of another package, and says where to run the command', async () => {
    const folder = project({ 'web/package.json': manifest['package.json'], 'shared/auth.ts': start })
    const args = ['add', 'google', '--no-install', '--file', '../shared/auth.ts']
    const { code, error } = await authwright(args, path.join(folder, 'web'))
    expect({ code, error }).toEqual({
      code: 1,
      error:
        '../shared/auth.ts is outside of the project. Run the command in the package of this file. Nothing was written.',
    })
    expect(filesOf(folder)['shared/auth.ts']).toBe(start)
  })

  it('add reports a missing database client', async () => {
    const { outcome, after } = await add('prisma', { 'auth.ts': start })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain('exports a client of Prisma')
    expect(after['auth.ts']).toBe(start)
  })

  it('authwright add refuses a second adapter', async () => {
    const { folder } = await add('sqlite', { 'auth.ts': start })
    const { code, error } = await authwright(['add', 'pg', '--no-install'], folder)
    expect(code).toBe(1)
    expect(error).toContain('already has an adapter')
  })

  it.each(['passkeys', 'email', 'resend'])('authwright add requires an adapter before %s', async (name) => {
    const { outcome, after } = await add(name, { 'auth.ts': start })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain('npx authwright add sqlite')
    expect(after['auth.ts']).toBe(start)
  })

  it.each([
    ['next', 'A sign-in page of your own', 'pages.md'],
    ['hono', 'In Hono', 'pages.md'],
    ['express', 'In Express', 'pages.md'],
    ['@sveltejs/kit', 'Signing in and out', 'sveltekit.md'],
    ['@solidjs/start', 'A complete configuration', 'solid-start.md'],
    ['nuxt', 'A sign-in page of your own', 'nuxt.md'],
    ['astro', 'A page of your own', 'passkeys.md'],
  ])('authwright add passkeys points users of %s to "%s" in %s', async (dependency, heading, page) => {
    const dependencies = { [dependency]: '1.0.0' }
    const folder = project({ 'package.json': JSON.stringify({ dependencies }), 'auth.ts': start })
    for (const name of ['sqlite', 'passkeys']) {
      const { output } = await authwright(['add', name, '--no-install', '--file', 'auth.ts'], folder)
      if (name === 'sqlite') continue
      expect(output).toContain(`see "${heading}" in node_modules/authwright/docs/${page}.`)
      expect(namedSections(output)).toContainEqual({ heading, isInDocs: true })
    }
  })

  it('authwright add adds passkeys, and sign-in by e-mail with its variables', async () => {
    const { folder } = await add('sqlite', { 'auth.ts': start })
    const passkeys = await authwright(['add', 'passkeys'], folder)
    expect(passkeys.executed).toEqual(['npm i @simplewebauthn/server'])
    expect(passkeys.output).toContain('/auth/account')
    const email = await authwright(['add', 'email', '--no-install'], folder)
    expect(email.output).toContain('In development, mails are printed in the terminal until')
    for (const { output } of [passkeys, email]) expect(output).toContain('server is running, restart it')
    const after = filesOf(folder)
    expect(after['auth.ts']).toContain('.provider(passkey())')
    expect(after['auth.ts']).not.toContain('experimental')
    expect(after['auth.ts']).toContain(
      `  .provider(nodemailer({
    server: process.env.EMAIL_SERVER ?? '',
    from: process.env.EMAIL_FROM ?? '',
  }))`,
    )
    // Empty, so that mails are printed in development.
    expect(after['.env.local']).toContain('EMAIL_SERVER=\nEMAIL_FROM=\n')
    for (const name of ['passkeys', 'email']) await authwright(['add', name, '--no-install'], folder)
    expect(filesOf(folder)).toEqual(after)
  })

  it.each([
    ['passkeys', '@simplewebauthn/server', 'passkey()'],
    ['email', 'nodemailer', 'nodemailer()'],
    ['password', '@node-rs/argon2', 'password()'],
    ['sqlite', '@libsql/client', 'sqlite()'],
  ])('authwright add %s says which step the configuration already has', async (name, dependency, step) => {
    const dependencies = {
      next: '16.0.0',
      '@libsql/client': '1.0.0',
      nodemailer: '8.0.0',
      [dependency]: '1.0.0',
    }
    const files = { 'package.json': JSON.stringify({ dependencies }), 'auth.ts': start }
    const { folder } = await add('sqlite', files)
    await authwright(['add', name, '--no-install'], folder)
    const again = await authwright(['add', name, '--no-install'], folder)
    expect(again.output).toBe(`auth.ts already has ${step}. Nothing changed.\n`)
  })

  it('authwright add reads variables from $env/dynamic/private in SvelteKit', async () => {
    const folder = project({
      'package.json': '{ "devDependencies": { "@sveltejs/kit": "^2.0.0" } }',
      'src/auth.js': start.replace('/next', '/sveltekit'),
    })
    await authwright(['add', 'pg', '--no-install'], folder)
    const auth = filesOf(folder)['src/auth.js']
    expect(auth).toContain("import { env } from '$env/dynamic/private'")
    expect(auth).toContain("pg(env.DATABASE_URL ?? '')")
  })

  it.each([
    {
      name: '@sveltejs/kit',
      entry: '/sveltekit',
      page: 'src/routes/account/+page.svelte',
      link: '<a data-sveltekit-reload style="color: inherit" href="/auth/account">',
    },
    {
      name: '@solidjs/start',
      entry: '/solid-start',
      page: 'src/routes/account.tsx',
      link: '<a rel="external" style="color: inherit" href="/api/auth/account">',
    },
  ])(
    'authwright add sqlite adds a link to the account page that the router of $name does not handle',
    async (framework) => {
      const { name, entry, page, link } = framework
      const folder = project({
        'package.json': JSON.stringify({ devDependencies: { [name]: '^2.0.0' } }),
        'src/auth.js': start.replace('/next', entry),
        [page]: '<h1>Signed in.</h1>\n<SignInButton />\n',
      })
      await authwright(['add', 'sqlite', '--no-install'], folder)
      expect(filesOf(folder)[page]).toContain(link)
    },
  )

  it('authwright add --dry-run shows the difference and writes nothing', async () => {
    const { outcome, after } = await add('google', { 'auth.ts': start }, '--dry-run')
    expect(outcome.output).toContain('+  .provider(google())')
    expect(after).toEqual({ ...manifest, 'auth.ts': start })
  })

  it.each([
    ['mysql', 'Use kysely or drizzle'],
    ['mongodb', '@auth/mongodb-adapter'],
    ['postgres', 'npx authwright add pg'],
  ])('add suggests a replacement for %s', async (name, wanted) => {
    const { outcome, after } = await add(name, { 'auth.ts': start })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain(wanted)
    expect(after['auth.ts']).toBe(start)
  })

  it.each([
    ['gogle', 'google'],
    ['passkey5', 'passkeys'],
    ['pasword', 'password'],
  ])('add suggests the name with a spelling similar to %s', async (typed, meant) => {
    const { outcome } = await add(typed, { 'auth.ts': start })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain(meant)
  })

  it.each([
    ['no configuration', {}],
    [
      'a module without createAuth',
      { 'auth.ts': "import { AuthError } from 'authwright'\nexport { AuthError }\n" },
    ],
    ['a syntax error', { 'auth.ts': `${start}\nexport const x = (` }],
  ])('authwright add writes nothing if there is %s', async (_, files) => {
    const { outcome, after } = await add('google', files)
    expect(outcome.code).toBe(1)
    expect(after).toEqual({ ...manifest, ...files })
  })
})

describe.each(['Next.js 16, App Router', 'Next.js, Pages Router'])(
  'authwright add in %s with ESLint',
  (name) => {
    it('authwright add turns off the rule of eslint-config-next above each link to a built-in page', async () => {
      const files: Readonly<Record<string, string>> = shapes.find((shape) => shape.name === name)?.files ?? {}
      const eslint = { devDependencies: { 'eslint-config-next': '16.0.0' } }
      const withEslint = { ...JSON.parse(files['package.json'] ?? ''), ...eslint }
      const page = async (manifest: object) => {
        const root = project({ ...files, 'package.json': JSON.stringify(manifest) })
        await authwright(['init', '--yes', '--no-install'], root)
        await authwright(['add', 'sqlite', '--no-install'], root)
        const [, text = ''] = Object.entries(filesOf(root)).find(([file]) => /account.*tsx$/.test(file)) ?? []
        return text
      }
      const rule = /eslint-disable(?:-next-line)? @next\/next\/no-html-link-for-pages -- .* \*\//
      const text = await page(withEslint)
      const [comment = '', ...others] = text.match(new RegExp(rule, 'g')) ?? []
      expect(others).toEqual([])
      expect(text).toContain('"/api/auth/account"')
      if (comment.includes('next-line'))
        expect(text).toMatch(new RegExp(`${rule.source}\\}\\n *<a .*"/api/auth/account"`))
      else expect(text.startsWith(`/* ${comment}\n`)).toBe(true)
      expect(await page({ ...withEslint, devDependencies: {} })).not.toContain('eslint')
    })
  },
)

describe.each(shapes)('authwright add in $name', ({ files, folder = '.' }) => {
  it('add extends the output of init by a provider and a database, keeps every line, and adds nothing twice', async () => {
    const root = project(files)
    const cwd = path.join(root, folder)
    await authwright(['init', '--yes', '--no-install'], cwd)
    const before = filesOf(root)
    for (const name of ['google', 'sqlite']) {
      const { code, error } = await authwright(['add', name, '--no-install'], cwd)
      expect({ code, error }).toEqual({ code: 0, error: '' })
    }
    const after = filesOf(root)
    const changed = Object.keys(after).filter((file) => after[file] !== before[file])
    const [configuration = ''] = changed.filter((file) => /(^|\/)auth[.][a-z]+$/.test(file))
    // The account page that `init` wrote gets a link to the built-in account page, which needs a database.
    const page = changed.find((file) => /\baccount\b/.test(file)) ?? ''
    expect(after[page]).toMatch(
      /<p.*><a .*href="(?:[/]api)?[/]auth[/]account">Manage your account<[/]a><[/]p>/,
    )
    expect(changed.map((file) => path.basename(file)).sort()).toEqual(
      [
        path.basename(page),
        path.basename(configuration),
        before['.env'] === undefined ? '.env.local' : '.env',
        '.gitignore',
      ].sort(),
    )
    expect(after[configuration]).toMatch(
      /\.provider\(google\(.*\)\)\s+\.adapter\(sqlite\(["']auth\.db["']\)\)/s,
    )
    for (const [file, text] of Object.entries(before)) {
      const lines = (after[file] ?? '').split('\n')
      // With a database, the id of the user is no longer in a token.
      const kept = text.replace(/\btoken( \}\) => .*)token[.]sub\b/, 'user$1user.id')
      for (const line of kept.trimEnd().split('\n')) expect(lines, file).toContain(line)
    }
    expect(after[configuration]).toContain('user: { ...session.user, id: user.id }')
    for (const name of ['google', 'sqlite']) {
      const { output } = await authwright(['add', name, '--no-install'], cwd)
      expect(output).not.toMatch(/Wrote|@@/)
    }
    expect(filesOf(root)).toEqual(after)
  })
})
