import { AdapterError } from '../../errors.js'
import type { CompleteAdapter } from '../complete-adapter.js'
import type { AdapterUser } from '../contract.js'
import { refusals } from '../rejected-row-messages.js'
import type { Fields, RecordStore } from './record-store.js'

type Methods =
  | 'createUser'
  | 'getUser'
  | 'getUserByEmail'
  | 'getUserByAccount'
  | 'updateUser'
  | 'listUsers'
  | 'deleteUser'

/**
 * Returns the changes to store. If the caller does not pass `emailVerified`, a changed e-mail address becomes
 * unverified. An unchanged e-mail address is not written. If a concurrent call has just stored another e-mail address as
 * verified, the write would replace it, and the old e-mail address would count as verified.
 */
async function userChanges(
  fields: Partial<AdapterUser> & { id: string },
  store: RecordStore,
): Promise<Fields> {
  const { email, ...others } = fields
  if (email === undefined || fields.emailVerified !== undefined) return { ...fields }
  const [before] = await store.find('users', { id: fields.id })
  return before?.['email'] === email ? others : { ...fields, emailVerified: null }
}

export function userMethods<Own>(store: RecordStore): Pick<CompleteAdapter<Own>, Methods> {
  // The cast is correct, because `Own` is the row type of the table of users.
  const user = (row: Fields): AdapterUser & Own => row as unknown as AdapterUser & Own
  const userOrNull = (row: Fields | undefined): (AdapterUser & Own) | null => (row ? user(row) : null)

  return {
    async createUser(fields) {
      return user(await store.insert('users', { ...fields, id: fields.id ?? crypto.randomUUID() }))
    },
    async getUser(id) {
      return userOrNull((await store.find('users', { id }))[0])
    },
    async getUserByEmail(email) {
      return userOrNull((await store.find('users', { email }))[0])
    },
    async getUserByAccount({ provider, providerAccountId }) {
      return userOrNull((await store.accountWithUser({ provider, providerAccountId }))?.user)
    },
    async updateUser(fields) {
      const row = await store.update('users', await userChanges(fields, store), { id: fields.id })
      if (!row) throw new AdapterError(refusals.noUser)
      return user(row)
    },
    async listUsers({ after, limit }) {
      return (await store.usersAfter(after, limit)).map(user)
    },
    async deleteUser(id) {
      return userOrNull(await store.removeUser(id))
    },
  }
}
