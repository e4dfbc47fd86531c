import type { LoggerInstance } from '../../options/logger.js'

/** Warns of something, unless it was warned of before. */
export type WarnOnce = (code: string, message: string) => void

/**
 * Warns of what would be in the log at every request.
 *
 * @param warned - The codes that were warned of before: a lazy configuration makes an instance for each request.
 */
export function createWarnOnce(logger: LoggerInstance, warned: Set<string>): WarnOnce {
  return (code, message) => {
    if (warned.has(code)) return
    warned.add(code)
    logger.warn(code, message)
  }
}
