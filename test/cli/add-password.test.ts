import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'
import { Browser } from '../support/browser.js'
import { shapes } from './shapes.js'
import { authwright, type Files, filesOf, project, writeFiles } from './support/command.js'

const next = { 'package.json': '{ "type": "module", "dependencies": { "next": "16.0.0" } }' }
const typescript = { ...next, 'tsconfig.json': '{}' }
const start = `import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { resend } from 'authwright/providers/resend'
import { sqlite } from 'authwright/adapters/sqlite'

export const { handlers, auth } = createAuth()
  .provider(github())
  .provider(resend({ from: 'Site <site@app.test>' }))
  .adapter(sqlite('auth.db'))
  .build()
`

async function add(files: Files, ...args: string[]) {
  const folder = project({ ...typescript, ...files })
  const outcome = await authwright(['add', 'password', '--no-install', ...args], folder)
  return { folder, outcome, after: filesOf(folder) }
}

it('authwright add password adds one line to a configuration that sends mail', async () => {
  const { folder, outcome, after } = await add({ 'auth.ts': start })
  expect(outcome).toMatchObject({ code: 0, error: '' })
  const imported = "import { password } from 'authwright/providers/password'\n"
  expect(after['auth.ts']).toBe(
    start
      .replace(/\n\nexport/, `\n${imported}\nexport`)
      .replace('  .adapter', '  .provider(password())\n  .adapter'),
  )
  expect(outcome.output).toContain('@node-rs/argon2')
  expect(outcome.output).toContain('Open http://localhost:3000/api/auth/signup')
  for (const name of ['password', 'passwords']) {
    const again = await authwright(['add', name, '--no-install'], folder)
    expect(again.error).toBe('')
  }
  expect(filesOf(folder)).toEqual(after)
})

it.each([
  ['sqlite', false],
  ['pg', false],
  ['drizzle', true],
  ['kysely', true],
  ['prisma', true],
])('authwright add password with the adapter %s() names the table to create: %s', async (name, says) => {
  const { outcome } = await add({ 'auth.ts': start.replaceAll('sqlite', name) })
  expect(outcome).toMatchObject({ code: 0, error: '' })
  expect(outcome.output.includes('auth_passwords')).toBe(says)
})

