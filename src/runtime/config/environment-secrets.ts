import type { EnvironmentVariables } from './environment-variables.js'

/** `AUTH_SECRET_3` to `AUTH_SECRET_1`, then `AUTH_SECRET`, or `NEXTAUTH_SECRET`: the newest first. */
export function environmentSecrets(env: EnvironmentVariables): readonly string[] {
  const secrets = [
    env['AUTH_SECRET_3'],
    env['AUTH_SECRET_2'],
    env['AUTH_SECRET_1'],
    env['AUTH_SECRET'] || env['NEXTAUTH_SECRET'],
  ]
  return secrets.flatMap((secret) => secret || [])
}
