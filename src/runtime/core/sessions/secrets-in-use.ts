import type { Clock } from '../base/clock.js'
import { setNewest } from '../base/set-newest.js'
import type { SiteParts } from '../object-lifetimes.js'

export type SecretSite = Pick<SiteParts, 'app' | 'hostname' | 'cookies'>

const INTERVAL_SECONDS = 60

const MAX_SITES = 100

export interface SecretChecks {
  /** Returns whether a comparison is due, and starts the next interval. */
  beginIfDue(site: string): boolean
}

export function secretChecks({ clock }: { readonly clock: Clock }): SecretChecks {
  const checkedAt = new Map<string, number>()
  return {
    beginIfDue(site) {
      const now = clock()
      const last = checkedAt.get(site)
      // `Math.abs`: the clock may have been set back.
      if (last !== undefined && Math.abs(now - last) < INTERVAL_SECONDS * 1000) return false
      setNewest(checkedAt, MAX_SITES, site, now)
      return true
    },
  }
}

/** Returns a name for the site. Only processes with the same name must have the same secrets. */
export function siteName({ app, hostname, cookies }: SecretSite): string {
  return JSON.stringify([app.tenant ?? '', hostname, app.basePath, cookies.sessionToken.name])
}
