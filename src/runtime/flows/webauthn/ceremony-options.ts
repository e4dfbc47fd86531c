import type { Ceremony } from './ceremony.js'

/** What a browser needs for a ceremony. */
export interface CeremonyOptions {
  readonly action: Ceremony['action']
  readonly options: object
}

/** Milliseconds for which a browser waits, where the provider does not say. */
export const DEFAULT_TIMEOUT = 300_000
