import { AuthError } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'

/** The environment variables of a process, by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** The environment variables of the process. Some runtimes have none. */
export function processEnvironment(): EnvironmentVariables {
  const { process } = globalThis as { process?: { env?: EnvironmentVariables } }
  return process?.env ?? {}
}

/**
 * The secrets in environment variables: `AUTH_SECRET_3` to `AUTH_SECRET_1`, then `AUTH_SECRET` or
 * `NEXTAUTH_SECRET`, newest first. `AUTH_SECRET_NEXT` is the last, so that it opens values but does not seal
 * any yet.
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

/** `AUTH_URL`, or `NEXTAUTH_URL`. Throws `AuthError` if it is not an absolute HTTP or HTTPS URL. */
export function siteUrl(env: EnvironmentVariables): string | undefined {
  return readUrl(env, 'AUTH_URL', SITE) ?? readUrl(env, 'NEXTAUTH_URL', SITE)
}

const SITE = ['the application', 'https://example.com'] as const

/**
 * Reads a variable that contains an absolute HTTP or HTTPS URL. Throws `AuthError` for any other value.
 *
 * @param description - Description and example of the URL, for the error message.
 */
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
