/** Receives the messages for the operators of the application. */
export interface LoggerInstance {
  error(error: Error): void
  /** `code` names the warning, so that a log can filter by it. */
  warn(code: string, message?: string): void
  debug(message: string, details?: unknown): void
}
