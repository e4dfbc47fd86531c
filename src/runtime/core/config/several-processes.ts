import { isPlatform } from './hosting-platforms.js'
import type { EnvironmentVariables } from './secret-and-url-variables.js'

const PLATFORMS: readonly string[] = [
  ...['VERCEL', 'NETLIFY', 'CF_PAGES', 'AWS_LAMBDA_FUNCTION_NAME', 'FUNCTIONS_WORKER_RUNTIME', 'K_SERVICE'],
  ...['DENO_DEPLOYMENT_ID', 'NODE_UNIQUE_ID'],
]

/**
 * Lowest value of each variable that shows several processes. `WEB_CONCURRENCY` is the number of processes.
 * `NODE_APP_INSTANCE` is the index of this process, from 0.
 */
const LOWEST_VALUES: Readonly<Record<string, number>> = { WEB_CONCURRENCY: 2, NODE_APP_INSTANCE: 1 }

/**
 * Returns the name of a variable that shows that the application runs in several processes, or in a new
 * process per request.
 */
export function severalProcesses(env: EnvironmentVariables): string | undefined {
  const numbered = Object.entries(LOWEST_VALUES).find(([name, lowest]) => Number(env[name]) >= lowest)
  return PLATFORMS.find((name) => isPlatform(env, name)) ?? numbered?.[0]
}
