import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { styleText } from 'node:util'
import { isGuessable, MIN_SECRET_LENGTH } from '../../src/runtime/core/config/environment.js'
import type { CommandContext } from '../context.js'
import { type Configuration, calls, findConfiguration, hasAdapter, standsIn } from '../edit/chain.js'
import { type EditedModule, localName, parseModule } from '../edit/module.js'
import { configuredMail } from '../mail.js'
import { pagePath } from '../package-files.js'
import { readEnvFiles } from '../project/env-file.js'
import { type Framework, type Loaded, loadModule, type Project, readProject } from '../project/project.js'
import { callbackUrl, type ProviderEntry, providerIds, readProvider, variableName } from '../providers.js'
import { findAuthFile } from '../templates/auth-module.js'

export interface DoctorOptions {
  readonly json: boolean
  /** Whether the variables are those of a deployment: `AUTH_URL` is then needed. */
  readonly production: boolean
  /** Whether requests to providers are left out. */
  readonly offline: boolean
}

/** One thing that was checked. */
interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly message: string
  /** What to do. */
  readonly fix?: string
}

/** Checks an application and returns the exit code: 1 where there is a problem. */
export async function doctor(context: CommandContext, options: DoctorOptions): Promise<number> {
  const project = await readProject(context.cwd)
  const files = readEnvFiles(project)
  const env = options.production ? { ...context.env, NODE_ENV: 'production' } : { ...files, ...context.env }
  const providers = await configuredProviders(project)
  const secret = secretFinding(env, options)
  // What runs without a secret reports it once more, for the variables of development.
  const repeats = ({ check, message }: Finding): boolean =>
    secret.status === 'problem' && check === 'configuration' && /secret/i.test(message)
  const findings: readonly Finding[] = [
    nodeVersion(),
    ...versions(project),
    configurationFinding(project),
    secret,
    ...hostFindings(env, options),
    ...providers.flatMap((provider) => providerFindings(project, provider, env, options)),
    ...mailFindings(project, env, options),
    ...(options.offline
      ? []
      : (await Promise.all(providers.map((each) => metadataFindings(each, env)))).flat()),
    ...(await runTimeFindings(project, env)).filter((finding) => !repeats(finding)),
  ]
  const failed = findings.some(({ status }) => status === 'problem')
  if (options.json) context.print(`${JSON.stringify({ ok: !failed, findings }, null, 2)}\n`)
  else
    context.print(`${findings.map((finding) => line(finding, context.colors)).join('')}\n${sum(findings)}\n`)
  return failed ? 1 : 0
}

function sum(findings: readonly Finding[]): string {
  const count = (wanted: Finding['status'], one: string): string => {
    const found = findings.filter(({ status }) => status === wanted).length
    return `${found === 0 ? 'no' : found} ${one}${found === 1 ? '' : 's'}`
  }
  const said = `${count('problem', 'problem')}, ${count('warning', 'warning')}.`
  return said[0]?.toUpperCase() + said.slice(1)
}

const marks = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  problem: ['✗', 'red'],
  skipped: ['-', 'dim'],
} as const

function line({ check, status, message, fix }: Finding, colors: boolean): string {
  const [mark, color] = marks[status]
  return `${colors ? styleText(color, mark) : mark} ${check}: ${message}\n${fix === undefined ? '' : `    ${fix}\n`}`
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const message = `Node.js ${process.versions.node}`
  if (major > 20 || (major === 20 && minor >= 19)) return { check: 'Node.js', status: 'ok', message }
  return { check: 'Node.js', status: 'problem', message, fix: 'Install Node.js 20.19 or newer.' }
}

/** The major versions that are tested. */
const supported: Readonly<Partial<Record<Framework, readonly number[]>>> = {
  next: [15, 16],
  sveltekit: [2, 3],
  'solid-start': [1, 2],
}

function versions(project: Project): readonly Finding[] {
  const { framework, major } = project
  const majors = supported[framework]
  const isKnown = majors === undefined || major === undefined || majors.includes(major)
  const own = installedVersion(project, 'authwright')
  return [
    {
      check: 'framework',
      status: isKnown ? 'ok' : 'warning',
      message: `${framework}${major === undefined ? '' : ` ${major}`}`,
      ...(!isKnown && { fix: `Authwright is tested with version ${majors?.join(' and ')}.` }),
    },
    own === undefined
      ? {
          check: 'authwright',
          status: 'problem',
          message: 'The package is not installed.',
          fix: `Install it: ${project.packageManager} add authwright`,
        }
      : { check: 'authwright', status: 'ok', message: own },
  ]
}

