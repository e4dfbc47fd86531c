import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseModule } from '../../cli/edit/module.js'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { shapes } from './shapes.js'
import { authwright, type Files, filesOf, project } from './support/command.js'

const next = { 'package.json': '{ "type": "module", "dependencies": { "next": "16.0.0" } }' }
const typescript = { ...next, 'tsconfig.json': '{}' }
const start = `import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { sqlite } from 'authwright/adapters/sqlite'

export const { handlers, auth } = createAuth()
  .provider(github())
  .adapter(sqlite('auth.db'))
  .callbacks({ session: ({ session }) => session })
  .build()
`
const names = ['adapter', 'password-providers', 'passwords', 'users']

async function add(files: Files, ...args: string[]) {
  const folder = project({ ...typescript, ...files })
  const outcome = await authwright(['add', 'password', '--no-install', ...args], folder)
  return { folder, outcome, after: filesOf(folder) }
}

/** The files that are not as before. */
function changed(before: Files, after: Files): readonly string[] {
  return Object.keys(after).filter((file) => after[file] !== before[file])
}

/** A configuration, and what it is afterwards. */
const sources: Record<string, [before: string, after: string]> = {
  'a chain of several lines': [
    start,
    `import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { adapter } from './adapter'
import { password, signUp } from './password-providers'

export const { handlers, auth } = createAuth()
  .provider(github())
  .provider(password)
  .provider(signUp)
  .adapter(adapter)
  .callbacks({ session: ({ session }) => session })
  .build()
`,
  ],
  'a chain of one line, with names that are taken': [
    `import { sqlite, type SqliteAdapter } from "authwright/adapters/sqlite";\nimport { createAuth } from "authwright";\nconst adapter = 1;\nexport const { signUp } = createAuth().adapter(sqlite("auth.db")).build() as unknown as { signUp: SqliteAdapter };\n`,
    `import { type SqliteAdapter } from "authwright/adapters/sqlite";\nimport { createAuth } from "authwright";\nimport { adapter as authAdapter } from "./adapter";\nimport { password, signUp as signUpProvider } from "./password-providers";\nconst adapter = 1;\nexport const { signUp } = createAuth().provider(password).provider(signUpProvider).adapter(authAdapter).build() as unknown as { signUp: SqliteAdapter };\n`,
  ],
  'the object form': [
    `import { createAuth } from 'authwright'\nimport { sqlite } from 'authwright/adapters/sqlite'\nimport { github } from 'authwright/providers/github'\n\nexport const auth = createAuth({\n  providers: [\n    github(), // all\n  ],\n  adapter: sqlite({ file: 'auth.db' }),\n}).build()\n`,
    `import { createAuth } from 'authwright'\nimport { adapter } from './adapter'\nimport { github } from 'authwright/providers/github'\nimport { password, signUp } from './password-providers'\n\nexport const auth = createAuth({\n  providers: [\n    github(),\n    password,\n    signUp, // all\n  ],\n  adapter,\n}).build()\n`,
  ],
  'the object form without providers': [
    `import { createAuth } from 'authwright'\nimport { sqlite } from 'authwright/adapters/sqlite'\n\nexport const auth = createAuth({ adapter: sqlite('auth.db') }).build()\n`,
    `import { createAuth } from 'authwright'\nimport { adapter } from './adapter'\nimport { password, signUp } from './password-providers'\n\nexport const auth = createAuth({ adapter, providers: [password, signUp] }).build()\n`,
  ],
  'a function of the request': [
    `import { createAuth } from 'authwright'\nimport { sqlite } from 'authwright/adapters/sqlite'\n\nexport const auth = createAuth((request) =>\n  createAuth().adapter(sqlite('auth.db')).options({ debug: request.url === '' })).build()\n`,
    `import { createAuth } from 'authwright'\nimport { adapter } from './adapter'\nimport { password, signUp } from './password-providers'\n\nexport const auth = createAuth((request) =>\n  createAuth().provider(password).provider(signUp).adapter(adapter).options({ debug: request.url === '' })).build()\n`,
  ],
  CommonJS: [
    `'use strict'\nconst { createAuth } = require('authwright')\nconst { sqlite } = require('authwright/adapters/sqlite')\n\nmodule.exports = createAuth().adapter(sqlite('auth.db')).build()\n`,
    `'use strict'\nconst { createAuth } = require('authwright')\nconst { adapter } = require('./adapter')\nconst { password, signUp } = require('./password-providers')\n\nmodule.exports = createAuth().provider(password).provider(signUp).adapter(adapter).build()\n`,
  ],
  'a client of the user': [
    `import { createAuth } from 'authwright'\nimport { pg as postgres } from 'authwright/adapters/pg'\nimport { pool, type Pool } from './db'\n\nexport type { Pool }\nexport const auth = createAuth().adapter(postgres(pool)).build()\n`,
    `import { createAuth } from 'authwright'\nimport { adapter } from './adapter'\nimport { type Pool } from './db'\nimport { password, signUp } from './password-providers'\n\nexport type { Pool }\nexport const auth = createAuth().provider(password).provider(signUp).adapter(adapter).build()\n`,
  ],
}

