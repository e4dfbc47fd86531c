import type { Clock } from '../base/clock.js'
import type { SiteParts } from '../lifetimes.js'

/** An application at one origin, as far as its secrets are concerned. */
export type SecretSite = Pick<SiteParts, 'app' | 'hostname' | 'cookies'>

/** Seconds between two checks of the secrets of other processes. */
const INTERVAL_SECONDS = 60

/** Sites whose last check is remembered. A site that is forgotten is checked again. */
const MAX_SITES = 100

/** Decides when a process compares its secrets with those of the other processes of its applications. */
export interface SecretChecks {
  /** Whether a check of a site is due. It then counts as made. */
  isDue(site: string): boolean
}

/** The checks of a host: `host.get(secretChecks)`. */
export function secretChecks({ clock }: { readonly clock: Clock }): SecretChecks {
  const checkedAt = new Map<string, number>()
  return {
    isDue(site) {
      const now = clock()
      const last = checkedAt.get(site)
      // An interval that is negative is one of a clock that was set back.
      if (last !== undefined && Math.abs(now - last) < INTERVAL_SECONDS * 1000) return false
      checkedAt.delete(site)
      const [oldest] = checkedAt.size < MAX_SITES ? [] : checkedAt.keys()
      if (oldest !== undefined) checkedAt.delete(oldest)
      checkedAt.set(site, now)
      return true
    },
  }
}

/** Names an application among those that share the store. Each may have separate secrets. */
export function siteName({ app, hostname, cookies }: SecretSite): string {
  return JSON.stringify([app.tenant ?? '', hostname, app.basePath, cookies.sessionToken.name])
}