function installedVersion(project: Project, name: string): string | undefined {
  for (let at = project.root; ; at = path.dirname(at)) {
    const manifest = path.join(at, 'node_modules', name, 'package.json')
    if (existsSync(manifest))
      return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version
    if (path.dirname(at) === at) return undefined
  }
}

function configurationFinding(project: Project): Finding {
  const file = findAuthFile(project)
  if (project.exists(file)) return { check: 'configuration', status: 'ok', message: file }
  const message = `${file} is not there.`
  return { check: 'configuration', status: 'problem', message, fix: 'Run npx authwright init.' }
}

interface ConfiguredProvider extends ProviderEntry {
  /** Whether made-up users stand in for it during development. */
  readonly standIn: boolean
}

/** The module of the configuration, where it has one. */
function readConfiguration(project: Project): [EditedModule, Configuration] | undefined {
  const file = findAuthFile(project)
  const text = project.read(file)
  if (text === undefined) return undefined
  const module = parseModule(file, text)
  const configuration = findConfiguration(module)
  return configuration && [module, configuration]
}

/** The providers of the catalogue that the configuration calls. */
async function configuredProviders(project: Project): Promise<readonly ConfiguredProvider[]> {
  const [module, configuration] = readConfiguration(project) ?? []
  if (module === undefined || configuration === undefined) return []
  const ids = (await providerIds()).filter((id) => module.text.includes(`authwright/providers/${id}`))
  const entries = await Promise.all(ids.map(readProvider))
  const dev = localName(module, 'dev', (from) => from === 'authwright/dev')
  return entries.flatMap((entry) => {
    const name = localName(module, entry.factory, (from) => from === `authwright/providers/${entry.id}`)
    if (name === undefined || !calls(configuration, name)) return []
    return [{ ...entry, standIn: dev !== undefined && standsIn(configuration, dev, name) }]
  })
}

type Env = Readonly<Record<string, string | undefined>>

function secretFinding(env: Env, { production }: DoctorOptions): Finding {
  const secret = env['AUTH_SECRET'] || env['NEXTAUTH_SECRET']
  const check = 'secret'
  if (!secret) {
    return {
      check,
      status: 'problem',
      message: 'AUTH_SECRET is not set.',
      fix: production
        ? 'Set it in the environment of the process, which alone is read with --production: npx authwright secret prints one.'
        : 'Run npx authwright secret --write.',
    }
  }
  if (!isGuessable(secret)) {
    return { check, status: 'ok', message: `AUTH_SECRET has ${secret.length} characters.` }
  }
  return {
    check,
    status: 'problem',
    message:
      secret.length < MIN_SECRET_LENGTH
        ? `AUTH_SECRET has ${secret.length} characters, and ${MIN_SECRET_LENGTH} are needed.`
        : 'AUTH_SECRET repeats few characters and can be guessed.',
    fix: 'Create one with npx authwright secret, and set it as AUTH_SECRET_1 beside AUTH_SECRET: sessions stay valid.',
  }
}

function hostFindings(env: Env, { production }: DoctorOptions): readonly Finding[] {
  const check = 'host'
  const { AUTH_URL: url, AUTH_TRUSTED_HOSTS: hosts, AUTH_TRUST_HOST: trust } = env
  if (url && !(/^https?:/i.test(url) && URL.canParse(url))) {
    const fix = 'Set it to the address of the application with its scheme, such as https://example.com.'
    return [{ check, status: 'problem', message: 'AUTH_URL is not an absolute URL.', fix }]
  }
  if (trust === 'true') {
    const fix = 'List the hosts in AUTH_TRUSTED_HOSTS instead, unless a proxy replaces these headers.'
    return [{ check, status: 'warning', message: 'AUTH_TRUST_HOST trusts every host a request names.', fix }]
  }
  if (production && url?.startsWith('http:')) {
    const fix = 'Use https://, or cookies travel in plain text.'
    return [{ check, status: 'warning', message: 'AUTH_URL does not use HTTPS.', fix }]
  }
  if (url || hosts) return [{ check, status: 'ok', message: url ?? hosts ?? '' }]
  const hosted = env['VERCEL'] === '1' || env['CF_PAGES'] === '1'
  if (!production || hosted) return [{ check, status: 'ok', message: 'the address of the request' }]
  const fix = 'Set AUTH_URL to the address of the application, or AUTH_TRUSTED_HOSTS to its hosts.'
  return [
    {
      check,
      status: 'problem',
      message: 'No host but this machine is trusted: other requests get 421.',
      fix,
    },
  ]
}

