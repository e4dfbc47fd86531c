import type { AdapterUser } from '../contract.js'
import { expectEqual, expectFields, expectNothing, expectRejection, fail } from './expect.js'
import { inDays, lookAlikes, newUser, unknownIds, unstoredStrings } from './fixtures.js'
import { type CaseSettings, type CheckedAdapter, type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const users: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getUserByEmail', 'updateUser'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'createUser returns the stored user with an id'(adapter, { ids }) {
      const { id: _, ...fields } = newUser()
      const created = await adapter.createUser(fields)
      requireId(created.id, ids)
      expectFields(created, fields, 'createUser')
      expectEqual(await adapter.getUser(created.id), created, 'getUser')
    },
    async 'createUser accepts a user with an id, which it may replace'(adapter) {
      const user = newUser()
      const created = await adapter.createUser(user)
      expectFields(created, { ...user, id: created.id }, 'createUser')
      expectEqual(await adapter.getUser(created.id), created, 'getUser')
    },
    async 'a user without name, image, e-mail address and verification is stored unchanged'(adapter) {
      const created = await adapter.createUser({ email: null, emailVerified: null })
      const empty = { name: null, email: null, emailVerified: null, image: null }
      expectFields(await adapter.getUser(created.id), { ...empty, id: created.id }, 'getUser')
    },
    async 'several users can have no e-mail address'(adapter) {
      const first = await adapter.createUser({ email: null, emailVerified: null })
      const second = await adapter.createUser({ email: null, emailVerified: null })
      if (first.id === second.id) fail('createUser', 'two users have the same id')
    },
    async 'emailVerified is returned as a Date'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const user = await adapter.getUser(id)
      if (!(user?.emailVerified instanceof Date)) fail('getUser', '"emailVerified" must be a Date')
    },
    async 'the name of a user is stored unchanged, with any characters'(adapter) {
      const name = `O'Brien "Ω" \\ ${'名'.repeat(40)} 👩‍👩‍👧 \n <b>`
      const { id } = await adapter.createUser(newUser({ name }))
      expectFields(await adapter.getUser(id), { name }, 'getUser')
    },
    async 'getUser and getUserByEmail return null for unknown users'(adapter, { ids }) {
      await adapter.createUser(newUser())
      for (const unstored of unstoredStrings) {
        expectNothing(await adapter.getUserByEmail(unstored), `getUserByEmail(${quoted(unstored)})`)
      }
      for (const unknown of unknownIds(ids)) {
        expectNothing(await adapter.getUser(unknown), `getUser(${quoted(unknown)})`)
      }
    },
    async 'getUserByEmail finds the user'(adapter) {
      const created = await create(adapter)
      expectEqual(await adapter.getUserByEmail(created.email), created, 'getUserByEmail')
    },
    async 'getUserByEmail does not find an e-mail address that looks the same but differs'(adapter) {
      for (const [stored, other] of lookAlikes()) {
        await adapter.createUser(newUser({ email: `${stored}@example.com` }))
        expectNothing(await adapter.getUserByEmail(`${other}@example.com`), 'getUserByEmail')
      }
    },
    async 'e-mail addresses that look the same but differ belong to different users'(adapter) {
      for (const pair of lookAlikes()) {
        const [first, second] = pair.map((name) => `${name}@example.com`) as [string, string]
        const created = await adapter.createUser(newUser({ email: first }))
        const other = await adapter.createUser(newUser({ email: second }))
        expectFields(
          await adapter.getUserByEmail(first),
          { id: created.id },
          `getUserByEmail(${quoted(first)})`,
        )
        expectFields(
          await adapter.getUserByEmail(second),
          { id: other.id },
          `getUserByEmail(${quoted(second)})`,
        )
      }
    },
    async 'two users cannot have the same e-mail address'(adapter) {
      const { email } = await create(adapter)
      await expectRejection(
        () => adapter.createUser(newUser({ email })),
        'createUser with a taken e-mail address',
      )
      const other = await create(adapter)
      await expectRejection(
        () => adapter.updateUser({ id: other.id, email }),
        'updateUser with a taken e-mail address',
      )
      expectEqual(await adapter.getUserByEmail(other.email), other, 'getUserByEmail')
    },
    async 'exactly one of several concurrent createUser calls with the same e-mail address succeeds'(
      adapter,
    ) {
      const { email } = newUser()
      const attempts = await Promise.allSettled(
        [1, 2, 3].map(async () => adapter.createUser(newUser({ email }))),
      )
      const created = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
      if (created.length !== 1) fail('createUser', `${created.length} of 3 calls succeeded, expected 1`)
      expectEqual(await adapter.getUserByEmail(email ?? ''), created[0], 'getUserByEmail')
    },
    async 'updateUser changes only the fields that are passed'(adapter) {
      const created = await create(adapter)
      const changed = { ...created, name: 'New Name' }
      expectEqual(await adapter.updateUser({ id: created.id, name: 'New Name' }), changed, 'updateUser')
      expectEqual(await adapter.getUser(created.id), changed, 'getUser')
      const emailVerified = inDays(-2)
      await adapter.updateUser({ id: created.id, emailVerified })
      expectEqual(await adapter.getUser(created.id), { ...changed, emailVerified }, 'getUser')
    },
    async 'updateUser clears a field with null'(adapter) {
      const created = await create(adapter)
      await adapter.updateUser({ id: created.id, image: null, emailVerified: null })
      expectEqual(
        await adapter.getUser(created.id),
        { ...created, image: null, emailVerified: null },
        'getUser',
      )
    },
    async 'updateUser changes the e-mail address and frees the old one'(adapter) {
      const created = await create(adapter)
      const { email } = newUser()
      await adapter.updateUser({ id: created.id, email })
      expectNothing(await adapter.getUserByEmail(created.email), 'getUserByEmail')
      expectFields(await adapter.getUserByEmail(email ?? ''), { id: created.id }, 'getUserByEmail')
      await adapter.createUser(newUser({ email: created.email }))
    },
    async 'updateUser resets emailVerified if the e-mail address changes, unless emailVerified is passed'(
      adapter,
    ) {
      const created = await create(adapter)
      const verified = inDays(-2)
      await adapter.updateUser({ id: created.id, emailVerified: verified })
      await adapter.updateUser({ id: created.id, email: created.email })
      expectFields(await adapter.getUser(created.id), { emailVerified: verified }, 'the same e-mail address')
      await adapter.updateUser({ id: created.id, email: newUser().email })
      expectFields(await adapter.getUser(created.id), { emailVerified: null }, 'another e-mail address')
      await adapter.updateUser({ id: created.id, email: newUser().email, emailVerified: verified })
      expectFields(await adapter.getUser(created.id), { emailVerified: verified }, 'both')
    },
    async 'updateUser changes no other user'(adapter) {
      const other = await create(adapter)
      const created = await create(adapter)
      await adapter.updateUser({ id: created.id, name: 'New Name' })
      expectEqual(await adapter.getUser(other.id), other, 'getUser')
    },
    async 'changing a passed or returned object after the call does not change the stored user'(adapter) {
      const input = newUser()
      const expected = structuredClone(input)
      const created = await adapter.createUser(input)
      input.name = 'changed'
      input.emailVerified?.setTime(0)
      created.name = 'changed'
      created.emailVerified?.setTime(0)
      const read = await adapter.getUser(created.id)
      expectFields(read, { ...expected, id: created.id }, 'getUser')
      if (read) read.name = 'changed'
      expectFields(await adapter.getUser(created.id), { name: expected.name }, 'getUser')
    },
  },
}

function requireId(id: unknown, ids: CaseSettings['ids']): void {
  if (ids === 'numbers' && typeof id !== 'number') fail('createUser', '"id" must be a number')
  if (ids === 'text' && (typeof id !== 'string' || id === '')) {
    fail('createUser', '"id" must be a string that is not empty')
  }
}

function quoted(value: unknown): string {
  return JSON.stringify(value)
}

async function create(adapter: CheckedAdapter): Promise<AdapterUser & { email: string }> {
  const created = await adapter.createUser(newUser())
  return { ...created, email: created.email ?? fail('createUser', '"email" was not stored') }
}