it('authwright add password indents by two spaces in an application that init has prepared', async () => {
  const folder = project({
    'package.json': '{ "type": "module", "dependencies": { "hono": "4.0.0", "tsx": "4.0.0" } }',
    'tsconfig.json': '{}',
    'src/index.ts': "import { Hono } from 'hono'\n\nconst app = new Hono()\n",
  })
  for (const args of [
    ['init', '--yes'],
    ['add', 'sqlite'],
    ['add', 'password'],
  ]) {
    await authwright([...args, '--no-install'], folder)
  }
  expect(filesOf(folder)['src/auth.ts']).toMatch(/nodemailer\(\{\n {4}server: /)
})

it('authwright add password adds a provider that sends mails if the configuration has none', async () => {
  const without = start.replace(/.*resend.*\n/g, '')
  const { outcome, after } = await add({ 'auth.ts': without })
  expect(after['auth.ts']).toMatch(/\.provider\(password\(\)\)\n {2}\.provider\(\n? *nodemailer\(\{/)
  expect(after['.env.local']).toContain('EMAIL_SERVER=')
  expect(outcome.output).toContain('nodemailer() was added, too')
  expect(outcome.output).toContain('@node-rs/argon2 nodemailer')
})

it('authwright add password adds no provider that sends mails if the configuration has email()', async () => {
  const own = start
    .replaceAll('resend', 'email')
    .replace("email({ from: 'Site <site@app.test>' })", 'email({ sendVerificationRequest: send })')
  const { outcome, after } = await add({ 'auth.ts': own })
  expect(after['auth.ts']).not.toContain('nodemailer')
  expect(outcome.output).not.toContain('nodemailer')
})

it.each([
  [
    'the object form',
    `import { createAuth } from 'authwright'\nimport { sqlite } from 'authwright/adapters/sqlite'\nimport { resend } from 'authwright/providers/resend'\n\nexport const auth = createAuth({ providers: [resend()], adapter: sqlite('auth.db') }).build()\n`,
    'providers: [resend(), password()]',
  ],
  [
    'CommonJS',
    `'use strict'\nconst { createAuth } = require('authwright')\nconst { sqlite } = require('authwright/adapters/sqlite')\nconst { resend } = require('authwright/providers/resend')\n\nmodule.exports = createAuth().provider(resend()).adapter(sqlite('auth.db')).build()\n`,
    '.provider(resend()).provider(password()).adapter',
  ],
  [
    'a function of the request',
    start
      .replace('createAuth()', '(await import("x"), createAuth((request) => createAuth()')
      .replace('.build()', ').build())'),
    '.provider(password())',
  ],
  ['a name that is taken', `const password = 1\n${start}`, '.provider(passwordProvider())\n  .adapter'],
])('authwright add password adds the provider to %s', async (_, before, wanted) => {
  const { outcome, after } = await add({ 'auth.ts': before })
  expect(outcome.error).toBe('')
  expect(after['auth.ts']).toContain(wanted)
})

it('authwright add password --dry-run shows the difference and writes nothing', async () => {
  const files = { ...typescript, 'auth.ts': start }
  const { outcome, after } = await add(files, '--dry-run')
  expect(outcome.output).toContain('+  .provider(password())')
  expect(after).toEqual(files)
})

it.each([
  [
    'no adapter',
    start.replace(/ {2}\.adapter.*\n/, ''),
    'npx authwright add sqlite or another adapter first',
  ],
  [
    'providers that an earlier version wrote',
    start
      .replace('\n\nexport', "\nimport { password, signUp } from './password-providers'\n\nexport")
      .replace('  .adapter', '  .provider(password)\n  .provider(signUp)\n  .adapter'),
    '"Move from the files of an earlier add password" in node_modules/authwright/docs/passwords.md',
  ],
])('authwright add password writes nothing if there is %s, and says what to do', async (_, auth, message) => {
  const files = { ...typescript, 'auth.ts': auth }
  const { outcome, after } = await add(files)
  expect(outcome.code).toBe(1)
  expect(outcome.error).toContain(message)
  expect(after).toEqual(files)
})

it('authwright add credentials suggests `authwright add password`', async () => {
  const folder = project({ ...next, 'auth.ts': start })
  const { code, error } = await authwright(['add', 'credentials', '--no-install'], folder)
  expect(code).toBe(1)
  expect(error).toContain('npx authwright add password')
})

test('after `add password`, a user can sign up with the mail that the terminal shows', async () => {
  const temp = path.join(root, 'temp')
  mkdirSync(temp, { recursive: true })
  const folder = mkdtempSync(path.join(temp, 'added-password-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const application = project({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': '{}',
    'auth.ts': `import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'

export const auth = createAuth().adapter(sqlite('${folder}/auth.db')).build()
`,
  })
  const { code, error } = await authwright(['add', 'password', '--no-install'], application)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  // Resolves the package to its sources.
  const source = (filesOf(application)['auth.ts'] ?? '').replace(
    /'authwright(?:\/([\w/-]+))?'/g,
    (_, name = 'index') => `'${root}/src/${name}.ts'`,
  )
  writeFiles(folder, { 'auth.ts': source })
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
  vi.stubEnv('AUTH_URL', 'https://app.test')
  vi.stubEnv('EMAIL_SERVER', '')
  vi.stubEnv('EMAIL_FROM', '')
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    log.mockRestore()
  })
  const { auth } = await import(path.join(folder, 'auth.ts'))

  const ada = new Browser(auth.handler)
  const newPassword = 'a heron eats nine frogs'
  await ada.post('/auth/signup', { page: '1', email: 'Ada@Example.com', newPassword })
  const link = new URL(/^https:\S+$/m.exec(printed.join('\n'))?.[0] ?? '')
  await ada.post('/auth/signup', { page: '1', token: link.searchParams.get('token') ?? '' })
  expect((await ada.session()).user.email).toBe('ada@example.com')
  const again = new Browser(auth.handler)
  await again.post('/auth/callback/password', { email: 'ada@example.com', password: newPassword })
  expect((await again.session()).user.email).toBe('ada@example.com')
  await auth.close()
})

describe.each(shapes)('authwright add password in $name', ({ files, folder = '.' }) => {
  it('authwright add password adds password() to the configuration that init wrote, once', async () => {
    const base = project(files)
    const cwd = path.join(base, folder)
    await authwright(['init', '--yes', '--no-install', '--adapter', 'sqlite'], cwd)
    const before = filesOf(base)
    const { code, error } = await authwright(['add', 'password', '--no-install'], cwd)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    const after = filesOf(base)
    const changed = Object.keys(after).filter((file) => after[file] !== before[file] && !/\.env/.test(file))
    expect(changed).toEqual([expect.stringMatching(/(^|\/)auth[.][a-z]+$/)])
    expect(after[changed[0] ?? '']).toContain('password()')
    await authwright(['add', 'password', '--no-install'], cwd)
    expect(filesOf(base)).toEqual(after)
  })
})
