import { resolve } from '$app/paths'

/**
 * `paths.base` of the configuration of Kit. While Kit answers a request it tells of paths relative to the page, so this must be asked
 * for before, when the application is loaded.
 */
export function kitBase(): string {
  // The type of the function names the routes of an application, and a library has none.
  return (resolve as unknown as (path: string) => string)('/').replace(/\/$/, '')
}
