import { createRequire } from 'node:module'
import path from 'node:path'
import type { ArrayExpression } from 'acorn'
import { hostList } from '../../src/options/host-list.js'
import { hasAdapter, textOf, UNKNOWN_BASE_PATH } from '../edit/chain.js'
import { pagePath } from '../package-files.js'
import { type Loaded, loadModule } from '../project/project.js'
import { type Application, configuredOption } from './application.js'
import type { Check, Finding } from './check.js'
import { serverClocksDiffer } from './clock.js'
import { host } from './host.js'
import { mailVariables } from './mail-variables.js'
import { webUrl } from './parse-web-url.js'
import { providerVariables } from './provider-variables.js'
import { removableCredentials } from './removable-credentials.js'
import { secret, unknownSecret } from './secret.js'
import { siteUrl } from './site-url.js'

export const runTime: Check = async (application) => {
  const warnings: Finding[] = []
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    const [, check, message = ''] = /^\[auth\]\[warn\]\[([^\]]+)\] ?(.*)/s.exec(String(args[0])) ?? []
    if (check === undefined) warn(...args)
    else warnings.push({ check, status: 'warning', message })
  }
  try {
    const findings = [...(await loadedFindings(application))]
    for (const warning of warnings) if (!(await isReported(warning, application))) findings.push(warning)
    return findings
  } finally {
    console.warn = warn
  }
}

async function isReported({ check, message }: Finding, application: Application): Promise<boolean> {
  if (check === 'unusable-providers') {
    const [, ids] = / do not show (.+)[.]$/.exec(message) ?? []
    const findings = [...(await providerVariables(application)), ...(await mailVariables(application))]
    const reported = findings.filter(({ status }) => status !== 'ok').map((finding) => finding.check)
    return ids?.split(', ').every((id) => reported.includes(id)) ?? false
  }
  if (check === 'credentials-not-removable') {
    const findings = await removableCredentials(application)
    return findings.some((finding) => message.includes(`'${finding.check}'`))
  }
  return check === 'any-host-trusted' && (await host(application)).some(({ status }) => status === 'warning')
}

async function loadedFindings(application: Application): Promise<readonly Finding[]> {
  const { project, authFile, production } = application
  // If `NODE_ENV` were not set, the configuration would run as in production.
  const env = production ? application.env : { NODE_ENV: 'development', ...application.env }
  if (application.error !== undefined) return unknownSecret(application)
  if (!project.exists(authFile)) return []
  const require = createRequire(path.join(project.root, 'package.json'))
  const loaded = await loadModule(project, authFile, env, require)
  if ('reason' in loaded && loaded.isThrown) {
    const fix = 'Fix the configuration: the application throws the same error.'
    return [{ check: 'run time', status: 'problem', message: loaded.reason, fix }]
  }
  if ('reason' in loaded) {
    const fix = /jiti/.test(loaded.reason)
      ? `Run ${project.packageManager} add -D jiti, or run the check on Node.js 22.18 or newer, which reads TypeScript.`
      : 'Start the application with the same variables: its log says where the error is.'
    return [
      ...unknownSecret(application),
      { check: 'run time', status: 'skipped', message: loaded.reason, fix },
    ]
  }
  try {
    const health = await healthFindings(application, loaded)
    // Without a valid configuration, every route responds with an error, so the cookies cannot be checked.
    if (health.some((each) => each === needsSecret || each === needsHost || each.check === 'configuration'))
      return health
    return [...health, ...(await cookieFindings(application, loaded))]
  } finally {
    await loaded.close?.()
  }
}

interface Health {
  readonly clock: string
  readonly secrets?: string
  readonly reason?: string
  readonly database?: DatabaseHealth
}

interface DatabaseHealth {
  readonly ok: boolean
  readonly milliseconds: number
  readonly warning?: string
  readonly reason?: string
}

async function healthFindings(application: Application, { exports }: Loaded): Promise<readonly Finding[]> {
  const health = Object.values(exports)
    .map((each) => (each as { health?: unknown } | null)?.health)
    .find((each) => typeof each === 'function') as
    | ((options: { readonly deep: boolean }) => Promise<Health>)
    | undefined
  if (health === undefined) {
    const unknown = unknownSecret(application)
    if (application.source === undefined || !hasAdapter(application.source.configuration)) return unknown
    const message = 'The configuration exports no function to check its health.'
    const fix = 'Export the result of build(), or its member auth.'
    return [...unknown, { check: 'database', status: 'skipped', message, fix }]
  }
  const { database, clock, secrets, reason } = await health({ deep: true })
  if (reason !== undefined) {
    if (await isVariableReported(application, reason)) return [needsHost]
    if (/secret/i.test(reason) && (await isSecretReported(application))) return [needsSecret]
    if (unknownSecret(application).length > 0 && reason.includes('AUTH_SECRET')) {
      return [{ check: 'secret', status: 'problem', message: reason, fix: 'Set AUTH_SECRET.' }, needsSecret]
    }
    return [{ check: 'configuration', status: 'problem', message: reason, fix: 'Fix the configuration.' }]
  }
  return [
    ...(database ? databaseFindings(database) : []),
    ...(clock === 'differs' ? [serverClocksDiffer] : []),
    ...(secrets === 'differ' ? [secretsDiffer] : []),
  ]
}

