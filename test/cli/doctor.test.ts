import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { credentials } from '../../src/providers/credentials.js'
import { google } from '../../src/providers/google.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import type { Store } from '../../src/stores/contract.js'
import { memoryStore } from '../../src/stores/memory.js'
import { Browser } from '../support/browser.js'
import { authwright, type Files, project } from './support/command.js'

const secret = 'AUTH_SECRET=kJ8sQ2vX9mN4bR7tY1wZ6cF3hL5pD0gA'
const base = {
  'package.json': '{ "type": "module", "dependencies": { "next": "16.0.0" } }',
  'node_modules/authwright/package.json': '{ "version": "1.2.3" }',
  'auth.ts': `import { createAuth } from 'authwright/next'
import { keycloak } from 'authwright/providers/keycloak'
import { github } from 'authwright/providers/github'

export const { handlers, auth } = createAuth().provider(keycloak()).build()
`,
}
const client = 'AUTH_KEYCLOAK_ID=a\nAUTH_KEYCLOAK_SECRET=b'

interface Report {
  ok: boolean
  findings: { check: string; status: string; message: string; fix?: string }[]
}

async function doctor(files: Files, args: string[] = ['--offline'], env: Record<string, string> = {}) {
  const folder = project({ ...base, ...files })
  const { code, output } = await authwright(['doctor', '--json', ...args], folder, { env })
  const report = JSON.parse(output) as Report
  const found = (check: string) => report.findings.filter((finding) => finding.check === check)
  return { code, report, found, folder }
}

/** Serves the metadata of an OpenID Provider with this issuer and this clock. Returns its URL. */
async function issuer(name?: string, date = new Date()): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('date', date.toUTCString())
    response.end(JSON.stringify({ issuer: name ?? address() }))
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return address()
}

