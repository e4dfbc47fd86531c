import { AdapterError } from '../../errors.js'

/**
 * The oldest schema version that a process may support and still use the current tables. The number does not
 * change within a minor version of Authwright. Migrations only add tables, indexes and nullable columns, so processes
 * of the previous version keep working during a deployment and after a rollback.
 */
export const LEAST_VERSION = 1

export function versionOf(row: Readonly<Record<string, unknown>> | undefined, supported: number): number {
  const version = Number(row?.['version'] ?? 0)
  const least = Number(row?.['least'] ?? version)
  if (version <= supported || least <= supported) return version
  throw new AdapterError(
    `The database has version ${version} of the schema, which requires a version of authwright that supports version ${least}. ` +
      `This one supports version ${supported}. Update authwright.`,
  )
}
