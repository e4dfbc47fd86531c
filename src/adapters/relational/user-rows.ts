import { type Fields, type OwnedTable, ownedTables, type TableName } from './record-store.js'

type Rows = readonly (readonly [table: TableName, key: Fields])[]

/** The rows to delete with a user, in this order. They are deleted even if there is no such user. */
export function userRows(id: string, hasTable: (table: OwnedTable) => boolean) {
  const owned: Rows = ownedTables.filter(hasTable).map((table) => [table, { userId: id }])
  const atomically: Rows = [...owned, ['users', { id }]]
  // The user follows the other rows, so that a repeated call after an interruption still finds the user. Without
  // foreign keys, other requests can add rows before the user is deleted, so their deletion is repeated.
  const oneByOne: Rows = [...atomically, ...owned]
  return { atomically, oneByOne }
}
