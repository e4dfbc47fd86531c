import { localServerReasons } from '../providers/kinds/dev-problem-sentences.js'
import type { LocalServerProblem } from '../providers/kinds/local-server.js'
import { isLoopbackUrl, variables } from './this-machine.js'

const URL_VARIABLES = ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_REDIRECT_PROXY_URL'] as const

/**
 * The reason why `.build()` refuses the provider in this process.
 *
 * @param isBundled - Whether a bundler replaced `dev()` by its stub for production.
 */
export function buildRefusal(id: string, isBundled: boolean): LocalServerProblem | undefined {
  if (isBundled) return problem('devInBundle', id)
  const env = variables()
  if (env['NODE_ENV'] === 'production') return problem('devInProduction', id)
  const name = URL_VARIABLES.find((each) => env[each] && !isLoopbackUrl(env[each]))
  return name && problem('devNeedsLoopback', id, name)
}

/** Each `%s` in the message is replaced by the next name. */
function problem(code: LocalServerProblem['code'], ...names: readonly string[]): LocalServerProblem {
  let next = 0
  return { code, sentence: localServerReasons[code].replace(/%s/g, () => names[next++] ?? '') }
}
