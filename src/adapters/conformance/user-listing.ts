import { expectEqual } from './expect.js'
import { newUser } from './fixtures.js'
import { type CheckedAdapter, type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

/** The ids of all users, read in parts of this size. */
async function listedIds(adapter: CheckedAdapter, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const after = ids.at(-1)
    const part = await adapter.listUsers({ limit, ...(after !== undefined && { after }) })
    if (part.length > limit) throw new Error(`listUsers returned ${part.length} users with limit ${limit}.`)
    if (part.length === 0) return ids
    ids.push(...part.map(({ id }) => id))
  }
}

/** The list of users, in parts. */
export const userListing: ConformanceGroup = {
  methods: ['createUser', 'updateUser', 'deleteUser', 'listUsers'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'listUsers returns every user once, whatever the size of the parts'(adapter) {
      const made = await Promise.all([1, 2, 3, 4, 5].map(() => adapter.createUser(newUser())))
      for (const limit of [2, 1000]) {
        const ids = await listedIds(adapter, limit)
        expectEqual(new Set(ids).size, ids.length, 'the number of ids')
        const missing = made.filter(({ id }) => !ids.includes(id))
        expectEqual(missing, [], 'users that listUsers left out')
      }
    },
    async 'listUsers goes on after a user who was deleted meanwhile'(adapter) {
      const made = await Promise.all([1, 2, 3].map(() => adapter.createUser(newUser())))
      const before = await listedIds(adapter, 1000)
      const own = new Set(made.map(({ id }) => id))
      const first = before.findIndex((id) => own.has(id))
      const deleted = before[first] ?? ''
      await adapter.deleteUser(deleted)
      const [next] = await adapter.listUsers({ after: deleted, limit: 1 })
      expectEqual(next?.id, before[first + 1], 'the id of the next user')
    },
    async 'listUsers returns the whole row of a user'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const user = await adapter.updateUser({ id, name: 'Grace' })
      const listed = await adapter.listUsers({ limit: 100_000 })
      expectEqual(
        listed.find((each) => each.id === id),
        user,
        'listUsers',
      )
    },
  },
}
