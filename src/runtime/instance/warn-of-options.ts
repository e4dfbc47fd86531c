import type { AuthOptions } from '../../options/auth-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import type { Environment } from './environment.js'

/**
 * Warns of options that are seldom meant, each once.
 *
 * @param warned - The codes that were warned of before: a lazy configuration makes options anew for each request.
 */
export function warnOfOptions(
  { debug, basePath }: AuthOptions,
  { url }: Environment,
  logger: LoggerInstance,
  warned: Set<string>,
): void {
  const warn = (code: string, message: string): void => {
    if (warned.has(code)) return
    warned.add(code)
    logger.warn(code, message)
  }
  if (debug) {
    warn(
      'debug-enabled',
      'The option `debug` writes what adapters are asked for to the log: leave it out in production.',
    )
  }
  const path = url ? new URL(url).pathname.replace(/\/+$/, '') : ''
  if (!basePath || path === '') return
  if (path === basePath.replace(/\/+$/, '')) {
    warn('env-url-basepath-redundant', 'AUTH_URL and `basePath` name the same path: one of them is enough.')
  } else {
    warn(
      'env-url-basepath-mismatch',
      '`basePath` holds, and the path of AUTH_URL is not used: remove it there.',
    )
  }
}
