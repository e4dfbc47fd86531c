import * as paths from '$app/paths'

/** What Kit tells of paths. Kit 3 knows `resolve` alone, and the first versions of Kit 2 `base` alone. */
interface KitPaths {
  readonly base?: string
  resolve?(path: string): string
}

/**
 * `paths.base` of the configuration of Kit. While Kit renders a page it tells of it relative to that page, so it must be asked for
 * before, when the application is loaded.
 */
export function kitBase(): string {
  const { base, resolve }: KitPaths = paths as object
  return base ?? resolve?.('/').replace(/\/$/, '') ?? ''
}
