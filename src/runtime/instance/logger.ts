import { AuthError } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../as-error.js'

/** Longest text that a log line takes from outside, in characters. */
const MAX_TEXT = 2_000

/** The log of an instance: the application's own functions where it gave some, else the console. */
export function createLogger({
  logger: own = {},
  debug,
}: Pick<AuthOptions, 'logger' | 'debug'>): LoggerInstance {
  return {
    error: (error) => {
      if (!own.error || !tell(() => own.error?.(error))) console.error(`[auth][error] ${describe(error)}`)
    },
    warn: (code, message) => {
      if (own.warn && tell(() => own.warn?.(code, message))) return
      console.warn(`[auth][warn][${code}]${message ? ` ${line(message)}` : ''}`)
    },
    debug: (message, details) => {
      if (own.debug) tell(() => own.debug?.(message, details))
      else if (debug) console.debug(`[auth][debug] ${line(message)}`, details ?? '')
    },
  }
}

/** Whether the application's own log took it. A log that throws must not change what is answered. */
function tell(log: () => void): boolean {
  try {
    log()
    return true
  } catch (error) {
    console.error(`[auth][error] The application's \`logger\` threw. ${describe(asError(error))}`)
    return false
  }
}

/** An error and what caused it, a line each, outermost first. */
function describe(error: Error): string {
  const lines: string[] = []
  let current: Error | undefined = error
  while (current && lines.length < 5) {
    const name = current instanceof AuthError ? current.type : current.name
    lines.push(`${name}: ${line(current.message)}`)
    current = causeOf(current)
  }
  return lines.join('\n[auth][cause] ')
}

function causeOf(error: Error): Error | undefined {
  const cause = error instanceof AuthError ? error.cause?.err : error.cause
  return cause instanceof Error ? cause : undefined
}

/** Text from outside on one line: line breaks and control characters would let it forge log entries. */
function line(text: string): string {
  const escaped = text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))
  return escaped.length > MAX_TEXT ? `${escaped.slice(0, MAX_TEXT)}…` : escaped
}
