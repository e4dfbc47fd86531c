import { withoutUndefined } from '../../model/without-undefined.js'
import { expiringKeys } from '../relational/expiring-keys.js'
import type { Fields, OwnedRow, RecordStore, TableName } from '../relational/record-store.js'
import { requireColumns } from '../relational/require-columns.js'
import { storableFields, storesMetadata, withMetadataOnly } from '../relational/session-metadata.js'
import { userRows } from '../relational/user-rows.js'
import { writesOf } from '../relational/writes.js'
import { briefErrors } from './brief-errors.js'
import { modelNames } from './model-names.js'
import type { ModelNames, PrismaModels } from './models.js'

/** A query is sent when it is awaited or passed to a transaction. */
type Query<Result = unknown> = PromiseLike<Result>

interface Model {
  readonly fields: object
  create(query: { data: Fields }): Query<Fields>
  findFirst(query: { where: Fields; include: { user: true } }): Query<Fields | null>
  findMany(query: {
    where: Fields
    take?: number
    orderBy?: { id: 'asc' } | { expires: 'asc' }
  }): Query<readonly Fields[]>
  updateMany(query: { data: Fields; where: Fields }): Query<{ count: number }>
  deleteMany(query: { where: Fields }): Query<{ count: number }>
}

interface Models extends Readonly<Record<ModelNames[TableName], Model | undefined>> {}

interface Client extends Models {
  $transaction(queries: readonly Query[]): Promise<unknown>
  $transaction<Result>(work: (transaction: Models) => Promise<Result>): Promise<Result>
}

export function prismaRecordStore(
  prismaClient: PrismaModels,
  tables: readonly TableName[],
  hasTransactions: boolean,
): RecordStore {
  // Inside a transaction, the client has no `$transaction`, and `hasTransactions` is false.
  const client = prismaClient as unknown as Client
  const modelOf = (name: TableName): Model => client[modelNames[name]] as Model
  for (const name of tables) requireColumns(name, modelOf(name).fields)

  const sessionFields = (tables.includes('sessions') ? modelOf('sessions').fields : {}) as {
    readonly [field: string]: { readonly typeName?: unknown } | undefined
  }
  const hasMetadata = storesMetadata(
    (field, kind) => sessionFields[field]?.typeName === (kind === 'date' ? 'DateTime' : 'String'),
  )

  const stored = (name: TableName, fields: Fields): Fields => {
    const modelFields = modelOf(name).fields
    return storableFields(name, withoutUndefined(fields), hasMetadata, (field) => field in modelFields)
  }

  const find = (name: TableName, where: Fields): Promise<readonly Fields[]> =>
    briefErrors(modelOf(name).findMany({ where }))

  const removeAll = (name: TableName, where: Fields): Query<{ count: number }> =>
    modelOf(name).deleteMany({ where })

  async function findWithUser(name: 'accounts' | 'sessions', where: Fields): Promise<OwnedRow | undefined> {
    const found = await briefErrors(modelOf(name).findFirst({ where, include: { user: true } }))
    if (!found) return undefined
    const { user, ...row } = found
    return { row, user: user as Fields }
  }

  const store: RecordStore = {
    insert: (name, fields) => briefErrors(modelOf(name).create({ data: stored(name, fields) })),
    find,
    usersAfter: (after, limit) =>
      briefErrors(
        modelOf('users').findMany({
          where: after === undefined ? {} : { id: { gt: after } },
          orderBy: { id: 'asc' },
          take: limit,
        }),
      ),
    ...writesOf<Query<{ count: number }>>({
      stored,
      find,
      update: (name, data, where) => modelOf(name).updateMany({ data, where }),
      remove: removeAll,
      count,
    }),
    accountWithUser: (key) => findWithUser('accounts', { ...key }),
    sessionWithUser: (key) => findWithUser('sessions', { ...key }),
    async removeUser(id) {
      const [user] = await find('users', { id })
      const { atomically, oneByOne } = userRows(id, (name) => tables.includes(name))
      if (hasTransactions) {
        await briefErrors(client.$transaction(atomically.map(([name, where]) => removeAll(name, where))))
      } else {
        for (const [name, where] of oneByOne) await briefErrors(removeAll(name, where))
      }
      return user
    },
    async removeExpired(name, now, limit) {
      const expires = { lte: now }
      const rows = await briefErrors(
        modelOf(name).findMany({ where: { expires }, orderBy: { expires: 'asc' }, take: limit }),
      )
      const key = expiringKeys[name]
      const keys = rows.map((row) => row[key])
      if (keys.length === 0) return 0
      return count(removeAll(name, { [key]: { in: keys }, expires }))
    },
    ...(hasTransactions && { transaction: inTransaction(client, tables) }),
  }
  return withMetadataOnly(store, () => hasMetadata)
}

async function count(query: Query<{ count: number }>): Promise<number> {
  return (await briefErrors(query)).count
}

function inTransaction(
  client: Client,
  tables: readonly TableName[],
): NonNullable<RecordStore['transaction']> {
  return (work) =>
    client.$transaction((transaction) => work(prismaRecordStore(transaction as never, tables, false)))
}
