import {
  isWeak,
  MIN_PRODUCTION_SECRET_LENGTH,
  MIN_SECRET_LENGTH,
} from '../../src/runtime/core/config/secret-strength.js'
import { pagePath } from '../package-files.js'
import { type Application, configuredOption } from './application.js'
import type { Check, Finding } from './check.js'
import { variableOf } from './provider-call.js'

/** The first variable that is set seals sessions. */
const secretVariables: readonly string[] = [
  'AUTH_SECRET_3',
  'AUTH_SECRET_2',
  'AUTH_SECRET_1',
  'AUTH_SECRET',
  'NEXTAUTH_SECRET',
  'AUTH_SECRET_NEXT',
]

export const secret: Check = (application) => {
  const check = 'secret'
  const { authFile, env, production } = application
  const option = configuredOption(application, 'secret')
  const optionVariable = option === undefined || option === 'unknown' ? undefined : variableOf(option)
  if (option !== undefined && option !== 'unknown' && optionVariable === undefined) {
    return [{ check, status: 'ok', message: `secret in ${authFile}` }]
  }
  // The option `secret` replaces the variables, and AUTH_SECRET replaces NEXTAUTH_SECRET.
  const names =
    optionVariable !== undefined && env[optionVariable]
      ? [optionVariable]
      : secretVariables.filter((name) => env[name] && !(name === 'NEXTAUTH_SECRET' && env['AUTH_SECRET']))
  const [first] = names
  if (first === undefined) {
    // The last check loads the configuration, and reports a missing secret.
    if (option === 'unknown') return []
    const fix = production
      ? 'Set it in the environment of the process, because --production reads no .env files. npx authwright secret prints a secret.'
      : 'Run npx authwright secret --write.'
    return [{ check, status: 'problem', message: `${optionVariable ?? 'AUTH_SECRET'} is not set.`, fix }]
  }
  const weak = names.filter((name) => isWeak(env[name] ?? ''))
  if (weak.length === 0) {
    return [{ check, status: 'ok', message: `${first} has ${env[first]?.length} characters.` }]
  }
  return weak.map((name) => {
    const { length } = env[name] ?? ''
    const message =
      length < MIN_SECRET_LENGTH
        ? `${name} has ${length} character${length === 1 ? '' : 's'}, and ${MIN_SECRET_LENGTH} are needed.`
        : `${name} repeats few characters and may be guessed.`
    // The configuration may set another secret, which would replace this one.
    const status = option === 'unknown' ? 'warning' : 'problem'
    return { check, status, message, fix: replacement(name, length, first) }
  })
}

/** How to replace a secret. `first` is the variable that seals sessions. */
function replacement(name: string, length: number, first: string): string {
  // A secret of this length is refused in production, so no user has a session that could be lost.
  if (length < MIN_PRODUCTION_SECRET_LENGTH) {
    return 'Replace it with a new one: npx authwright secret prints one.'
  }
  if (name === first && ['AUTH_SECRET', 'NEXTAUTH_SECRET'].includes(name)) {
    return 'Create one with npx authwright secret, and set it as AUTH_SECRET_NEXT in all processes. Then rename AUTH_SECRET_NEXT to AUTH_SECRET_1: sessions stay valid.'
  }
  return `Replace it with a new one in three steps, so that sessions stay valid: see ${pagePath('deployment.md')}#rotating-the-secret.`
}

export function unknownSecret(application: Application): readonly Finding[] {
  const { authFile, env } = application
  const isUnknown = configuredOption(application, 'secret') === 'unknown'
  if (!isUnknown || secretVariables.some((name) => env[name])) return []
  const message = `No variable sets the secret, and ${authFile} does not show whether it sets secret.`
  return [{ check: 'secret', status: 'skipped', message, fix: 'Set AUTH_SECRET: see npx authwright secret.' }]
}
