import { expectEqual } from './expect.js'
import { newUser } from './fixtures.js'
import { type CheckedAdapter, type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

const ADVICE = 'Sort users by id, and return only those whose id comes after `after`.'

/** Rejects if a user is returned twice, because the list might never end. */
async function listedIds(adapter: CheckedAdapter, limit: number): Promise<readonly string[]> {
  const ids = new Set<string>()
  let after: string | undefined
  for (;;) {
    const page = await adapter.listUsers({ limit, ...(after !== undefined && { after }) })
    if (page.length > limit) throw new Error(`listUsers returned ${page.length} users with limit ${limit}.`)
    if (page.length === 0) return [...ids]
    for (const { id } of page) {
      if (ids.has(id)) throw new Error(`listUsers returned the user ${id} twice. ${ADVICE}`)
      ids.add(id)
      after = id
    }
  }
}

export const userListing: ConformanceGroup = {
  methods: ['createUser', 'updateUser', 'listUsers'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'listUsers returns every user once, whatever the limit is'(adapter) {
      const created = await Promise.all([1, 2, 3, 4, 5].map(() => adapter.createUser(newUser())))
      for (const limit of [2, 1000]) {
        const ids = await listedIds(adapter, limit)
        const missing = created.filter(({ id }) => !ids.includes(id))
        expectEqual(missing, [], 'users that listUsers left out')
      }
    },
    async 'listUsers returns all fields of a user'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const user = await adapter.updateUser({ id, name: 'Grace' })
      const listed = await adapter.listUsers({ limit: 100_000 })
      expectEqual(
        listed.find((listedUser) => listedUser.id === id),
        user,
        'listUsers',
      )
    },
  },
  withUserDeletion: {
    methods: ['deleteUser'],
    cases: {
      async 'listUsers continues after a user who has been deleted'(adapter) {
        const created = await Promise.all([1, 2, 3].map(() => adapter.createUser(newUser())))
        const before = await listedIds(adapter, 1000)
        const deleted = before.find((id) => created.some((user) => user.id === id))
        if (deleted === undefined) throw new Error('listUsers returned none of the users that were created.')
        await adapter.deleteUser(deleted)
        const [next] = await adapter.listUsers({ after: deleted, limit: 1 })
        expectEqual(next?.id, before[before.indexOf(deleted) + 1], 'the id of the next user')
      },
    },
  },
}
