import process from 'node:process'
import { styleText } from 'node:util'
import type { CommandContext } from '../context.js'
import { type DoctorOptions, readApplication } from '../doctor/application.js'
import type { Check, Finding } from '../doctor/check.js'
import { configurationFile } from '../doctor/configuration-file.js'
import { databaseVariable } from '../doctor/database-variable.js'
import { host } from '../doctor/host.js'
import { mailVariables } from '../doctor/mail-variables.js'
import { providerMetadata } from '../doctor/provider-metadata.js'
import { providerVariables } from '../doctor/provider-variables.js'
import { removableCredentials } from '../doctor/removable-credentials.js'
import { routes } from '../doctor/routes.js'
import { runTime } from '../doctor/run-time.js'
import { secret } from '../doctor/secret.js'
import { frameworkVersion, nodeVersion, packageVersion } from '../doctor/versions.js'

const checks: readonly Check[] = [
  nodeVersion,
  frameworkVersion,
  packageVersion,
  configurationFile,
  routes,
  secret,
  host,
  providerVariables,
  mailVariables,
  removableCredentials,
  databaseVariable,
  providerMetadata,
  // This check must be last, because it loads the configuration and sets variables of this process.
  runTime,
]

interface DoctorFlags extends DoctorOptions {
  readonly json: boolean
}

export async function doctor(context: CommandContext, { json, ...options }: DoctorFlags): Promise<number> {
  const application = await readApplication(context, options)
  const findings: Finding[] = []
  const { stdout, stderr } = process
  const { write } = stdout
  const onExit = () => {
    stdout.write = write
    const message = `${application.authFile} ended the process, so it could not be checked.`
    const fix = 'Start the application with the same variables: its log says where the error is.'
    findings.push({ check: 'run time', status: 'problem', message, fix })
    process.exitCode = report(context, findings, { json })
  }
  // The configuration may print text or end the process, but the standard output must contain only the report.
  stdout.write = stderr.write.bind(stderr)
  process.once('exit', onExit)
  try {
    for (const check of checks) findings.push(...(await check(application)))
  } finally {
    process.off('exit', onExit)
    stdout.write = write
  }
  return report(context, findings, { json })
}

function report(
  context: CommandContext,
  findings: readonly Finding[],
  { json }: Pick<DoctorFlags, 'json'>,
): number {
  const failed = findings.some(({ status }) => status === 'problem')
  context.print(
    json
      ? `${JSON.stringify({ ok: !failed, findings }, null, 2)}\n`
      : `${findings.map((finding) => line(finding, context)).join('')}\n${summary(findings)}\n`,
  )
  return failed ? 1 : 0
}

const symbols = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  problem: ['✗', 'red'],
  skipped: ['-', 'dim'],
} as const

function line({ check, status, message, fix }: Finding, { colors }: CommandContext): string {
  const [symbol, color] = symbols[status]
  return `${colors ? styleText(color, symbol) : symbol} ${check}: ${message}\n${fix === undefined ? '' : `    ${fix}\n`}`
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding['status']): string => {
    const found = findings.filter(({ status }) => status === wanted).length
    return `${found === 0 ? 'no' : found} ${wanted}${found === 1 ? '' : 's'}`
  }
  const text = `${count('problem')}, ${count('warning')}.`
  return text[0]?.toUpperCase() + text.slice(1)
}
