import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { npm, runNode } from '../../scripts/lib/run.mjs'
import { type Shape, shapes } from '../cli/shapes.js'
import { users, whole } from '../cli/support/auth-js.js'
import { authwright, writeFiles } from '../cli/support/command.js'

const root = path.resolve('.')
let folder = ''

beforeAll(async () => {
  mkdirSync('temp', { recursive: true })
  folder = mkdtempSync(path.join(root, 'temp/command-line-'))
  // Installs packages that only these tests need. Applications in subfolders find them.
  const { code, output } = await npm([
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    'hono@4.13.19',
    'express@5.3.0',
    '@types/express@5.0.6',
  ])
  if (code !== 0) throw new Error(`Hono and Express could not be installed:\n${output}`)
  // Vite does not support a package that imports itself.
  symlinkSync(root, path.join(folder, 'node_modules/authwright'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const flags = ['--provider', 'github,keycloak', '--adapter', 'sqlite']

it.each(
  shapes
    .filter(({ check }) => check !== 'generated application')
    .flatMap((shape) =>
      [[], flags].map((args) => ({
        ...shape,
        args,
        title: args.length === 0 ? '' : 'with a database, and add password,',
      })),
    ),
)(
  'the files that `init` $title writes in $name pass a strict type check',
  { timeout: 300_000 },
  async ({ files, folder: inside = '.', check, args }) => {
    // In a folder below the repository, an application finds the package and its dependencies.
    const project = mkdtempSync(path.join(folder, 'application-'))
    writeFiles(project, files)
    symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
    const cwd = path.join(project, inside)
    const { code, error } = await authwright(['init', '--yes', '--no-install', ...args], cwd)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    if (args.length > 0) {
      const added = await authwright(['add', 'password', '--no-install'], cwd)
      expect(added).toMatchObject({ code: 0, error: '' })
    }
    const target = path.join(project, inside === '.' ? '' : 'apps/web')
    if (!existsSync(path.join(target, 'tsconfig.json'))) checkJavaScript(target, check)
    if (check === 'svelte-check') {
      await run(['node_modules/@sveltejs/kit/svelte-kit.js', 'sync'], target)
      await run(['node_modules/svelte-check/bin/svelte-check', '--fail-on-warnings'], target)
    } else await run(['node_modules/typescript/bin/tsc', '-p', '.'], target)
  },
)

/** Checks an application in JavaScript with the compiler. Its parameters have no types. */
function checkJavaScript(target: string, check: Shape['check']): void {
  const extended = existsSync(path.join(target, 'jsconfig.json')) ? { extends: './jsconfig.json' } : {}
  const checks = { allowJs: true, checkJs: true, strict: true, noImplicitAny: false, skipLibCheck: true }
  const ofTsc = {
    compilerOptions: {
      ...checks,
      target: 'es2022',
      lib: ['dom', 'dom.iterable', 'esnext'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'preserve',
      noEmit: true,
      types: ['node'],
    },
    include: ['**/*.js', '**/*.jsx', '**/*.mjs', '*.d.ts'],
    exclude: ['node_modules'],
  }
  const tsconfig = check === 'tsc' ? ofTsc : { compilerOptions: checks }
  writeFiles(target, { 'tsconfig.json': JSON.stringify({ ...extended, ...tsconfig }) })
}

it.each([[[]], [['--imports']]])(
  'the files written by `migrate` %j pass a strict type check',
  { timeout: 300_000 },
  async (args) => {
    const project = mkdtempSync(path.join(folder, 'application-'))
    const compilerOptions = {
      strict: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['dom', 'esnext'],
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
    }
    writeFiles(project, {
      'package.json': '{ "dependencies": { "next": "16.0.0", "next-auth": "5.0.0-beta.29" } }',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
      'auth.ts': whole,
      'users.ts': users,
      'page.ts': `import { auth } from './auth'

export async function role(): Promise<'admin' | 'member' | undefined> {
  return (await auth())?.user.role
}
`,
    })
    symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
    const { code, error } = await authwright(['migrate', ...args], project)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    await run(['node_modules/typescript/bin/tsc', '-p', '.'], project)
  },
)

const configured = {
  authwright: { 'package.json': '{ "type": "module" }' },
  'Next.js': { 'package.json': '{ "type": "module", "dependencies": { "next": "16.0.0" } }' },
  SvelteKit: {
    'package.json':
      '{ "type": "module", "devDependencies": { "@sveltejs/kit": "2.0.0", "authwright": "*" } }',
    'svelte.config.js': 'export default {}\n',
    'vite.config.js':
      "import { sveltekit } from '@sveltejs/kit/vite'\n\nexport default { plugins: [sveltekit()] }\n",
    'src/app.html': '<!doctype html><html>%sveltekit.head%<body>%sveltekit.body%</body></html>\n',
  },
  SolidStart: { 'package.json': '{ "type": "module", "dependencies": { "@solidjs/start": "1.0.0" } }' },
}

it.each(
  Object.entries(configured).flatMap(([entry, files]) => [
    { entry, files, adapter: 'sqlite', code: 0, message: '✓ database: responds' },
    { entry, files, adapter: 'pg', code: 1, message: '✗ database: ' },
  ]),
)(
  '`doctor` reports whether the database of $adapter responds, with a configuration of $entry',
  async (given) => {
    const { entry, files, adapter, code, message } = given
    const project = mkdtempSync(path.join(folder, 'application-'))
    writeFiles(project, files)
    symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
    await authwright(
      ['init', '--yes', '--no-install', '--provider', 'dev,github', '--adapter', adapter],
      project,
    )
    // Runs in another process, with the environment variables and the folder of the application.
    const main = path.join(root, 'dist/cli/main.js')
    const client = { AUTH_GITHUB_ID: 'a', AUTH_GITHUB_SECRET: 'b' }
    const env = { ...process.env, ...client, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const result = await runNode([main, 'doctor', '--offline'], { cwd: project, env })
    expect(result.output).toContain(message)
    if (entry === 'authwright') expect(result.output).toMatch(/cookie: \S+; .*HttpOnly/)
    expect(result.code).toBe(code)
  },
)

async function run([script = '', ...args]: string[], cwd: string): Promise<void> {
  const { code, output } = await runNode([path.join(root, script), ...args], { cwd })
  if (code !== 0) expect(output).toBe('')
}
