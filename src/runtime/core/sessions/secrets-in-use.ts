import type { Clock } from '../base/clock.js'
import { setNewest } from '../base/set-newest.js'
import type { SiteParts } from '../lifetimes.js'

/** An application at one origin, with its secrets. */
export type SecretSite = Pick<SiteParts, 'app' | 'hostname' | 'cookies'>

/** Seconds between two checks against other processes. */
const INTERVAL_SECONDS = 60

/**
 * Maximum number of sites for which the time of the last check is remembered. Other sites are checked again.
 */
const MAX_SITES = 100

/** Decides when a process compares its secrets with those of other processes. */
export interface SecretChecks {
  /** Whether the secrets of a site must be compared now. If so, the comparison is recorded as done. */
  isDue(site: string): boolean
}

/** The checks of a host: `host.get(secretChecks)`. */
export function secretChecks({ clock }: { readonly clock: Clock }): SecretChecks {
  const checkedAt = new Map<string, number>()
  return {
    isDue(site) {
      const now = clock()
      const last = checkedAt.get(site)
      // A negative interval means that the clock was set back.
      if (last !== undefined && Math.abs(now - last) < INTERVAL_SECONDS * 1000) return false
      setNewest(checkedAt, MAX_SITES, site, now)
      return true
    },
  }
}

/**
 * Identifies an application at one host in a shared store. Only processes of the same application must have the
 * same secrets.
 */
export function siteName({ app, hostname, cookies }: SecretSite): string {
  return JSON.stringify([app.tenant ?? '', hostname, app.basePath, cookies.sessionToken.name])
}
