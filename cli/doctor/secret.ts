import { isWeak, MIN_SECRET_LENGTH } from '../../src/runtime/core/config/secret-strength.js'
import { type Application, configuredOption } from './application.js'
import type { Check, Finding } from './check.js'
import { variableOf } from './provider-call.js'

/** The variables of secrets. The first one that is set seals sessions. */
const secretVariables: readonly string[] = [
  ...['AUTH_SECRET_3', 'AUTH_SECRET_2', 'AUTH_SECRET_1', 'AUTH_SECRET', 'NEXTAUTH_SECRET'],
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
  const name = [optionVariable ?? [], secretVariables].flat().find((each) => env[each])
  const value = name === undefined ? undefined : env[name]
  if (!value) {
    // The last check loads the configuration, and reports if it has no secret.
    if (option === 'unknown') return []
    const fix = production
      ? 'Set it in the environment of the process. --production reads only that. npx authwright secret prints a secret.'
      : 'Run npx authwright secret --write.'
    return [{ check, status: 'problem', message: `${optionVariable ?? 'AUTH_SECRET'} is not set.`, fix }]
  }
  if (!isWeak(value)) {
    return [{ check, status: 'ok', message: `${name} has ${value.length} characters.` }]
  }
  const message =
    value.length < MIN_SECRET_LENGTH
      ? `${name} has ${value.length} characters, and ${MIN_SECRET_LENGTH} are needed.`
      : `${name} repeats few characters and may be guessed.`
  const fix =
    'Create one with npx authwright secret, set it as AUTH_SECRET_NEXT in all processes, then rename that to AUTH_SECRET_1: sessions stay valid.'
  // The configuration may set another secret, which would be used instead.
  return [{ check, status: option === 'unknown' ? 'warning' : 'problem', message, fix }]
}

/** The finding about a secret that the source does not show, if the configuration could not be loaded. */
export function unknownSecret(application: Application): readonly Finding[] {
  const { authFile, env } = application
  const isUnknown = configuredOption(application, 'secret') === 'unknown'
  if (!isUnknown || secretVariables.some((name) => env[name])) return []
  const message = `No variable sets the secret, and ${authFile} does not show whether it sets secret.`
  return [{ check: 'secret', status: 'skipped', message, fix: 'Set AUTH_SECRET: see npx authwright secret.' }]
}
