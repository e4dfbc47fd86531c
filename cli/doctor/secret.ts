import { isWeak, MIN_SECRET_LENGTH } from '../../src/runtime/core/config/secret-strength.js'
import type { Check } from './check.js'

export const secret: Check = ({ env, production }) => {
  const check = 'secret'
  const value = env['AUTH_SECRET'] || env['NEXTAUTH_SECRET']
  if (!value) {
    const fix = production
      ? 'Set it in the environment of the process. --production reads only that. npx authwright secret prints a secret.'
      : 'Run npx authwright secret --write.'
    return [{ check, status: 'problem', message: 'AUTH_SECRET is not set.', fix }]
  }
  if (!isWeak(value)) {
    return [{ check, status: 'ok', message: `AUTH_SECRET has ${value.length} characters.` }]
  }
  const message =
    value.length < MIN_SECRET_LENGTH
      ? `AUTH_SECRET has ${value.length} characters, and ${MIN_SECRET_LENGTH} are needed.`
      : 'AUTH_SECRET repeats few characters and may be guessed.'
  const fix =
    'Create one with npx authwright secret, set it as AUTH_SECRET_NEXT in all processes, then rename that to AUTH_SECRET_1: sessions stay valid.'
  return [{ check, status: 'problem', message, fix }]
}
