import type { Application } from './application.js'

/** The result of a check, as `authwright doctor --json` prints it. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly message: string
  readonly fix?: string
}

export type Check = (application: Application) => readonly Finding[] | Promise<readonly Finding[]>