/** Lines without what a formatter decides, and without the name of the file. */
const unformatted = (code: string) =>
  code.replace(/^\/\/ [\w.-]+\n/, '').replaceAll(/[\s;]+|,(?=\s*[)\]}])/g, '')

describe('authwright add password', () => {
  it.each(Object.entries(sources))(
    'adds the adapter and both providers to %s',
    async (_, [before, wanted]) => {
      const files = { ...typescript, 'auth.ts': before }
      const { folder, outcome, after } = await add(files)
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(after['auth.ts']).toBe(wanted)
      expect(changed(files, after)).toEqual([
        'adapter.ts',
        'auth.ts',
        'password-providers.ts',
        'passwords.ts',
        'users.ts',
      ])
      for (const name of names) {
        parseModule(`${name}.ts`, after[`${name}.ts`] ?? '')
        expect(outcome.output).toContain(`\n  ${name}.ts\n`)
      }
      expect(outcome.output).toContain('Open http://localhost:3000/api/auth/signin')

      for (const name of ['password', 'passwords']) {
        const again = await authwright(['add', name, '--no-install'], folder)
        expect(again.output).toBe('password is in auth.ts already. Nothing changed.\n')
      }
      expect(filesOf(folder)).toEqual(after)
    },
  )

  it('writes the files of docs/guides/own-passwords.md', async () => {
    const { after } = await add({ 'auth.ts': start })
    const blocks = codeBlocks(readFileSync('docs/guides/own-passwords.md', 'utf8'))
    const documented = (file: string) => blocks.find((block) => block.file === file)?.code ?? ''
    for (const file of ['passwords.ts', 'password-providers.ts', 'database/adapter.ts', 'database/users.ts'])
      expect(unformatted(after[path.basename(file)] ?? ''), file).toBe(unformatted(documented(file)))
  })

  it.each([
    ["sqlite({ file: 'auth.db' })", "sqlite({ file: 'auth.db', user: { passwordHash: 'text' } })"],
    ['sqlite("it\'s.db")', "sqlite(\"it's.db\", { user: { passwordHash: 'text' } })"],
    [
      "pg(process.env.DATABASE_URL ?? '')",
      "pg(process.env.DATABASE_URL ?? '', { user: { passwordHash: 'text' } })",
    ],
    ["sqlite(join('.', path))", "sqlite(join('.', path), { user: { passwordHash: 'text' } })"],
    [
      'sqlite(((path) => path)(databases.path))',
      "sqlite(((path) => path)(databases.path), { user: { passwordHash: 'text' } })",
    ],
  ])('moves %s with what it imports', async (call, moved) => {
    const imports = `import { join } from 'node:path'\nimport path from './path'\nimport * as databases from './databases'\n`
    const name = call.slice(0, call.indexOf('('))
    const { outcome, after } = await add({
      'auth.ts': `${imports}${start.replace("sqlite('auth.db')", call).replaceAll(/sqlite(?= \}|')/g, name)}console.log(join, path, databases)\n`,
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['adapter.ts']).toContain(`export const adapter = ${moved}\n`)
    expect(after['adapter.ts']).toContain(`import { ${name} } from 'authwright/adapters/${name}'\n`)
    expect(
      after['adapter.ts']?.includes("import { join } from 'node:path'\nimport path from './path'\n"),
    ).toBe(call.includes('join'))
    expect(after['adapter.ts']?.includes("import * as databases from './databases'\n")).toBe(
      call.includes('databases'),
    )
    expect(after['auth.ts']).toContain(imports)
  })

  it('imports what is beside it by a relative path, also where there is an alias', async () => {
    const { outcome, after } = await add({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/auth.ts': start,
      'src/app/layout.tsx': '',
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['src/auth.ts']).toContain("import { adapter } from './adapter'\n")
    expect(after['src/password-providers.ts']).toContain("from './passwords'\n")
    expect(after['src/users.ts']).toContain("import { adapter } from './adapter'\n")
  })

  it('moves env of SvelteKit, and writes JavaScript without types in JavaScript', async () => {
    const folder = project({
      'package.json': '{ "devDependencies": { "@sveltejs/kit": "^2.0.0" } }',
      'src/auth.js': start.replace('/next', '/sveltekit').replace(/^.*sqlite.*\n/gm, ''),
    })
    await authwright(['add', 'pg', '--no-install'], folder)
    const { code, output } = await authwright(['add', 'password', '--no-install'], folder)
    expect(code).toBe(0)
    expect(output).toContain('http://localhost:5173/auth/signin')
    const after = filesOf(folder)
    expect(after['src/adapter.js']).toBe(`import { env } from '$env/dynamic/private'
import { pg } from 'authwright/adapters/pg'

export const adapter = pg(env.DATABASE_URL ?? '', { user: { passwordHash: 'text' } })
`)
    expect(after['src/auth.js']).not.toMatch(/\benv\b|\bpg\b|\n\n\n|^\n/)
    // Only the types are left out: what is there is the source in TypeScript without them.
    const { after: typed } = await add({ 'auth.ts': start })
    for (const name of ['passwords', 'password-providers', 'users']) {
      const source = typed[`${name}.ts`] ?? ''
      const bare = source
        .replaceAll(
          /: (?:Promise<\w+>|ScryptOptions|Buffer|string(?: \| null)?(?: \| undefined)?)(?=[,) ]| \{)/g,
          '',
        )
        .replaceAll(/type ScryptOptions, |<Buffer>/g, '')
      expect(after[`src/${name}.js`], name).toBe(bare)
    }
  })

  it('shows the differences and writes nothing by --dry-run', async () => {
    const files = { ...typescript, 'auth.ts': start }
    const { outcome, after } = await add(files, '--dry-run')
    expect(outcome.output).toContain('+  .provider(signUp)')
    expect(outcome.output).toContain('+++ b/users.ts')
    expect(after).toEqual(files)
  })

  it.each([
    ['a chain', start.replace('  .callbacks', "  .pages({ signIn: '/login' })\n  .callbacks")],
    [
      'an object',
      "import { createAuth } from 'authwright'\nimport { sqlite } from 'authwright/adapters/sqlite'\nexport const auth = createAuth({ adapter: sqlite('auth.db'), pages: { signIn: '/login' } }).build()\n",
    ],
  ])('names the forms to add to a sign-in page of the user in %s', async (_, auth) => {
    const { outcome } = await add({ 'auth.ts': auth })
    expect(outcome.output).toContain('"A sign-in page of your own" in node_modules/authwright/docs/pages.md')
    expect(outcome.output).not.toContain('/api/auth/signin')
  })

  it('takes the configuration that --file names', async () => {
    const { after } = await add({ 'server/login.ts': start }, '--file', 'server/login.ts')
    expect(after['server/login.ts']).toContain("import { adapter } from './adapter'")
    for (const name of names) expect(after).toHaveProperty([`server/${name}.ts`])
  })

  it('completes an adapter that has the column, in a module of the user', async () => {
    const files = {
      ...typescript,
      'auth.ts': start
        .replace("sqlite('auth.db')", 'db')
        .replace(/import \{ sqlite.*/, "import { store as db } from './lib/store'"),
      'lib/store.ts': `import { sqlite } from 'authwright/adapters/sqlite'\n\nexport const store = sqlite('auth.db', { user: { role: 'text', passwordHash: 'text' } })\n`,
    }
    const { folder, outcome, after } = await add(files)
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(changed(files, after)).toEqual(['auth.ts', 'password-providers.ts', 'passwords.ts', 'users.ts'])
    expect(after['users.ts']).toContain("import { store as adapter } from './lib/store'")
    expect(after['auth.ts']).toContain('.provider(password)\n  .provider(signUp)\n  .adapter(db)')
    await authwright(['add', 'password', '--no-install'], folder)
    expect(filesOf(folder)).toEqual(after)
  })

  it('writes a file again that is missing, and keeps what the user has changed in the others', async () => {
    const { after } = await add({ 'auth.ts': start })
    const { 'passwords.ts': passwords, ...rest } = after
    const files = { ...rest, 'users.ts': `${after['users.ts']}// ours\n` }
    const { after: completed } = await add(files)
    expect(completed).toEqual({ ...files, 'passwords.ts': passwords })
  })

  it('completes files without a configuration that has them, however they are formatted', async () => {
    const { after } = await add({ 'auth.ts': start })
    const { 'users.ts': users, ...rest } = after
    const doubled = (rest['passwords.ts'] ?? '').replaceAll("'", '"').replaceAll(/\)\n/g, ');\n')
    const files = { ...rest, 'auth.ts': start, 'passwords.ts': doubled }
    const { outcome, after: completed } = await add(files)
    expect(outcome.error).toBe('')
    expect(completed).toEqual({ ...after, 'passwords.ts': doubled })
  })

  it.each(names)('refuses before it writes anything where there is another %s.ts', async (name) => {
    const files = { ...typescript, 'auth.ts': start, [`${name}.ts`]: 'export const ours = 1\n' }
    const { outcome, after } = await add(files)
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain(`${name}.ts is there already`)
    expect(outcome.error).toContain('node_modules/authwright/docs/guides/own-passwords.md')
    expect(after).toEqual(files)
  })

  const inline = "sqlite('auth.db')"
  const own = `import { drizzle } from 'authwright/adapters/drizzle'\nimport { db } from './db'\n`
  it.each([
    [
      'no adapter',
      start.replace(/ {2}\.adapter.*\n/, ''),
      'npx authwright add sqlite or another adapter first',
    ],
    ['Drizzle', own + start.replace(inline, 'drizzle(db, {})'), 'drizzle() is not written'],
    ['columns of the user', start.replace(inline, "sqlite('auth.db', { user: {} })"), 'has options of yours'],
    ['columns in an object', start.replace(inline, "sqlite({ file: '', user: {} })"), 'has options of yours'],
    [
      'a variable',
      `${start.replace(inline, 'own')}const own = sqlite('auth.db')\n`,
      'The adapter own is not',
    ],
    [
      'a variable in its argument',
      `${start.replace(inline, "sqlite(own + '.db')")}const own = ''\n`,
      'needs own of that file',
    ],
    [
      'a parameter in its argument',
      start
        .replace('createAuth()', 'createAuth(({ url }) => createAuth()')
        .replace(inline, 'sqlite(url)')
        .replace('.build()', ').build()'),
      'needs url of that file',
    ],
    ['a condition', start.replace(inline, 'on && sqlite()'), 'is not written in the configuration'],
    [
      'providers in a variable',
      `import { createAuth } from 'authwright'\nimport { sqlite } from 'authwright/adapters/sqlite'\nimport { providers } from './own'\nexport const auth = createAuth({ providers, adapter: sqlite('auth.db') }).build()\n`,
      'by hand',
    ],
  ])('writes nothing where there is %s, and says what to do', async (_, auth, message) => {
    const files = { ...typescript, 'auth.ts': auth }
    const { outcome, after } = await add(files)
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain(message)
    if (!message.includes('npx') && message !== 'by hand') {
      expect(outcome.error).toContain('passwordHash')
      expect(outcome.error).toContain(
        '"With sessions in a database" in node_modules/authwright/docs/guides/own-passwords.md',
      )
    }
    expect(after).toEqual(files)
  })

  it('names the column that an adapter of another module lacks', async () => {
    const { outcome } = await add({
      'auth.ts': `import { adapter } from './store'\n${start.replace(inline, 'adapter')}`,
      'store.ts': `import { sqlite } from 'authwright/adapters/sqlite'\nexport const adapter = sqlite('auth.db')\n`,
    })
    expect(outcome.error).toContain('The adapter in store.ts has no column')
    expect(outcome.error).toContain("{ user: { passwordHash: 'text' } } as its second argument")
  })

  it('is what the name credentials leads to', async () => {
    const folder = project({ ...next, 'auth.ts': start })
    const { code, error } = await authwright(['add', 'credentials', '--no-install'], folder)
    expect(code).toBe(1)
    expect(error).toContain('npx authwright add password')
    expect(error).toContain('node_modules/authwright/docs/guides/own-passwords.md')
  })
})

describe.each(shapes)('authwright add password in $name', ({ files, folder = '.' }) => {
  it('writes files in the style of the project beside what init wrote, and changes nothing again', async () => {
    const root = project(files)
    const cwd = path.join(root, folder)
    await authwright(['init', '--yes', '--no-install', '--adapter', 'sqlite'], cwd)
    const before = filesOf(root)
    const { code, error } = await authwright(['add', 'password', '--no-install'], cwd)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    const after = filesOf(root)
    const written = changed(before, after)
    const auth = written.find((file) => /(^|\/)auth[.][a-z]+$/.test(file)) ?? ''
    const extension = path.extname(auth)
    expect(written.map((file) => path.relative(path.dirname(auth), file))).toEqual(
      ['adapter', 'auth', 'password-providers', 'passwords', 'users'].map((name) => name + extension),
    )
    expect(after[auth]).not.toContain('sqlite')
    const quotes = new Set(after[path.join(path.dirname(auth), `adapter${extension}`)]?.match(/['"]/g))
    expect([...quotes]).toHaveLength(1)
    for (const file of written) parseModule(file, after[file] ?? '')
    await authwright(['add', 'password', '--no-install'], cwd)
    expect(filesOf(root)).toEqual(after)
  })
})
