import { AuthError } from '../../../errors.js'
import { type Awaitable, isPromise } from '../../../model/awaitable.js'
import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { redacted, secretsIn } from './redaction.js'

const MAX_CHARACTERS = 2_000

export function createLogger({
  logger: custom = {},
  debug,
}: Pick<AuthOptions, 'logger' | 'debug'>): LoggerInstance {
  return {
    error: (error) =>
      write(custom.error && (() => custom.error?.(error)), () =>
        console.error(`[auth][error] ${describe(error)}`),
      ),
    warn: (code, message) =>
      write(custom.warn && (() => custom.warn?.(code, message)), () =>
        console.warn(`[auth][warn][${code}]${message ? ` ${line(message)}` : ''}`),
      ),
    debug: (message, details) => {
      if (custom.debug)
        write(
          () => custom.debug?.(message, details),
          () => undefined,
        )
      else if (debug) console.debug(`[auth][debug] ${line(message)}`, details ?? '')
    },
  }
}

/**
 * Calls `log`, or `toConsole` if `log` is missing, throws or rejects. A broken logger must not change the
 * response to the client.
 */
function write(log: (() => unknown) | undefined, toConsole: () => unknown): void {
  const failed = (error: unknown): void => {
    console.error(`[auth][error] The application's \`logger\` threw. ${describe(asError(error))}`)
    toConsole()
  }
  if (!log) return void toConsole()
  try {
    const written = log()
    if (isPromise(written)) written.then(undefined, failed)
  } catch (error) {
    failed(error)
  }
}

export function describe(error: Error): string {
  const lines = withCauses(error).map((each) => {
    const name = each instanceof AuthError ? each.type : each.name
    const { reference } = each as { readonly reference?: unknown }
    const suffix = typeof reference === 'string' ? ` (reference ${line(reference)})` : ''
    return `${line(String(name))}: ${line(each.message)}${suffix}`
  })
  return lines.join('\n[auth][cause] ')
}

/** Returns the error and at most four causes, because causes may form a cycle. */
export function withCauses(error: Error): readonly Error[] {
  const errors = [asError(error)]
  for (let cause = causeOf(error); cause && errors.length < 5; cause = causeOf(cause)) errors.push(cause)
  return errors
}

function causeOf(error: Error): Error | undefined {
  // If every IP address of a host refuses a connection, Node.js throws an `AggregateError` without a message.
  const inner: unknown = error instanceof AggregateError ? error.errors?.[0] : error.cause
  const cause = error instanceof AuthError ? error.cause?.err : inner
  return cause instanceof Error ? asError(cause) : undefined
}

/** Control characters, line and paragraph separators, and characters that change the writing direction. */
const CONTROL = /[^ -~\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\uffff]/g

/** Escapes control characters, which could forge log entries or control a terminal. Shortens long strings. */
function line(text: string): string {
  const escaped = text.replace(CONTROL, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return escaped.length > MAX_CHARACTERS ? `${escaped.slice(0, MAX_CHARACTERS)}…` : escaped
}

export type WarnOnce = (code: string, message: string) => void

/**
 * Returns a function that logs each warning once. After `limit` different warnings, it forgets the earlier
 * ones.
 *
 * @param warned - Shared by all apps, because a configuration that is a function may create an app for each
 * request.
 */
export function createWarnOnce(logger: LoggerInstance, warned: Set<string>, limit = 1_000): WarnOnce {
  return (code, message) => {
    // Warnings with the same code may differ, for example in the provider that they name.
    const warning = `${code}: ${message}`
    if (warned.has(warning)) return
    if (warned.size >= limit) warned.clear()
    warned.add(warning)
    logger.warn(code, message)
  }
}

/**
 * Calls a function of the application, and removes secrets from the errors that it throws. A thrown object
 * without secrets is thrown unchanged, because it may be the redirect of a framework. The redaction is not
 * loaded lazily, because a process that exits immediately would then lose the log line.
 *
 * @param args - Values that may contain secrets. See `secretsIn`.
 */
export async function redactErrors<Result>(
  call: () => Result,
  args: () => Awaitable<readonly unknown[]>,
): Promise<Awaited<Result>> {
  try {
    return await call()
  } catch (thrown) {
    const error = asError(thrown)
    const safe = redacted(error, secretsIn(await args()))
    throw safe === error && typeof thrown === 'object' ? thrown : safe
  }
}

export function withoutSecrets(thrown: unknown, values: readonly unknown[]): Error {
  return redacted(asError(thrown), secretsIn(values))
}

export interface Log {
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
}
