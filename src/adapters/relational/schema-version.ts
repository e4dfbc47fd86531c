import { AdapterError } from '../../errors.js'

/**
 * The earliest schema version that a process must support to use the current tables. The number does not change within
 * a minor version of Authwright. Migrations only add tables, indexes and nullable columns, so processes of the
 * previous version keep working during a deployment and after a rollback.
 */
export const LEAST_VERSION = 1

export function versionOf(row: Readonly<Record<string, unknown>> | undefined, supported: number): number {
  const version = Number(row?.['version'] ?? 0)
  const least = Number(row?.['least'] ?? version)
  if (version <= supported || least <= supported) return version
  throw new AdapterError(
    `The database has schema version ${version}, which only works with a version of authwright that supports schema version ${least}. ` +
      `The installed version supports schema version ${supported}. Update authwright.`,
  )
}
