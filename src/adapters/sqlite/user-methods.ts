import { AdapterError } from '../../errors.js'
import type { CompleteAdapter } from '../complete-adapter.js'
import { refusals } from '../refusals.js'
import { insert, remove, select, type Table, update } from './statements.js'
import type { Store } from './store.js'
import { accountTable, authenticatorTable, sessionTable } from './tables.js'
import type { UserCodec } from './user-row.js'

type Methods = 'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'

/** The methods that read and write users. */
export function userMethods<Fields>(
  store: Store,
  codec: UserCodec<Fields>,
): Pick<CompleteAdapter<Fields>, Methods> {
  const table: Table = { name: 'auth_users', columns: codec.columns }

  async function find(
    key: Readonly<Record<string, unknown>>,
  ): ReturnType<CompleteAdapter<Fields>['getUser']> {
    const [row] = await store.rows(select(table, key))
    return row ? codec.fromRow(row) : null
  }

  return {
    async createUser(user) {
      const fields = codec.forInsert({ ...user, id: user.id ?? crypto.randomUUID() })
      const [row] = await store.rows(insert(table, fields))
      return codec.fromRow(row ?? {})
    },
    getUser: (id) => find({ id }),
    getUserByEmail: (email) => find({ email }),
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = await store.rows({
        sql:
          'SELECT auth_users.* FROM auth_accounts JOIN auth_users ON auth_users.id = auth_accounts.userId ' +
          'WHERE provider = ? AND providerAccountId = ?',
        args: select(accountTable, { provider, providerAccountId }).args,
      })
      return row ? codec.fromRow(row) : null
    },
    async updateUser(user) {
      const [row] = await store.rows(update(table, codec.forUpdate(user), { id: user.id }))
      if (!row) throw new AdapterError(refusals.noUser)
      return codec.fromRow(row)
    },
    async deleteUser(id) {
      // A client of the application's own may not enforce foreign keys, which would do the same.
      const owned = [accountTable, sessionTable, authenticatorTable].map((own) => remove(own, { userId: id }))
      const answers = await store.batch([...owned, remove(table, { id })])
      const row = answers.at(-1)?.[0]
      return row ? codec.fromRow(row) : null
    },
  }
}
