import type { Application } from './application.js'

/** The result of a check, as `authwright doctor --json` prints it. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly message: string
  /** The step that solves the problem. */
  readonly fix?: string
}

/** Examines one subject of an application. Checks run one after the other, in the order of their list. */
export type Check = (application: Application) => readonly Finding[] | Promise<readonly Finding[]>