function providerFindings(
  project: Project,
  provider: ConfiguredProvider,
  env: Env,
  { production }: DoctorOptions,
): readonly Finding[] {
  const { id, variables, registration } = provider
  const missing = variables.filter((name) => !env[name])
  const base = URL.canParse(env['AUTH_URL'] ?? '')
    ? `${new URL(env['AUTH_URL'] ?? '').origin}${project.basePath}/callback/${id}`
    : undefined
  const url = {
    check: id,
    status: 'ok',
    message: `callback URL ${base ?? (production ? `<AUTH_URL>${project.basePath}/callback/${id}` : callbackUrl(project, id))}`,
  } as const
  if (missing.length === 0)
    return [{ check: id, status: 'ok', message: `${variables.join(', ')} are set.` }, url]
  const message = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`
  if (provider.standIn && !production) {
    const reason = 'made-up users stand in during development'
    return [{ check: id, status: 'ok', message: `${message}: ${reason}.` }, url]
  }
  const [module, configuration] = readConfiguration(project) ?? []
  const dev = module && localName(module, 'dev', (from) => from === 'authwright/dev')
  const hasDev = dev !== undefined && configuration !== undefined && calls(configuration, dev)
  // A configuration may set the client in its source, and dev() may be what is used in development.
  const isOptional = /clientId\s*:/.test(module?.text ?? '') || (hasDev && !production)
  return [
    {
      check: id,
      status: isOptional ? 'warning' : 'problem',
      message: `${message}.`,
      fix: `Create ${registration?.create} at ${registration?.console}, and put its values into ${production ? 'the environment of the deployment' : project.envFile}.`,
    },
    url,
  ]
}

/** The variables of providers that send mail. */
function mailFindings(project: Project, env: Env, { production }: DoctorOptions): readonly Finding[] {
  const [module, configuration] = readConfiguration(project) ?? []
  if (module === undefined || configuration === undefined) return []
  const status = production ? 'problem' : 'warning'
  const place = production ? 'in the environment of the deployment' : `in ${project.envFile}`
  return configuredMail(module, configuration).flatMap(({ id, variables }) => {
    const findings = variables.flatMap(({ name, value }): readonly Finding[] => {
      const set = env[name]
      if (set && set !== value) return []
      const message = set ? `${name} is still ${value}.` : `${name} is not set.`
      return [{ check: id, status, message, fix: `Set ${name} ${place}: see ${pagePath('email.md')}.` }]
    })
    if (findings.length > 0 || variables.length === 0) return findings
    const names = variables.map(({ name }) => name).join(', ')
    return [{ check: id, status: 'ok', message: `${names} ${variables.length === 1 ? 'is' : 'are'} set.` }]
  })
}

/** The provider's metadata, and its clock by the header `Date`. */
async function metadataFindings(provider: ProviderEntry, env: Env): Promise<readonly Finding[]> {
  const { id } = provider
  const issuer = env[variableName(id, 'ISSUER')] || provider.issuer
  if (issuer === undefined || provider.type !== 'oidc') return []
  const check = `${id} metadata`
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error' })
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { issuer: named } = (await response.json()) as { issuer?: unknown }
    const same = String(named).replace(/\/$/, '') === issuer.replace(/\/$/, '') || String(named).includes('{')
    const ahead = Math.round((Date.now() - date) / 1000)
    return [
      same
        ? { check, status: 'ok', message: url }
        : {
            check,
            status: 'problem',
            message: `${url} names the issuer ${String(named)}.`,
            fix: `Set ${variableName(id, 'ISSUER')} to that, exactly as written.`,
          },
      ...(Math.abs(ahead) > 60
        ? [
            {
              check: 'clock',
              status: 'problem' as const,
              message: `This clock differs from that of ${id} by ${ahead} seconds.`,
              fix: 'Synchronize it (NTP): ID tokens are refused outside of their time.',
            },
          ]
        : []),
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fix = 'Check the issuer and the network, or leave this check out with --offline.'
    return [{ check, status: 'problem', message: `${url} cannot be read: ${reason}.`, fix }]
  }
}

/** What the configuration itself says when it runs: its database, and the cookies it sets. */
async function runTimeFindings(project: Project, env: Env): Promise<readonly Finding[]> {
  const file = findAuthFile(project)
  const text = project.read(file)
  if (text === undefined) return []
  const require = createRequire(path.join(project.root, 'package.json'))
  const loaded = await loadModule(project, file, env, require)
  if ('reason' in loaded) {
    const fix = /jiti/.test(loaded.reason)
      ? 'Start the application, or run the check on Node.js 22.18 or newer, which reads TypeScript.'
      : 'Start the application with the same variables: its log says where the error is.'
    return [{ check: 'run time', status: 'skipped', message: loaded.reason, fix }]
  }
  const configuration = findConfiguration(parseModule(file, text))
  try {
    return [
      ...(await healthFindings(loaded, configuration !== undefined && hasAdapter(configuration))),
      ...(await cookieFindings(project, loaded, env)),
    ]
  } finally {
    await loaded.close?.()
  }
}

async function healthFindings({ exports }: Loaded, stores: boolean): Promise<readonly Finding[]> {
  const health = Object.values(exports)
    .map((each) => (each as { health?: unknown } | null)?.health)
    .find((each) => typeof each === 'function') as (() => Promise<Health>) | undefined
  if (health === undefined) {
    if (!stores) return []
    const message = 'The configuration exports nothing that reports its health.'
    const fix = 'Export auth of what build() returns, or all of it.'
    return [{ check: 'database', status: 'skipped', message, fix }]
  }
  const { database, clock, reason } = await health()
  if (reason !== undefined) {
    return [{ check: 'configuration', status: 'problem', message: reason, fix: 'Fix the configuration.' }]
  }
  const slow: Finding[] =
    clock === 'differs'
      ? [
          {
            check: 'clock',
            status: 'problem',
            message: 'The clock of the database differs.',
            fix: 'Synchronize both clocks.',
          },
        ]
      : []
  if (database === undefined) return slow
  const message = database.ok
    ? `responds within ${Math.ceil(database.milliseconds)} ms`
    : (database.reason ?? '')
  const fix = 'Start the database, check its address, or migrate it: npx authwright schema prints the tables.'
  return [
    database.ok
      ? { check: 'database', status: 'ok', message }
      : { check: 'database', status: 'problem', message, fix },
    ...(database.warning === undefined
      ? []
      : [
          {
            check: 'database',
            status: 'warning' as const,
            message: database.warning,
            fix: `Enable row level security before anyone signs in: see ${pagePath('adapters.md')}#close-the-data-api.`,
          },
        ]),
    ...slow,
  ]
}

interface Health {
  readonly clock: string
  readonly reason?: string
  readonly database?: {
    readonly ok: boolean
    readonly milliseconds: number
    readonly warning?: string
    readonly reason?: string
  }
}

async function cookieFindings(project: Project, { exports }: Loaded, env: Env): Promise<readonly Finding[]> {
  const { auth } = exports as { auth?: { handler?: (request: Request) => Promise<Response> } }
  if (typeof auth?.handler !== 'function') return []
  const given = env['AUTH_URL'] ?? ''
  const origin = URL.canParse(given) ? new URL(given).origin : project.origin
  const response = await auth.handler(new Request(`${origin}${project.basePath}/csrf`))
  return response.headers.getSetCookie().map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(/;\s*/)
    const name = pair.split('=')[0] ?? ''
    const isSafe = attributes.some((each) => /^secure$/i.test(each)) || origin.startsWith('http:')
    const message = `${name}; ${attributes.join('; ')}`
    return isSafe
      ? { check: 'cookie', status: 'ok', message }
      : {
          check: 'cookie',
          status: 'problem',
          message,
          fix: 'Remove useSecureCookies: false: the address has TLS.',
        }
  })
}
