import { AuthError } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** Returns the environment variables, or an empty object in a runtime without `process`. */
export function processEnvironment(): EnvironmentVariables {
  const { process } = globalThis as { process?: { env?: EnvironmentVariables } }
  return process?.env ?? {}
}

/**
 * Returns the secrets, newest first. `AUTH_SECRET_NEXT` is last, because it must not seal until all processes
 * can open with it.
 */
export function environmentSecrets(env: EnvironmentVariables): readonly string[] {
  const secrets = [
    env['AUTH_SECRET_3'],
    env['AUTH_SECRET_2'],
    env['AUTH_SECRET_1'],
    env['AUTH_SECRET'] || env['NEXTAUTH_SECRET'],
    env['AUTH_SECRET_NEXT'],
  ]
  return secrets.flatMap((secret) => secret || [])
}

export function siteUrl(env: EnvironmentVariables): string | undefined {
  return readUrl(env, 'AUTH_URL', SITE) ?? readUrl(env, 'NEXTAUTH_URL', SITE)
}

const SITE = ['the application', 'https://example.com'] as const

export function readUrl(
  env: EnvironmentVariables,
  name: string,
  [subject, example]: readonly [string, string],
): string | undefined {
  const value = env[name] || undefined
  // Without a scheme, `localhost:3000` also parses as a URL, with the scheme `localhost:`.
  if (value === undefined || (/^https?:/i.test(value) && parseUrl(value))) return value
  throw new AuthError(
    `The environment variable ${name} must be the URL of ${subject} with its scheme, such as ${example}.`,
  )
}