/** Whether the check of the host has reported the variable that the error names. */
async function isVariableReported(application: Application, reason: string): Promise<boolean> {
  const [, name] = /^The environment variable (\w+) /.exec(reason) ?? []
  const findings = name === undefined ? [] : await host(application)
  return findings.some(({ status, message }) => status === 'problem' && message.startsWith(`${name} `))
}

async function isSecretReported(application: Application): Promise<boolean> {
  return (await secret(application)).some(({ status }) => status === 'problem')
}

const needsSecret: Finding = {
  check: 'run time',
  status: 'skipped',
  message: 'The database and the cookies can be checked only with a valid secret.',
  fix: 'Solve the problem of the secret first.',
}

const needsHost: Finding = {
  check: 'run time',
  status: 'skipped',
  message: 'The database and the cookies can be checked only with valid variables for the host.',
  fix: 'Solve the problem of the host first.',
}

const secretsDiffer: Finding = {
  check: 'secret',
  status: 'problem',
  message:
    "Running processes have different secrets: values that one process seals, such as sessions of strategy 'jwt', are not valid in another.",
  fix: `Set the same secrets in all processes. First add the new secret as AUTH_SECRET_NEXT, or at the end of the option \`secret\` or of \`.jwt({ secret })\`: see ${pagePath('deployment.md')}#rotating-the-secret.`,
}

function databaseFindings({ ok, milliseconds, reason, warning }: DatabaseHealth): readonly Finding[] {
  const check = 'database'
  const response: Finding = ok
    ? { check, status: 'ok', message: `responds within ${Math.ceil(milliseconds)} ms` }
    : {
        check,
        status: 'problem',
        message: reason ?? '',
        fix: 'Start the database, check its URL, or migrate it: npx authwright schema prints the tables.',
      }
  if (warning === undefined) return [response]
  return [response, { check, status: 'warning', message: warning, ...adviceFor(warning) }]
}

/** Warnings about other subjects already contain advice. */
function adviceFor(warning: string): Pick<Finding, 'fix'> {
  if (!warning.includes('API for browsers')) return {}
  return {
    fix: `Enable row level security before anyone signs in: see ${pagePath('adapters.md')}#close-the-data-api.`,
  }
}

/** The origin of the site. A pattern such as `*.example.com` stands for `www.example.com`. */
function siteOrigin(application: Application): string {
  const { env, production, project } = application
  const option = configuredOption(application, 'trustHost')
  const listed =
    option !== undefined && option !== 'unknown' && option.type === 'ArrayExpression'
      ? (option as ArrayExpression).elements.map((each) => textOf(each ?? undefined))
      : hostList(env['AUTH_TRUSTED_HOSTS']).hosts
  const host = production ? listed.find(Boolean)?.replaceAll('*', 'www') : undefined
  const url = siteUrl(application)?.url || (host && (host.includes('://') ? host : `https://${host}`)) || ''
  return webUrl(url)?.origin ?? project.origin
}

async function cookieFindings(application: Application, { exports }: Loaded): Promise<readonly Finding[]> {
  const { project } = application
  const { auth } = exports as { auth?: { handler?: (request: Request) => Promise<Response> } }
  if (typeof auth?.handler !== 'function') return []
  const route = `${project.basePath}/csrf`
  const origin = siteOrigin(application)
  const response = route.startsWith(UNKNOWN_BASE_PATH)
    ? undefined
    : await auth.handler(new Request(`${origin}${route}`))
  if (!response?.ok) {
    const message = `The cookies are not checked: ${route} does not respond with the status 200.`
    const fix =
      response?.status === 421
        ? 'Set AUTH_URL to the URL of the application.'
        : 'Pass basePath as a string in the source.'
    return [{ check: 'cookie', status: 'skipped', message, fix }]
  }
  return response.headers.getSetCookie().map((cookie): Finding => {
    const [pair = '', ...attributes] = cookie.split(/;\s*/)
    const check = 'cookie'
    const message = `${pair.split('=')[0]}; ${attributes.join('; ')}`
    const isSafe = attributes.some((each) => /^secure$/i.test(each)) || origin.startsWith('http:')
    if (isSafe) return { check, status: 'ok', message }
    const fix =
      'Remove useSecureCookies: false, or secure: false in .cookies(), because the application uses HTTPS.'
    return { check, status: 'problem', message, fix }
  })
}