describe('authwright doctor', () => {
  it.each([
    ['ok', 'src/index.ts', 'src/index.ts'],
    ['warning', 'src/api.ts', 'authRoutes is mounted in src/api.ts, and the application is in src/index.ts.'],
    ['problem', 'none', 'src/auth-routes.ts is not mounted.'],
    ['ok', 'src/mount.ts', 'src/mount.ts'],
    ['ok', 'src/oauth-routes.ts', 'src/oauth-routes.ts'],
  ])(
    'authwright doctor reports %s if the module that imports the routes is %s',
    async (status, mounted, message) => {
      const line = "import { authRoutes } from './auth-routes.js'\n"
      const files: Record<string, string> = {
        'package.json': '{ "type": "module", "dependencies": { "hono": "4" } }',
        'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext" } }',
        'src/auth-routes.ts': "import { Hono } from 'hono'\nexport const authRoutes = new Hono()\n",
        'src/api.ts': "import { Hono } from 'hono'\nexport const api = new Hono()\n",
        'src/mount.ts': 'export const mount = () => undefined\n',
        'src/oauth-routes.ts': "import './my-auth-routes.js'\n",
        'src/index.ts':
          "import { Hono } from 'hono'\nimport { api } from './api.js'\nconst app = new Hono()\napp.route('/api', api)\nexport default app\n",
      }
      const changed = mounted === 'none' ? {} : { [mounted]: `${line}${files[mounted]}` }
      const { found } = await doctor({ ...files, ...changed })
      expect(found('routes')).toEqual([
        {
          check: 'routes',
          status,
          message,
          ...(status !== 'ok' && { fix: expect.stringContaining('src/index.ts') }),
        },
      ])
    },
  )

  it('authwright doctor finds the routes in an application with JSX', async () => {
    const { found } = await doctor({
      'package.json': '{ "type": "module", "dependencies": { "hono": "4" } }',
      'src/auth-routes.js': "import { Hono } from 'hono'\nexport const authRoutes = new Hono()\n",
      'src/index.jsx':
        "import { Hono } from 'hono'\nimport { authRoutes } from './auth-routes.js'\nconst app = new Hono()\napp.route('/', authRoutes)\nexport default app\n",
    })
    expect(found('routes')).toEqual([{ check: 'routes', status: 'ok', message: 'src/index.jsx' }])
  })

  it('authwright doctor does not check the routes if `init` has not written their module', async () => {
    const { found } = await doctor({})
    expect(found('routes')).toEqual([])
  })

  it('authwright doctor finds no problem if everything is configured', async () => {
    const metadata = await issuer()
    const variables = `${secret}\n${client}\nAUTH_KEYCLOAK_ISSUER=${metadata}\n`
    const { code, report, found } = await doctor({ '.env.local': variables }, [])
    expect(report.findings.filter(({ status }) => status === 'problem')).toEqual([])
    expect(code).toBe(0)
    expect(found('authwright')[0]?.message).toBe('1.2.3')
    expect(found('keycloak')[1]?.message).toBe(
      'callback URL http://localhost:3000/api/auth/callback/keycloak',
    )
    expect(found('keycloak metadata')[0]).toMatchObject({ status: 'ok' })
    // Not checked: the file imports github, but no step of the configuration uses it.
    expect(found('github')).toEqual([])
  })

  it.skipIf('typescript' in process.features)(
    'authwright doctor says which package loads a configuration in TypeScript on Node.js 20',
    async () => {
      const { found } = await doctor({ '.env.local': `${secret}\n${client}\n` })
      expect(found('run time')[0]).toMatchObject({
        status: 'skipped',
        fix: 'Run npm add -D jiti, or run the check on Node.js 22.18 or newer, which reads TypeScript.',
      })
    },
  )

  it('authwright doctor says which package loads TypeScript on a Node.js that reads it only with a flag', async () => {
    const before = Object.getOwnPropertyDescriptor(process.features, 'typescript')
    Object.defineProperty(process.features, 'typescript', { value: false, configurable: true })
    onTestFinished(() => {
      if (before) Object.defineProperty(process.features, 'typescript', before)
      else Reflect.deleteProperty(process.features, 'typescript')
    })
    const { found } = await doctor({ '.env.local': `${secret}\n${client}\n` })
    expect(found('run time')[0]?.fix).toContain('npm add -D jiti')
  })

  it('doctor warns about credentials() without removeCredentials if users can sign in by e-mail', async () => {
    const configuration = (options: string, mail = '.provider(resend())') => ({
      '.env.local': `${secret}\nAUTH_RESEND_KEY=key`,
      'auth.ts': `import { createAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { email } from 'authwright/providers/email'
import { loops } from 'authwright/providers/loops'
import { resend } from 'authwright/providers/resend'

export const { handlers, auth } = createAuth()
  .provider(credentials({ input: {}, authorize: () => null${options} }))
  ${mail}
  .build()
`,
    })
    const { code, found } = await doctor(configuration(''))
    expect(found('credentials')).toMatchObject([{ status: 'warning' }])
    expect(found('credentials')[0]?.message).toContain('credentials() has no removeCredentials')
    expect(code).toBe(0)
    for (const mail of ['email({ sendVerificationRequest: () => {} })', "loops({ transactionalId: '1' })"])
      expect((await doctor(configuration('', `.provider(${mail})`))).found('credentials')).toHaveLength(1)
    expect((await doctor(configuration(', removeCredentials: false'))).found('credentials')).toEqual([])
    expect((await doctor(configuration('', ''))).found('credentials')).toEqual([])
  })

  const passwordsAndMail = (calls: string) => `import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { resend } from 'authwright/providers/resend'
import { passwords } from './passwords.js'

export const auth = createAuth()
  ${calls}
  .provider(resend())
  .build()
`
  it.each([
    ['.provider(credentials({ input: {} /* no removeCredentials */ }))', ['credentials']],
    ['.provider(credentials({ input: {}, removeCredentials: undefined }))', ['credentials']],
    [
      ".provider(credentials({ id: 'a', removeCredentials: false })).provider(credentials({ id: 'b' }))",
      ['b'],
    ],
    ['.provider(credentials({ input: {}, removeCredentials() {} } satisfies object))', []],
    ['.provider(credentials(passwords))', []],
    ['.provider(credentials({ ...passwords, input: {} }))', []],
    [".provider(credentials({ ['removeCredentials']: false }))", []],
  ])('doctor looks for removeCredentials in each call of credentials(): %s', async (calls, ids) => {
    const { report } = await doctor({ 'auth.ts': passwordsAndMail(calls), '.env.local': secret })
    const warned = report.findings.filter(({ message }) => message.includes('no removeCredentials'))
    expect(warned.map(({ check }) => check)).toEqual(ids)
  })

  /** A package without code, for a configuration of which only the source is checked. */
  const emptyPackage = {
    'node_modules/authwright/package.json':
      '{ "version": "1.2.3", "exports": { ".": "./index.cjs", "./*": "./index.cjs" } }',
    'node_modules/authwright/index.cjs':
      'exports.createAuth = exports.credentials = exports.nodemailer = exports.resend = undefined',
  }

  it.each([
    ['credentials({ input: {}, authorize: () => null })', 1, 0],
    ['credentials(passwords)', 0, 1],
  ])(
    'doctor warns once about passwords that cannot be removed, with %s',
    async (call, ofSource, ofRuntime) => {
      const auth = createAuth()
        .provider(credentials({ input: {}, authorize: () => null }))
        .provider(nodemailer({ server: 'smtp://mail.example.org', from: 'shop@example.org' }))
        .adapter(memory())
        .session({ strategy: 'jwt' })
        .options({ secret: secret.slice('AUTH_SECRET='.length) })
        .build()
      const source = passwordsAndMail(`.provider(${call})`)
      const findings = await findingsOf(auth, {
        ...emptyPackage,
        'passwords.js': 'export const passwords = {}',
        'auth.js': source.replace('createAuth()', 'INSTANCE ?? createAuth()'),
        '.env': secret,
      })
      const found = (name: string) => findings.filter(({ check }) => check === name)
      expect(found('credentials')).toHaveLength(ofSource)
      expect(found('credentials-not-removable')).toHaveLength(ofRuntime)
    },
  )

  it('doctor reports an invalid variable for the host only once', async () => {
    const variables = { AUTH_TRUSTED_HOSTS: 'a host', AUTH_TRUST_HOST: 'maybe', AUTH_URL: 'example' }
    for (const [name, value] of Object.entries(variables)) {
      vi.stubEnv(name, value)
      const auth = createAuth()
        .provider(google({ clientId: 'a', clientSecret: 'b' }))
        .options({ secret: secret.slice('AUTH_SECRET='.length) })
        .build()
      const findings = await findingsOf(auth, { '.env': `${secret}\n${name}=${value}` })
      vi.unstubAllEnvs()
      expect(findings.filter(({ status }) => status === 'problem')).toMatchObject([{ check: 'host' }])
      expect(findings.filter(({ check }) => check === 'run time')).toMatchObject([
        { status: 'skipped', fix: 'Solve the problem of the host first.' },
      ])
    }
  })

  it.each([
    ['15.0.0', 'problem'],
    ['15.2.2', 'problem'],
    ['15.2.0-canary.3', 'problem'],
    ['15.2.3', 'ok'],
    ['15.2.10', 'ok'],
    ['15.10.0', 'ok'],
    ['16.0.0', 'ok'],
  ])(
    'doctor checks with Next.js %s whether the middleware runs for every request: %s',
    async (version, status) => {
      const { found } = await doctor({
        'package.json': `{ "type": "module", "dependencies": { "next": "${version}" } }`,
        'node_modules/next/package.json': JSON.stringify({ version }),
      })
      const [finding] = found('framework')
      expect(finding?.status).toBe(status)
      if (status === 'problem') expect(finding?.fix).toContain('15.2.3')
    },
  )

  const [runningMajor = 0, runningMinor = 0] = process.versions.node.split('.').map(Number)

  it.each([
    ['warning', `>=${runningMajor + 1}`],
    ['warning', `^${runningMajor + 2}.19.0 || >= ${runningMajor + 4}.0.0`],
    ['warning', `>=${runningMajor}.${runningMinor + 1}.0`],
    ['warning', `^${runningMajor - 2}.0.0`],
    ['ok', `^18.18.0 || ^${runningMajor}.1.0 || >=${runningMajor + 2}`],
    ['ok', `>= ${runningMajor}`],
    ['ok', `>=${process.versions.node}`],
    ['ok', undefined],
    // Syntax that no supported framework uses.
    ['ok', '20.x'],
  ])('authwright doctor reports %s if the framework requires Node.js %s', async (status, node) => {
    const { found } = await doctor({
      'package.json': '{ "type": "module", "dependencies": { "nuxt": "^4.4.8" } }',
      'node_modules/nuxt/package.json': JSON.stringify({ version: '4.5.2', engines: { node } }),
    })
    const fix = `nuxt 4.5.2 requires Node.js ${node}. Install one of these versions.`
    expect(found('Node.js')).toEqual([
      {
        check: 'Node.js',
        status,
        message: `Node.js ${process.versions.node}`,
        ...(status === 'warning' && { fix }),
      },
    ])
  })

  it('authwright doctor reports an AUTH_URL that is not a URL', async () => {
    const { code, report } = await doctor({ '.env.local': `${secret}\n${client}\nAUTH_URL=example\n` })
    expect(code).toBe(1)
    expect(report.findings.map(({ message }) => message)).toContain('AUTH_URL is not an absolute URL.')
  })

  it('doctor says what to do about each problem, and exits with 1', async () => {
    const { code, report, found } = await doctor({})
    expect({ code, ok: report.ok }).toEqual({ code: 1, ok: false })
    expect(found('secret')[0]?.fix).toContain('npx authwright secret --write')
    expect(found('keycloak')[0]?.message).toContain('AUTH_KEYCLOAK_ISSUER')
    for (const { status, fix } of report.findings) if (status !== 'ok') expect(fix).toBeTruthy()
  })

  it.each([
    ['next', { '.env.local': 'local', '.env.development': 'development' }, '.env.local'],
    ['@sveltejs/kit', { '.env.local': 'local', '.env.development': 'development' }, '.env.development'],
    ['@sveltejs/kit', { '.env.development.local': 'a', '.env.development': 'b' }, '.env.development.local'],
    ['@solidjs/start', { '.env.local': 'local', '.env.development': 'development' }, '.env.development'],
    ['@react-router/dev', { '.env.local': 'local', '.env': 'own' }, '.env.local'],
    ['nuxt', { '.env.local': 'local', '.env': 'own' }, '.env'],
    ['hono', { '.env.development.local': 'local', '.env': 'own' }, '.env'],
    ['express', { '.env.local': 'local', '.env': 'own' }, '.env'],
    ['no-framework', { '.env.development': 'development', '.env': 'own' }, '.env'],
  ])(
    'doctor reads variables from the .env file that the server of %s prefers: of %j, %s',
    async (name, values, read) => {
      const files = Object.entries(values).map(([file, value]) => [
        file,
        `AUTH_URL=https://${value}.example\n`,
      ])
      const manifest = JSON.stringify({ type: 'module', dependencies: { [name]: '2' } })
      const { found } = await doctor({ ...Object.fromEntries(files), 'package.json': manifest })
      const value = (values as Record<string, string>)[read]
      expect(found('host')).toEqual([{ check: 'host', status: 'ok', message: `https://${value}.example` }])
    },
  )

  it.each([
    ['next', 'http://localhost:$PORT', {}, 'http://localhost:4000'],
    ['nuxt', "'http://$<HOST_NAME>:$<PORT>'", {}, 'http://localhost:4000'],
    ['next', 'http://localhost:$PORT', { PORT: '5000' }, 'http://localhost:5000'],
    ['@sveltejs/kit', 'http://$<NAME:-localhost>$PATH_NAME', {}, 'http://localhost/a$b'],
    ['next', 'http://localhost$AUTH_URL$constructor', {}, 'http://localhost'],
    ['hono', 'http://localhost:$PORT', {}, 'AUTH_URL is not an absolute URL.'],
  ])(
    'doctor reads references to variables in a .env file as %s does: %s with %j',
    async (name, url, env, message) => {
      const { found } = await doctor(
        {
          'package.json': JSON.stringify({ type: 'module', dependencies: { [name]: '2' } }),
          '.env': `AUTH_URL=${url.replaceAll('<', '{').replaceAll('>', '}')}\nPORT=4000\nHOST_NAME=localhost\nPATH_NAME=/a\\$b\n`,
        },
        ['--offline'],
        env as Record<string, string>,
      )
      expect(found('host')).toMatchObject([{ message }])
    },
  )

  it('authwright doctor --production reads no .env file, and does not suggest a .env file for the secret', async () => {
    const { found } = await doctor({ '.env.local': secret }, ['--offline', '--production'])
    expect(found('secret')[0]).toMatchObject({ status: 'problem' })
    expect(found('secret')[0]?.fix).not.toContain('--write')
    expect(found('keycloak').map(({ message }) => message)).toContain(
      'callback URL <AUTH_URL>/api/auth/callback/keycloak',
    )
  })

  it.each([
    ['short', 'AUTH_SECRET=qwerty-123', '32 are needed'],
    ['repeated', `AUTH_SECRET=${'ab'.repeat(30)}`, 'may be guessed'],
  ])('authwright doctor reports a %s secret without showing it', async (_, variable, message) => {
    const { found, report } = await doctor({ '.env.local': variable })
    expect(found('secret')[0]).toMatchObject({ status: 'problem', message: expect.stringContaining(message) })
    expect(JSON.stringify(report)).not.toContain(variable.split('=')[1])
  })

  it('authwright doctor finds a missing package and a missing configuration', async () => {
    const folder = project({ 'package.json': base['package.json'] })
    const { code, output } = await authwright(['doctor', '--offline'], folder)
    expect(code).toBe(1)
    expect(output).toContain(
      '✗ authwright: The package is not installed.\n    Install it: npm add authwright\n',
    )
    expect(output).toContain('Run npx authwright init.')
    expect(output).toMatch(/\n\n3 problems, no warnings\.\n$/)
  })

  /** The findings about a project whose configuration is this instance. */
  const findingsOf = async (
    auth: object,
    files: Files,
    args: readonly string[] = [],
  ): Promise<Report['findings']> => {
    const name = `auth${crypto.randomUUID()}`
    onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
    Object.assign(globalThis, { [name]: auth })
    const { 'auth.js': source = 'export const auth = INSTANCE', ...others } = files
    const folder = project({
      'package.json': '{ "type": "module" }',
      'node_modules/authwright/package.json': '{ "version": "1.2.3" }',
      'auth.js': `// from 'authwright'\n${source.replace('INSTANCE', `globalThis['${name}']`)}\n`,
      ...others,
    })
    const { output } = await authwright(['doctor', '--json', '--offline', ...args], folder)
    return (JSON.parse(output) as Report).findings
  }

  it('doctor gives no advice about basePath if the configuration has a problem', async () => {
    vi.stubEnv('AUTH_TRUSTED_HOSTS', 'a host')
    onTestFinished(() => void vi.unstubAllEnvs())
    const auth = createAuth()
      .provider(google({ clientId: 'a', clientSecret: 'b' }))
      .options({ secret: secret.slice('AUTH_SECRET='.length) })
      .build()
    const findings = await findingsOf(auth, { '.env': secret })
    expect(findings.filter(({ check }) => /configuration|cookie/.test(check))).toMatchObject([
      { status: 'ok' },
      { check: 'configuration', status: 'problem', message: expect.stringContaining('AUTH_TRUSTED_HOSTS') },
    ])
  })

  it('doctor suggests AUTH_URL for cookies if the source does not show the trusted hosts', async () => {
    const auth = createAuth()
      .provider(google({ clientId: 'a', clientSecret: 'b' }))
      .options({ basePath: '/auth', secret: secret.slice('AUTH_SECRET='.length), trustHost: ['a.example'] })
      .build()
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    const findings = await findingsOf(auth, {}, ['--production'])
    expect(findings.filter(({ check }) => check === 'cookie')).toMatchObject([
      { status: 'skipped', fix: 'Set AUTH_URL to the URL of the application.' },
    ])
  })

  it('doctor --production without a secret lists the checks of database and cookies as skipped', async () => {
    const auth = createAuth()
      .provider(google({ clientId: 'a', clientSecret: 'b' }))
      .adapter(memory())
      .build()
    const findings = await findingsOf(auth, {}, ['--production'])
    const found = (name: string) => findings.filter(({ check }) => check === name)
    expect(found('secret')).toMatchObject([{ status: 'problem' }])
    expect(found('configuration')).toMatchObject([{ status: 'ok' }])
    expect(found('run time')).toEqual([
      {
        check: 'run time',
        status: 'skipped',
        message: 'The database and the cookies can be checked only with a valid secret.',
        fix: 'Solve the problem of the secret first.',
      },
    ])
  })

  it.each([
    [
      'The tables auth_users can be read or written through an API for browsers, by the roles anon.',
      { fix: expect.stringContaining('Enable row level security') },
    ],
    [
      "The driver of kysely() reads dates in the time zone of the process, so expiry times change with the time zone. Set `timezone: 'Z'` in the pool of mysql2.",
      {},
    ],
  ])('doctor adds advice only to the matching warning of a database: %s', async (message, advice) => {
    const adapter = Object.assign(memory(), { '~warning': async () => message })
    const auth = createAuth()
      .provider(google({ clientId: 'a', clientSecret: 'b' }))
      .adapter(adapter)
      .options({ secret: secret.slice('AUTH_SECRET='.length) })
      .build()
    const findings = await findingsOf(auth, { '.env': secret })
    expect(findings.filter(({ check, status }) => check === 'database' && status !== 'ok')).toEqual([
      { check: 'database', status: 'warning', message, ...advice },
    ])
  })

  it('doctor reports running processes with different secrets', async () => {
    const store = Object.assign(memoryStore(), { scope: undefined }) as unknown as Store
    const start = (name: string) =>
      createAuth()
        .provider(credentials({ input: {}, authorize: () => ({ id: 'ada' }) }))
        .options({ secret: `${name} ${secret}`, store })
        .build()
    const other = start('other')
    const browser = new Browser(other.handler, 'http://localhost:3000')
    await browser.post('/auth/callback/credentials')
    expect(await browser.session()).not.toBeNull()
    await other.close()
    const findings = await findingsOf(start('this'), { '.env': `${secret}\nAUTH_URL=http://localhost:3000` })
    expect(findings.filter(({ check, status }) => check === 'secret' && status === 'problem')).toMatchObject([
      {
        message: expect.stringContaining('Running processes have different secrets'),
        fix: expect.stringMatching(/AUTH_SECRET_NEXT.*option `secret`/),
      },
    ])
  })

  it('doctor --production reads only the variables of the process, and requires a host', async () => {
    const files = { '.env.local': `${secret}\nAUTH_URL=https://example.com\n` }
    const { found } = await doctor(files, ['--offline', '--production'])
    expect(found('secret')[0]?.status).toBe('problem')
    expect(found('host')[0]).toMatchObject({ status: 'problem', fix: expect.stringContaining('AUTH_URL') })

    const env = { AUTH_SECRET: secret, AUTH_URL: 'https://example.com' }
    const deployed = await doctor({}, ['--offline', '--production'], env)
    expect(deployed.found('host')[0]).toMatchObject({ status: 'ok', message: 'https://example.com' })
    expect(deployed.found('keycloak')[1]?.message).toContain('https://example.com/api/auth/callback/keycloak')
  })

  it.each([
    ['SvelteKit', 'ORIGIN', { '@sveltejs/kit': '2.70.0' }, 'ok', 'https://example.com'],
    ['Next.js', 'ORIGIN', { next: '16.0.0' }, 'problem', 'Only this machine'],
    ['Next.js', 'NEXTAUTH_URL', { next: '16.0.0' }, 'ok', 'https://example.com'],
  ])(
    'doctor --production for %s reads the URL from %s only if the runtime reads this variable',
    async (...row) => {
      const [framework, variable, dependencies, status, message] = row
      const file = framework === 'SvelteKit' ? 'src/auth.ts' : 'auth.ts'
      const files = {
        'package.json': JSON.stringify({ type: 'module', dependencies }),
        [file]: base['auth.ts'],
      }
      const env = { [variable]: 'https://example.com' }
      const { found } = await doctor(files, ['--offline', '--production'], env)
      expect(found('host')[0]).toMatchObject({ status, message: expect.stringContaining(message) })
      const url = status === 'ok' ? 'https://example.com/' : '<AUTH_URL>/'
      expect(found('keycloak')[1]?.message).toContain(`callback URL ${url}`)
    },
  )

  /** A project for Node.js with steps of the configuration. */
  const withSteps = (steps: string) => ({
    'package.json': '{ "type": "module" }',
    'auth.ts': `import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const isTest = false
const shared = {}
export const auth = createAuth()
  .provider(github())
${steps}
  .build()
`,
  })
  const deployment = { AUTH_SECRET: secret, AUTH_GITHUB_ID: 'a', AUTH_GITHUB_SECRET: 'b' }

  it.each([
    ['ok', ".options({ trustHost: ['app.example.com'] })", {}, 'trustHost in auth.ts'],
    ['ok', ".options({ trustHost: process.env.HOST === 'a' })", {}, 'trustHost in auth.ts'],
    ['warning', '.options({ trustHost: true })', {}, 'trustHost in auth.ts trusts every host'],
    ['problem', '.options({ trustHost: false })', {}, 'Only this machine'],
    ['problem', '.options({ trustHost: false })', { AUTH_TRUSTED_HOSTS: 'a.example' }, 'Only this machine'],
    ['problem', '.options({ cookies: {} })', {}, 'Only this machine'],
    ['skipped', '.options({ ...shared })', {}, 'auth.ts does not show whether it sets trustHost'],
    ['skipped', '.options(shared)', {}, 'auth.ts does not show whether it sets trustHost'],
    ['ok', '.options({ ...shared, trustHost: [] })', {}, 'trustHost in auth.ts'],
    ['warning', '', { AUTH_TRUST_HOST: '1' }, 'AUTH_TRUST_HOST trusts every host'],
    ['warning', '', { AUTH_TRUST_HOST: 'TRUE' }, 'AUTH_TRUST_HOST trusts every host'],
    ['ok', '', { AUTH_TRUST_HOST: 'true', AUTH_TRUSTED_HOSTS: 'a.example' }, 'a.example'],
    ['problem', '', { AUTH_TRUST_HOST: 'maybe' }, 'AUTH_TRUST_HOST must be "true" or "false"'],
    ['problem', '', { AUTH_TRUSTED_HOSTS: ',' }, 'Only this machine'],
    ['problem', '', { AUTH_TRUSTED_HOSTS: 'a.example,a host' }, 'the entry "a host", which is not a host'],
    ['problem', '', { AUTH_TRUSTED_HOSTS: 'a host', AUTH_URL: 'https://a.example' }, 'the entry "a host"'],
    ['ok', '', { AUTH_TRUSTED_HOSTS: ' a.example,b.example, ' }, 'a.example, b.example'],
    ['problem', '.options({ trustHost: undefined })', {}, 'Only this machine'],
    ['warning', '.options({ trustHost: undefined })', { AUTH_TRUST_HOST: '1' }, 'AUTH_TRUST_HOST trusts'],
    ['warning', '.options({ trustHost: true as boolean })', {}, 'trustHost in auth.ts trusts every host'],
    ['ok', ".options({ trustHost: ['a.example'] as string[] })", {}, 'trustHost in auth.ts'],
    ['ok', '', { AUTH_TRUST_HOST: 'true', AUTH_URL: 'https://a.example' }, 'https://a.example'],
    ['ok', '.options({ trustHost: true })', { AUTH_URL: 'https://a.example' }, 'https://a.example'],
    ['warning', '', { AUTH_URL: 'HTTP://a.example' }, 'AUTH_URL does not use HTTPS'],
    ['warning', '', { AUTH_TRUST_HOST: 'true', AUTH_URL: 'http://a.example' }, 'AUTH_URL does not use HTTPS'],
    ['ok', '', { VERCEL: '1' }, 'the URL of the request'],
    ['problem', '', { AUTH_TRUST_HOST: 'false', VERCEL: '1' }, 'Only this machine'],
    ['problem', '', { AUTH_TRUST_HOST: 'false', AUTH_TRUSTED_HOSTS: 'a.example' }, 'Only this machine'],
    ['problem', '.options({ trustHost: false })', { VERCEL: '1' }, 'Only this machine'],
    ['skipped', '.options(shared)', { AUTH_TRUST_HOST: 'false', VERCEL: '1' }, 'auth.ts does not show'],
    [
      'warning',
      '.options({ trustHost: true })',
      { AUTH_TRUST_HOST: 'false' },
      'trustHost in auth.ts trusts every host',
    ],
  ])(
    'doctor --production reports %s about the host with the step %j and the variables %j',
    async (status, step, env, message) => {
      const variables = { ...deployment, ...env } as Record<string, string>
      const { found } = await doctor(withSteps(step), ['--offline', '--production'], variables)
      expect(found('host')).toMatchObject([{ status, message: expect.stringContaining(message) }])
    },
  )

  it.each([
    ['.options({ trustHost: false })', {}, 'trustHost in auth.ts'],
    ['', { AUTH_TRUST_HOST: 'false', AUTH_TRUSTED_HOSTS: 'a.example' }, 'AUTH_TRUST_HOST'],
  ])(
    'doctor names the setting that disables trusted hosts, with the step %j and the variables %j',
    async (step, env, setting) => {
      const variables = { ...deployment, ...env } as Record<string, string>
      const deployed = await doctor(withSteps(step), ['--offline', '--production'], variables)
      expect(deployed.found('host')[0]?.fix).toContain(
        `Set AUTH_URL to the URL of the application, or remove ${setting}`,
      )
      const development = await doctor(withSteps(step), ['--offline'], variables)
      expect(development.found('host')).toMatchObject([{ status: 'ok', message: 'only this machine' }])
    },
  )

  const strong = 'rV4nB7cX1zL9kJ3hG6fD8sA2qW5eT0yU'
  it.each([
    ['ok', ".options({ secret: 'x' + isTest })", {}, 'secret in auth.ts'],
    ['ok', '.jwt({ secret: [isTest] })', {}, 'secret in auth.ts'],
    [
      'ok',
      '.options({ secret: process.env.MY_SECRET })',
      { MY_SECRET: strong },
      'MY_SECRET has 32 characters',
    ],
    ['problem', '.options({ secret: process.env.MY_SECRET })', {}, 'MY_SECRET is not set.'],
    ['problem', ".options({ secret: process.env['MY_SECRET'] })", {}, 'MY_SECRET is not set.'],
    ['problem', '.options({ secret: process.env.MY_SECRET! })', {}, 'MY_SECRET is not set.'],
    ['ok', '.options({ secret: process.env[name] })', {}, 'secret in auth.ts'],
    ['skipped', '.options(shared)', {}, 'auth.ts does not show whether it sets secret'],
    ['ok', '', { AUTH_SECRET_1: strong }, 'AUTH_SECRET_1 has 32 characters'],
    ['problem', '', { AUTH_SECRET_1: 'a', AUTH_SECRET: strong }, 'AUTH_SECRET_1 has 1 character'],
    ['problem', '', {}, 'AUTH_SECRET is not set.'],
    ['problem', '.options({ secret: undefined })', {}, 'AUTH_SECRET is not set.'],
  ])(
    'doctor reports %s about the secret with the step %j and the variables %j',
    async (status, step, env, message) => {
      const { found } = await doctor(withSteps(step), ['--offline'], env as Record<string, string>)
      expect(found('secret')).toMatchObject([{ status, message: expect.stringContaining(message) }])
    },
  )

  const weak = 'abcdefghijklmnopqrst'
  it.each([
    [
      'AUTH_SECRET_1',
      { AUTH_SECRET_1: strong, AUTH_SECRET: 'qwerty-123' },
      ['AUTH_SECRET has 10 characters'],
    ],
    [
      'AUTH_SECRET_NEXT',
      { AUTH_SECRET: strong, AUTH_SECRET_NEXT: 'a' },
      ['AUTH_SECRET_NEXT has 1 character, and 32 are needed.'],
    ],
    [
      'two variables',
      { AUTH_SECRET_2: weak, AUTH_SECRET_1: strong, NEXTAUTH_SECRET: weak },
      ['AUTH_SECRET_2 has 20 characters', 'NEXTAUTH_SECRET has 20 characters'],
    ],
    ['AUTH_SECRET', { AUTH_SECRET: strong, NEXTAUTH_SECRET: 'a' }, ['AUTH_SECRET has 32 characters']],
  ])('doctor checks every secret that the runtime reads if %s is set', async (_, env, messages) => {
    const { found } = await doctor(withSteps(''), ['--offline'], env as Record<string, string>)
    const shown = found('secret').map(({ message }) => message)
    expect(shown).toEqual(messages.map((message) => expect.stringContaining(message)))
  })

  it('doctor --production does not read other variables if the option secret reads one', async () => {
    const env = { MY_SECRET: strong, AUTH_SECRET: 'a' }
    const step = '.options({ secret: process.env.MY_SECRET })'
    const { found } = await doctor(withSteps(step), ['--offline', '--production'], env)
    expect(found('secret')).toMatchObject([{ status: 'ok' }])
  })

  const rotation =
    'set it as AUTH_SECRET_NEXT in all processes. Then rename AUTH_SECRET_NEXT to AUTH_SECRET_1: sessions stay valid'
  it.each([
    ['', { AUTH_SECRET: weak }, rotation],
    ['', { NEXTAUTH_SECRET: weak }, rotation],
    ['', { AUTH_SECRET: 'qwerty-123' }, 'Replace it with a new one: npx authwright secret prints one.'],
    ['', { AUTH_SECRET_1: weak }, 'deployment.md#rotating-the-secret'],
    ['', { AUTH_SECRET_1: strong, AUTH_SECRET: weak }, 'deployment.md#rotating-the-secret'],
    ['.options({ secret: process.env.MY_SECRET })', { MY_SECRET: weak }, 'deployment.md#rotating-the-secret'],
    ['.options({ secret: process.env.MY_SECRET })', { MY_SECRET: 'a' }, 'Replace it with a new one'],
  ])(
    'doctor --production says how to replace a weak secret, with the step %j and the variables %j: %j',
    async (step, env, fix) => {
      const { found } = await doctor(
        withSteps(step),
        ['--offline', '--production'],
        env as Record<string, string>,
      )
      expect(found('secret')).toMatchObject([{ status: 'problem', fix: expect.stringContaining(fix) }])
    },
  )

  it.each([
    [".options({ basePath: '/api/auth' })", {}, 'http://localhost:3000/api/auth/callback/github'],
    [".options({ basePath: '/' })", {}, 'http://localhost:3000/callback/github'],
    ['.options({ basePath: undefined })', {}, 'http://localhost:3000/auth/callback/github'],
    [".options({ basePath: isTest ? '/a' : '/b' })", {}, 'http://localhost:3000/<basePath>/callback/github'],
    ['', { AUTH_URL: 'https://a.example/api/auth' }, 'https://a.example/api/auth/callback/github'],
    [
      ".options({ basePath: '/b' })",
      { AUTH_URL: 'https://a.example' },
      'https://a.example/b/callback/github',
    ],
    ['', { AUTH_URL: 'https://a.example' }, 'https://a.example/auth/callback/github'],
  ])(
    'doctor prints the callback URL below basePath, with the step %j and the variables %j',
    async (step, env, url) => {
      const variables = { ...deployment, ...env } as Record<string, string>
      const { found } = await doctor(withSteps(step), ['--offline'], variables)
      expect(found('github').map(({ message }) => message)).toContain(`callback URL ${url}`)
    },
  )

  it.each([
    ['problem', "{ basePath: '/api/auth' }", { AUTH_URL: 'https://a.example' }],
    ['problem', "{ basePath: '/api/auth', trustHost: ['a.example'] }", {}],
    ['problem', "{ basePath: '/api/auth', trustHost: ['*.b.example'] }", {}],
    ['problem', "{ basePath: '/api/auth' }", { AUTH_TRUSTED_HOSTS: ', *.b.example' }],
    ['problem', "{ basePath: '/api/auth', trustHost: ['https://*.b.example', 'c.example'] }", {}],
    ['ok', "{ basePath: '/api/auth' }", { AUTH_URL: 'http://localhost:3000' }],
    ['skipped', '{ ...{} }', { AUTH_URL: 'https://a.example' }],
    ['skipped', "{ basePath: ''.concat('/api/auth') }", { AUTH_URL: 'https://a.example' }],
  ])('doctor --production reports cookies as %s with the options %s and %j', async (...row) => {
    const [status, options, env] = row
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    const auth = createAuth()
      .provider(credentials({ input: {}, authorize: () => null }))
      .options({
        basePath: '/api/auth',
        secret: secret.slice('AUTH_SECRET='.length),
        trustHost: ['a.example', '*.b.example'],
        useSecureCookies: false,
      })
      .build()
    const name = `auth${crypto.randomUUID()}`
    onTestFinished(() => void Reflect.deleteProperty(globalThis, name))
    Object.assign(globalThis, { [name]: auth })
    const { found } = await doctor(
      {
        'package.json': '{ "type": "module" }',
        'auth.ts': '',
        'auth.js': `import { createAuth } from 'authwright'
export const auth = createAuth()
  .options(${options})
  .build()
`,
        'node_modules/authwright/package.json':
          '{ "version": "1.2.3", "type": "module", "exports": "./index.js" }',
        'node_modules/authwright/index.js': `const builder = { options: () => builder, build: () => globalThis['${name}'] }
export const createAuth = () => builder
`,
      },
      ['--offline', '--production'],
      { ...deployment, ...env } as Record<string, string>,
    )
    expect(found('cookie')[0]?.status).toBe(status)
  })

  it.each([
    ['problem', "throw new Error('boom')", 'auth.js throws an error: boom'],
    ['problem', 'createAuth().provider(google()).provider(google()).build()', 'auth.js throws an error'],
    ['skipped', "import 'virtual:env'", 'auth.js cannot be loaded outside of the application'],
    ['skipped', 'import.meta.env.SECRET.length', 'auth.js cannot be loaded outside of the application'],
    ['skipped', 'VERSION_OF_BUILD', 'auth.js cannot be loaded outside of the application'],
  ])('doctor reports a %s if the configuration cannot be loaded: %s', async (status, source, message) => {
    Object.assign(globalThis, { createAuth, google })
    onTestFinished(() => {
      for (const name of ['createAuth', 'google']) Reflect.deleteProperty(globalThis, name)
    })
    const { found, code } = await doctor(
      {
        'package.json': '{ "type": "module" }',
        'auth.ts': '',
        'auth.js': `// from 'authwright'\n${source}\n`,
      },
      ['--offline'],
      deployment,
    )
    expect(found('run time')).toMatchObject([{ status, message: expect.stringContaining(message) }])
    expect(code).toBe(status === 'problem' ? 1 : 0)
  })

  it.each(['./auth.config.js', '@/auth.config'])(
    'doctor checks the providers of a configuration that auth.ts imports from %s',
    async (from) => {
      const { code, found } = await doctor({
        'package.json': '{ "type": "module" }',
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
        'auth.ts': `import { base } from '${from}'\n\nexport const auth = base.build() // from 'authwright'\n`,
        'auth.config.ts': `import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

export const base = createAuth().provider(github())
`,
        '.env': secret,
      })
      expect(found('github')).toMatchObject([
        { status: 'problem', message: 'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set.' },
        { status: 'ok', message: 'callback URL http://localhost:3000/auth/callback/github' },
      ])
      expect(found('providers')).toEqual([])
      expect(code).toBe(1)
    },
  )

  it('doctor says that it cannot check the providers of a configuration without createAuth()', async () => {
    const { found } = await doctor({
      'auth.ts': `import NextAuth from 'authwright/compat/next'
import GitHub from 'authwright/compat/providers/github'

export const { handlers, auth } = NextAuth({ providers: [GitHub] })
`,
    })
    expect(found('providers')).toMatchObject([
      { status: 'skipped', message: expect.stringContaining('auth.ts does not call createAuth()') },
    ])
  })

  it.each([
    ['a syntax error', "import 'authwright'\nconst = 1 // from 'authwright'\n", 'auth.ts cannot be parsed'],
    [
      'no configuration',
      'export const auth = 1\n',
      'auth.ts already exists and does not configure Authwright.',
    ],
  ])('doctor reports a file with %s together with its other findings', async (_, source, message) => {
    const files = { 'auth.ts': source, 'tsconfig.json': '{}', '.env.local': secret }
    const { code, found } = await doctor(files)
    expect(found('configuration')).toMatchObject([
      { status: 'problem', message: expect.stringContaining(message) },
    ])
    expect(found('secret')).toMatchObject([{ status: 'ok' }])
    expect(found('run time')).toEqual([])
    expect(code).toBe(1)
  })

  it('authwright doctor names the variable if its URL is not absolute', async () => {
    const { found, report } = await doctor({ '.env.local': 'NEXTAUTH_URL=localhost:3000' })
    expect(JSON.stringify(report.findings)).not.toContain('callback URL null')
    expect(found('host')[0]).toMatchObject({
      status: 'problem',
      message: 'NEXTAUTH_URL is not an absolute URL.',
    })
  })

  const keycloakWith = (options: string): string =>
    base['auth.ts'].replace(/keycloak\([^)]*\)/, `keycloak(${options})`)

  it('authwright doctor uses the id that is passed to a provider', async () => {
    const metadata = await issuer()
    const files = {
      'auth.ts': keycloakWith("{ id: 'staff-login' }"),
      '.env.local': `${secret}\nAUTH_STAFF_LOGIN_ID=a\nAUTH_STAFF_LOGIN_SECRET=b\nAUTH_STAFF_LOGIN_ISSUER=${metadata}\n`,
    }
    const { found } = await doctor(files, [])
    expect(found('keycloak')).toEqual([])
    expect(found('staff-login')).toMatchObject([
      { status: 'ok', message: expect.stringContaining('AUTH_STAFF_LOGIN_ISSUER') },
      { message: 'callback URL http://localhost:3000/api/auth/callback/staff-login' },
    ])
    expect(found('staff-login metadata')[0]).toMatchObject({ status: 'ok' })
  })

  it.each([
    ['as a string', (url: string) => `'${url}'`],
    ['from a variable', () => 'process.env.LOGIN_ISSUER'],
  ])(
    'authwright doctor reads the metadata of an issuer that the call of the provider passes %s',
    async (_, source) => {
      const metadata = await issuer('https://other.example')
      const files = {
        'auth.ts': keycloakWith(`{ issuer: ${source(metadata)} }`),
        '.env.local': `${secret}\n${client}\nLOGIN_ISSUER=${metadata}\nAUTH_KEYCLOAK_ISSUER=http://127.0.0.1:1\n`,
      }
      expect((await doctor(files, [])).found('keycloak metadata')[0]).toMatchObject({
        status: 'problem',
        message: `${metadata}/.well-known/openid-configuration names the issuer "https://other.example".`,
        fix: expect.stringContaining('`issuer`'),
      })
    },
  )

  it('doctor says to correct the option issuer of google() if the metadata name another issuer', async () => {
    const metadata = await issuer('https://other.example')
    const auth = keycloakWith(`{ issuer: '${metadata}' }`).replaceAll('keycloak', 'google')
    const { found } = await doctor({ 'auth.ts': auth }, [])
    expect(found('google metadata')[0]).toMatchObject({
      status: 'problem',
      fix: 'Set `issuer` in the configuration to this issuer, exactly as written.',
    })
  })

  it('authwright doctor skips the metadata of an issuer that is computed', async () => {
    const files = { 'auth.ts': keycloakWith('{ issuer: issuerOf(tenant) }'), '.env.local': client }
    expect((await doctor(files, [])).found('keycloak metadata')).toMatchObject([
      { status: 'skipped', message: expect.stringContaining('`issuer`') },
    ])
  })

  it('authwright doctor skips the metadata of an issuer whose variable is empty', async () => {
    const files = {
      'auth.ts': keycloakWith('{ issuer: process.env.AUTH_KEYCLOAK_ISSUER }'),
      '.env.local': `${client}\nAUTH_KEYCLOAK_ISSUER=`,
    }
    expect((await doctor(files, [])).found('keycloak metadata')).toMatchObject([
      { status: 'skipped', message: expect.stringContaining('its variable is not set') },
    ])
  })

  it('authwright doctor reads metadata of google() at its issuer, not at AUTH_GOOGLE_ISSUER', async () => {
    const requested = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      return Response.json({ issuer: 'https://other.example' })
    })
    onTestFinished(() => requested.mockRestore())
    const files = {
      'auth.ts': base['auth.ts'].replaceAll('keycloak', 'google'),
      '.env.local': 'AUTH_GOOGLE_ISSUER=https://other.example',
    }
    const { found } = await doctor(files, [])
    expect(String(requested.mock.calls[0]?.[0])).toBe(
      'https://accounts.google.com/.well-known/openid-configuration',
    )
    expect(found('google metadata')[0]).toMatchObject({
      status: 'problem',
      fix: expect.not.stringContaining('AUTH_GOOGLE_ISSUER'),
    })
  })

  it('doctor reads the metadata of a provider that dev() replaces only with --production', async () => {
    const requested = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
    onTestFinished(() => requested.mockRestore())
    const files = {
      'auth.ts': `import { createAuth } from 'authwright/next'
import { dev } from 'authwright/dev'
import { google } from 'authwright/providers/google'

export const { handlers, auth } = createAuth()
  .provider(process.env.NODE_ENV === 'production' ? google() : dev({ as: google() }))
  .build()
`,
    }
    const { found } = await doctor({ ...files, '.env.local': secret }, [])
    expect(found('google metadata')).toMatchObject([{ status: 'skipped' }])
    expect(requested).not.toHaveBeenCalled()
    const deployed = await doctor(files, ['--production'])
    expect(deployed.found('google metadata')).toMatchObject([{ status: 'problem' }])
  })

  it.each([
    ['only another module', 'export const auth = INSTANCE', ["The provider 'google' has no client id"]],
    [
      'the configuration',
      `import { createAuth } from 'authwright'
import { google } from 'authwright/providers/google'
export const auth = INSTANCE ?? createAuth().provider(google()).build()`,
      [],
    ],
    [
      'the configuration, with the value of an unset variable,',
      `import { createAuth } from 'authwright'
import { google } from 'authwright/providers/google'
export const auth = INSTANCE ?? createAuth().provider(google({ clientId: process.env.NO_ID, clientSecret: 'b' })).build()`,
      ["The provider 'google' has no client id"],
    ],
  ])(
    'doctor reports a missing client id only once, if %s calls the provider',
    async (_, source, messages) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      onTestFinished(() => warn.mockRestore())
      const auth = createAuth()
        .provider(google())
        .options({ secret: secret.slice('AUTH_SECRET='.length) })
        .build()
      const modules = {
        'node_modules/authwright/package.json': '{ "version": "1.2.3", "exports": { "./*": "./index.js" } }',
        'node_modules/authwright/index.js': 'exports.createAuth = exports.google = undefined',
      }
      const findings = await findingsOf(auth, {
        ...modules,
        'auth.js': source.replace("'authwright'", "'authwright/index'"),
        '.env': secret,
      })
      expect(warn).not.toHaveBeenCalled()
      expect(findings.filter(({ check }) => check === 'unusable-providers')).toEqual(
        messages.map((message) => ({
          check: 'unusable-providers',
          status: 'warning',
          message: expect.stringContaining(message),
        })),
      )
    },
  )

  it('doctor --production reports a missing mail server only once', async () => {
    vi.stubEnv('NODE_ENV', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const auth = createAuth()
      .provider(nodemailer({ server: '', from: 'shop@example.org' }))
      .adapter(memory())
      .options({ secret: secret.slice('AUTH_SECRET='.length) })
      .build()
    const source = `import { createAuth } from 'authwright'
import { nodemailer } from 'authwright/providers/nodemailer'
export const auth = INSTANCE ?? createAuth().provider(nodemailer({ server: process.env.EMAIL_SERVER, from: 'shop@example.org' })).options({ secret: 'a' + 'b' }).build()`
    const files = { ...emptyPackage, 'auth.js': source }
    const findings = await findingsOf(auth, files, ['--production'])
    const found = findings.filter(({ check }) => /nodemailer|unusable/.test(check))
    expect(found).toMatchObject([{ status: 'problem', message: 'EMAIL_SERVER is not set.' }])
  })

  it.each([
    ['doctor', [], 0],
    ['doctor --production', ['--production'], 1],
  ])('%s loads the configuration with the NODE_ENV that it checks', async (_, args, count) => {
    vi.stubEnv('NODE_ENV', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const auth = createAuth()
      .provider(google({ clientId: 'a', clientSecret: 'b' }))
      .provider(nodemailer({ server: '', from: '' }))
      .adapter(memory())
      .options({ secret: secret.slice('AUTH_SECRET='.length) })
      .build()
    const findings = await findingsOf(auth, { '.env': secret }, args)
    expect(findings.filter(({ check }) => check === 'unusable-providers')).toHaveLength(count)
  })

  it('doctor --production does not read paths.origin in a comment of svelte.config.js', async () => {
    const files = {
      'package.json': '{ "type": "module", "dependencies": { "@sveltejs/kit": "3.0.0" } }',
      'src/auth.ts': base['auth.ts'],
      'svelte.config.js': "export default {\n  // paths: { origin: 'https://example.com' }\n}",
    }
    const { found } = await doctor(files, ['--offline', '--production'])
    expect(found('host')[0]?.status).toBe('problem')
  })

  it.each(['svelte.config.js', 'vite.config.ts'])(
    'doctor --production accepts paths.origin of SvelteKit in %s',
    async (config) => {
      const files = {
        'package.json': '{ "type": "module", "dependencies": { "@sveltejs/kit": "3.0.0" } }',
        'src/auth.ts': base['auth.ts'],
        [config]: "export default { paths: { base: '/shop', origin: 'https://example.com' } }",
      }
      const { found } = await doctor(files, ['--offline', '--production'])
      expect(found('host')[0]).toMatchObject({ status: 'ok', message: `paths.origin in ${config}` })
      const trusting = await doctor(files, ['--offline', '--production'], { AUTH_TRUST_HOST: 'true' })
      expect(trusting.found('host')).toEqual(found('host'))
    },
  )

  it.each([
    ['AUTH_URL=localhost:3000', 'problem'],
    ['AUTH_TRUST_HOST=true', 'warning'],
  ])('authwright doctor reports %s as a %s', async (variable, status) => {
    expect((await doctor({ '.env.local': variable })).found('host')[0]?.status).toBe(status)
  })

  it.each([
    ['another issuer', () => issuer('https://other.example'), 'keycloak metadata', 'https://other.example'],
    ['a clock that differs', () => issuer(undefined, new Date(Date.now() - 600_000)), 'clock', 'differs'],
    ['nothing', async () => 'http://127.0.0.1:1', 'keycloak metadata', 'cannot be read'],
  ])('authwright doctor finds %s at the provider', async (_, open, check, message) => {
    const variables = `${secret}\n${client}\nAUTH_KEYCLOAK_ISSUER=${await open()}\n`
    const { code, found } = await doctor({ '.env.local': variables }, [])
    expect(code).toBe(1)
    expect(found(check)[0]).toMatchObject({ status: 'problem', message: expect.stringContaining(message) })
  })

  /** The report about a provider with these metadata. */
  const withMetadata = async (id: string, respond: () => Promise<Response>) => {
    const requested = vi.spyOn(globalThis, 'fetch').mockImplementation(respond)
    onTestFinished(() => requested.mockRestore())
    const files = {
      'auth.ts': base['auth.ts'].replaceAll('keycloak', id),
      '.env.local': 'AUTH_KEYCLOAK_ISSUER=https://idp.test',
    }
    return doctor(files, [])
  }

  it.each(['{}', 'null', '{ "issuer": 1 }'])(
    'authwright doctor says that the metadata %s have no issuer',
    async (metadata) => {
      const { found } = await withMetadata('keycloak', async () => new Response(metadata))
      expect(found('keycloak metadata')[0]).toMatchObject({
        status: 'problem',
        message: 'https://idp.test/.well-known/openid-configuration cannot be read: it has no "issuer".',
        fix: expect.not.stringContaining('AUTH_KEYCLOAK_ISSUER'),
      })
    },
  )

  it.each([
    [JSON.stringify({ issuer: 'https://\u001b[2Jother' }), 'names the issuer "https://\\u001b[2Jother".'],
    ['\u001b[2J', 'cannot be read: it is not JSON.'],
  ])('authwright doctor prints no control characters of the metadata %j', async (body, message) => {
    const { found } = await withMetadata('keycloak', async () => new Response(body))
    expect(found('keycloak metadata')[0]?.message).toBe(
      `https://idp.test/.well-known/openid-configuration ${message}`,
    )
  })

  it('authwright doctor says why metadata cannot be fetched', async () => {
    const cause = new Error('getaddrinfo ENOTFOUND idp.test')
    const { found } = await withMetadata('keycloak', () =>
      Promise.reject(new TypeError('fetch failed', { cause })),
    )
    expect(found('keycloak metadata')[0]?.message).toContain(
      'cannot be read: getaddrinfo ENOTFOUND idp.test.',
    )
  })

  it('authwright doctor says that no server listens at the issuer', async () => {
    const variables = `${secret}\n${client}\nAUTH_KEYCLOAK_ISSUER=http://localhost:9\n`
    const { found } = await doctor({ '.env.local': variables }, [])
    expect(found('keycloak metadata')[0]?.message).not.toMatch(/fetch failed|: [.]/)
  })

  it.each([
    ['', 'https://<your application>'],
    ['AUTH_URL=https://example.com\n', 'https://example.com'],
  ])(
    'authwright doctor reports no http: callback URL of apple() with the variables %j',
    async (env, origin) => {
      const { found } = await doctor({
        'auth.ts': base['auth.ts'].replaceAll('keycloak', 'apple'),
        '.env.local': `${secret}\n${env}`,
      })
      expect(found('apple')[1]?.message).toBe(`callback URL ${origin}/api/auth/callback/apple`)
    },
  )

  it('authwright doctor accepts an alias of the issuer of apple()', async () => {
    const { found } = await withMetadata('apple', async () =>
      Response.json({ issuer: 'https://account.apple.com' }),
    )
    expect(found('apple metadata')[0]).toMatchObject({ status: 'ok' })
  })

  it('authwright doctor adds the age of a cached response to the time of the provider', async () => {
    const headers = { date: new Date(Date.now() - 600_000).toUTCString(), age: '600' }
    const { found } = await withMetadata('keycloak', async () =>
      Response.json({ issuer: 'https://idp.test' }, { headers }),
    )
    expect(found('clock')).toEqual([])
  })

  const github = (step: string) => `import { createAuth } from 'authwright/next'
import { dev } from 'authwright/dev'
import { github } from 'authwright/providers/github'

export const { handlers, auth } = createAuth().provider(${step}).build()
`
  it.each([
    ['dev({ as: github() })', 'ok'],
    ["process.env.NODE_ENV === 'production' ? github() : dev({ as: github() })", 'ok'],
    ["process.env.NODE_ENV === 'production' ? github() : dev()", 'ok'],
    ["process.env.NODE_ENV !== 'production' && dev()).provider(github()", 'warning'],
    ['github()', 'problem'],
  ])(
    'authwright doctor reports missing variables of %s as %s in development, and as a problem in production',
    async (step, status) => {
      const files = { 'auth.ts': github(step), '.env.local': secret }
      const { found } = await doctor(files)
      const message = 'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set'
      expect(found('github')[0]).toMatchObject({
        status,
        message: `${message}${status === 'ok' ? ': test users replace the provider in development.' : '.'}`,
      })
      const deployed = await doctor(files, ['--offline', '--production'])
      expect(deployed.found('github')[0]).toMatchObject({ status: 'problem', message: `${message}.` })
    },
  )

  it.each([
    ["github({ id: 'dev-team', clientSecret: 'b' })", 'dev-team', 'problem', 'AUTH_DEV_TEAM_ID is not set.'],
    ["github({ id: 'api-key', clientId: 'a' })", 'api-key', 'problem', 'AUTH_API_KEY_SECRET is not set.'],
    [
      "github({ id: 'api-key', clientId: 'a', clientSecret: 'b' })",
      'api-key',
      'ok',
      'AUTH_API_KEY_ID, AUTH_API_KEY_SECRET are set, or passed in the configuration.',
    ],
    [
      'process.env.AUTH_GITHUB_ID && github()',
      'github',
      'warning',
      'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set.',
    ],
    [
      'process.env.AUTH_GITHUB_ID ? github() : undefined',
      'github',
      'warning',
      'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set.',
    ],
    [
      'process.env.PREVIEW && github()',
      'github',
      'problem',
      'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set.',
    ],
  ])(
    'doctor reports missing variables only if the source needs them: %s',
    async (provider, id, status, message) => {
      const auth = `import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

export const { handlers, auth } = createAuth().provider(${provider}).build()
`
      const { found } = await doctor({ 'auth.ts': auth, '.env.local': secret }, ['--offline'])
      expect(found(id)[0]).toMatchObject({ status, message })
    },
  )

  const passed = 'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are set, or passed in the configuration.'
  const two = (options: string) => `const id = 'a'
const key = 'b'
const shared = { clientId: id, clientSecret: key }
import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'

export const { handlers, auth } = createAuth().provider(google()).provider(github(${options})).build()
`
  it.each([
    ['{ clientId: id, clientSecret: key }', 'ok', passed],
    ["{ clientId: id, 'clientSecret': key }", 'ok', passed],
    ['{ clientId: process.env.GITHUB, clientSecret: process.env.KEY }', 'ok', passed],
    ['{ clientId: id }', 'problem', 'AUTH_GITHUB_SECRET is not set.'],
    ['{ clientId: process.env.AUTH_GITHUB_ID, clientSecret: key }', 'problem', 'AUTH_GITHUB_ID is not set.'],
    [
      "{ clientId: process.env.AUTH_GITHUB_ID ?? '', clientSecret: key }",
      'problem',
      'AUTH_GITHUB_ID is not set.',
    ],
    [
      '{ clientId: process.env.AUTH_GITHUB_ID ?? id, clientSecret: key }',
      'warning',
      'AUTH_GITHUB_ID is not set.',
    ],
    ['{ clientId: undefined, clientSecret: key }', 'problem', 'AUTH_GITHUB_ID is not set.'],
    ['{ clientId: id } satisfies object', 'problem', 'AUTH_GITHUB_SECRET is not set.'],
    ["{ ['clientId']: id, clientSecret: key }", 'warning', 'AUTH_GITHUB_ID is not set.'],
    ['{ id: key, clientSecret: key }', 'warning', 'AUTH_GITHUB_ID is not set.'],
    ['{ scope: { clientId: id } }', 'problem', 'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set.'],
    ['shared', 'warning', 'AUTH_GITHUB_ID, AUTH_GITHUB_SECRET are not set.'],
    ['{ clientId: id, ...shared }', 'warning', 'AUTH_GITHUB_SECRET is not set.'],
    [
      "{ clientId: id, client: { token_endpoint_auth_method: 'none' } }",
      'warning',
      'AUTH_GITHUB_SECRET is not set.',
    ],
  ])(
    'doctor reports the missing variables that github(%s) needs, as %s',
    async (options, status, message) => {
      for (const args of [['--offline'], ['--offline', '--production']]) {
        const { found } = await doctor({ 'auth.ts': two(options), '.env.local': secret }, args)
        expect(found('github')[0]).toMatchObject({ status, message })
        // The options of one provider must not be used for another provider.
        expect(found('google')[0]).toMatchObject({
          status: 'problem',
          message: 'AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET are not set.',
        })
      }
    },
  )

  it('doctor does not require a variable that only other code of the module reads', async () => {
    const auth = `${two("{ clientId: 'a', clientSecret: 'b' }")}console.log(process.env.AUTH_GITHUB_ID ?? '')\n`
    const { found } = await doctor({ 'auth.ts': auth, '.env.local': secret })
    expect(found('github')[0]).toMatchObject({ status: 'ok', message: passed })
  })

  it('doctor prints `<id>` in a callback URL if the source does not show the id of the provider', async () => {
    const { found } = await doctor({ 'auth.ts': two('{ id: key }'), '.env.local': secret })
    expect(found('github')[1]?.message).toBe('callback URL http://localhost:3000/api/auth/callback/<id>')
  })

  it.each([
    ["process.env.NODE_ENV === 'production' ? github(shared) : dev({ as: github() })", 'warning'],
    [
      "process.env.NODE_ENV === 'production' ? github({ clientId: 'a', clientSecret: 'b' }) : dev({ as: github() })",
      'ok',
    ],
    ["dev({ as: github({ clientId: 'a', clientSecret: 'b' }) })", 'ok'],
    ["local ? github({ clientId: 'a', clientSecret: 'b' }) : github()", 'warning'],
  ])('doctor --production reports missing variables of %s as %s', async (step, status) => {
    const { found } = await doctor({ 'auth.ts': github(step) }, ['--offline', '--production'])
    expect(found('github')[0]?.status).toBe(status)
  })

  it.each([
    ["teamId: 'a', keyId: 'b', privateKey: 'c'", 'ok'],
    ["clientSecret: 'a'", 'ok'],
    ["teamId: 'a', keyId: 'b'", 'problem'],
  ])('doctor reports missing variables of apple() with %s as %s', async (options, status) => {
    const { found } = await doctor({
      'auth.ts': base['auth.ts']
        .replaceAll('keycloak', 'apple')
        .replace('apple()', `apple({ clientId: 'a', ${options} })`),
    })
    expect(found('apple')[0]?.status).toBe(status)
  })

  const mail = (provider: string, options: string) => ({
    'auth.ts': `import { createAuth } from 'authwright/next'
import { sqlite } from 'authwright/adapters/sqlite'
import { ${provider} } from 'authwright/providers/${provider}'

export const { handlers, auth } = createAuth()
  .provider(${provider}(${options}))
  .adapter(sqlite('auth.db'))
  .build()
`,
  })
  const smtp = mail(
    'nodemailer',
    "{ server: process.env.EMAIL_SERVER ?? '', from: process.env.EMAIL_FROM ?? '' }",
  )
  const own = { EMAIL_SERVER: 'smtp://mail.example.org', EMAIL_FROM: 'Shop <shop@example.org>' }

  it.each([
    ['an empty variable', "pg(process.env.DATABASE_URL ?? '')", '', 'problem'],
    ['a variable that is not set', 'pg(process.env.DATABASE_URL!)', undefined, 'problem'],
    ['a variable that is set', 'pg(process.env.DATABASE_URL)', 'postgres://db.example.org/app', 'ok'],
    ['a default in the code', "pg(process.env.DATABASE_URL ?? 'postgres://127.0.0.1/app')", '', undefined],
    ['a condition', 'process.env.DATABASE_URL ? pg(process.env.DATABASE_URL) : memory()', '', undefined],
    ['a pool', 'pg(new Pool({ connectionString: process.env.DATABASE_URL }))', '', undefined],
  ])('with %s, doctor reports whether the URL of the database is missing', async (_, call, url, status) => {
    const source = (adapter: string, use: string) => ({
      'auth.ts': `import { createAuth } from 'authwright/next'
import { pg } from 'authwright/adapters/pg'
import { github } from 'authwright/providers/github'
${adapter}
export const { handlers, auth } = createAuth().provider(github()).adapter(${use}).build()
`,
    })
    const variables = url === undefined ? {} : { DATABASE_URL: url }
    for (const files of [source('', call), source(`const adapter = ${call}`, 'adapter')]) {
      const { found } = await doctor(files, ['--offline', '--production'], variables)
      expect(found('database')).toEqual(
        status === undefined
          ? []
          : [
              expect.objectContaining({
                status,
                message: status === 'ok' ? 'DATABASE_URL is set.' : 'DATABASE_URL is not set.',
              }),
            ],
      )
    }
  })

  it('without a URL, the driver of PostgreSQL uses PGHOST', async () => {
    const files = {
      'auth.ts': `import { createAuth } from 'authwright/next'
import { pg } from 'authwright/adapters/pg'
import { github } from 'authwright/providers/github'

export const { handlers, auth } = createAuth().provider(github()).adapter(pg(process.env.DATABASE_URL)).build()
`,
    }
    const { found } = await doctor(files, ['--offline'], { PGHOST: '127.0.0.1' })
    expect(found('database')).toEqual([])
  })

  it.each([
    ['a missing sender', smtp, { EMAIL_SERVER: own.EMAIL_SERVER }, ['EMAIL_FROM is not set']],
    [
      'the missing key of a service',
      mail('resend', "{ from: process.env.EMAIL_FROM ?? '' }"),
      { EMAIL_FROM: own.EMAIL_FROM },
      ['AUTH_RESEND_KEY is not set'],
    ],
  ])(
    'doctor warns about %s for mail, and reports a problem in production',
    async (_, files, env, messages) => {
      for (const [args, status] of [
        [['--offline'], 'warning'],
        [['--offline', '--production'], 'problem'],
      ] as const) {
        const { found } = await doctor(files, [...args], env)
        const findings = found(messages[0]?.startsWith('AUTH') ? 'resend' : 'nodemailer')
        expect(findings.map((finding) => finding.status)).toEqual(messages.map(() => status))
        for (const [index, message] of messages.entries()) expect(findings[index]?.message).toContain(message)
        for (const { fix } of findings) expect(fix).toMatch(/^Set (?:EMAIL|AUTH)_/)
      }
    },
  )

  it.each([
    ['nodemailer', smtp, ['EMAIL_SERVER', 'EMAIL_FROM']],
    ['resend', mail('resend', "{ from: 'a@a.example' }"), ['AUTH_RESEND_KEY']],
  ])('doctor requires the variables of %s only in production', async (id, files, names) => {
    const development = (await doctor(files, ['--offline'])).found(id)
    expect(development).toEqual([
      expect.objectContaining({ status: 'ok', message: expect.stringContaining('printed in the terminal') }),
    ])
    const production = (await doctor(files, ['--offline', '--production'])).found(id)
    expect(production.map(({ status }) => status)).toEqual(names.map(() => 'problem'))
    for (const [index, name] of names.entries()) {
      expect(development[0]?.message).toContain(name)
      expect(production[index]?.message).toBe(`${name} is not set.`)
    }
  })

  it.each([
    ['set variables', smtp, own],
    ['values in the source', mail('nodemailer', "{ server: 'smtp://a.example', from: 'a@a.example' }"), {}],
    ['an API key in the source', mail('resend', "{ apiKey: process.env.KEY, from: 'a@a.example' }"), {}],
    ['an id whose value the source does not show', mail('resend', "{ id: mailId, from: 'a@a.example' }"), {}],
    ['spread options', mail('resend', "{ ...shared, from: 'a@a.example' }"), {}],
    [
      'an API key in the variable of its id',
      mail('resend', "{ id: 'mail', from: 'a@a.example' }"),
      { AUTH_MAIL_KEY: 'a', EMAIL_FROM: 'b@a.example' },
    ],
    [
      'a fallback for the sender',
      mail('resend', "{ from: process.env.EMAIL_FROM ?? 'a@a.example' }"),
      { AUTH_RESEND_KEY: 'a', EMAIL_FROM: 'b@a.example' },
    ],
  ])('authwright doctor finds no problem for mail with %s', async (_, files, env) => {
    const { report } = await doctor(files, ['--offline', '--production'], env)
    const findings = report.findings.filter(({ check }) => /nodemailer|resend/.test(check))
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
  })

  it.each([
    ['a function', 'sendVerificationRequest: send'],
    ['a method', 'async sendVerificationRequest() {}'],
  ])('doctor requires no key of a mail service if %s of the application sends the mails', async (_, own) => {
    const files = mail('resend', `{ from: 'a@a.example', ${own} }`)
    const other = files['auth.ts'].replace(
      '  .adapter',
      `  .provider(email({ from: process.env.EMAIL_FROM, ${own} }))\n  .adapter`,
    )
    const imported = { 'auth.ts': `import { email } from 'authwright/providers/email'\n${other}` }
    const development = await doctor(imported, ['--offline'])
    expect(development.found('resend')).toEqual([])
    expect(development.found('email')).toEqual([
      expect.objectContaining({ status: 'warning', message: 'EMAIL_FROM is not set.' }),
    ])
    const production = await doctor(imported, ['--offline', '--production'])
    expect(production.found('resend')).toEqual([])
    expect(production.found('email')).toEqual([
      expect.objectContaining({ status: 'problem', message: 'EMAIL_FROM is not set.' }),
    ])
  })

  const missingFor = async (options: string, constants: string) => {
    const text = mail('resend', options)['auth.ts']
    const files = { 'auth.ts': text.replace('\nexport', `${constants}\nexport`) }
    const { found } = await doctor(files, ['--offline', '--production'], { AUTH_RESEND_KEY: 'a' })
    return found('resend').flatMap(({ status, message }) => (status === 'problem' ? message : []))
  }

  it.each([
    ['the options', '{ from: process.env.EMAIL_FROM }', ''],
    ['a constant', '{ from: sender }', 'const sender = process.env.EMAIL_FROM'],
    ['a constant with the name of the option', '{ from }', 'const from = process.env.EMAIL_FROM'],
    ['a destructured constant', '{ from: sender }', 'const { EMAIL_FROM: sender } = process.env'],
    [
      'a constant that another constant uses',
      '{ from: settings.from }',
      'const sender = process.env.EMAIL_FROM\nexport const settings = { from: sender }',
    ],
    ['a function', '{ from: sender() }', "function sender() {\n  return read('EMAIL_FROM')\n}"],
  ])('doctor reports the missing variable of a sender in %s', async (_, options, constants) => {
    expect(await missingFor(options, constants)).toEqual(['EMAIL_FROM is not set.'])
  })

  it.each([
    [
      'a constant that the options do not use',
      "{ from: 'a@a.example' }",
      'const from = process.env.EMAIL_FROM',
    ],
    ['a comment', "{ from: 'a@a.example' /* Not EMAIL_FROM. */ }", ''],
  ])('doctor does not require the variable of a sender in %s', async (_, options, constants) => {
    expect(await missingFor(options, constants)).toEqual([])
  })

  it('doctor does not use the API key of one mail service for another mail service', async () => {
    const files = mail('resend', "{ from: 'a@a.example' }")
    const other = files['auth.ts'].replace(
      '  .adapter',
      "  .provider(postmark({ apiKey: process.env.KEY, from: 'a@a.example' }))\n  .adapter",
    )
    const imported = `import { postmark } from 'authwright/providers/postmark'\n${other}`
    const { found } = await doctor({ 'auth.ts': imported })
    expect(found('resend')[0]).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^AUTH_RESEND_KEY is not set: mails are printed in the terminal\./),
    })
    expect(found('postmark')).toEqual([])
  })

  it('authwright doctor warns about a framework whose major version is 0', async () => {
    const { found } = await doctor({
      'package.json': '{ "type": "module", "dependencies": { "@solidjs/start": "^0.7.10" } }',
    })
    expect(found('framework')[0]).toMatchObject({ status: 'warning', message: 'solid-start 0' })
  })
})
