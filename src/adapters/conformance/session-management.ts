import { expectEqual, expectNothing, fail } from './expect.js'
import { newSession, newUser, unique, unknownIds, unstoredStrings } from './fixtures.js'
import { BULK_TIMEOUT_MS, type CheckedAdapter, type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const sessionManagement: ConformanceGroup = {
  methods: [
    'createUser',
    'createSession',
    'getSessionAndUser',
    'listSessionsByUserId',
    'deleteSessionById',
    'deleteSessionsByUserId',
  ],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'listSessionsByUserId returns the sessions of that user only'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { id: other } = await adapter.createUser(newUser())
      const own = [newSession(userId), newSession(userId)]
      for (const session of [...own, newSession(other)]) await adapter.createSession(session)
      const expected = await Promise.all(
        own.map(async ({ sessionToken, expires }) => ({ id: await hashOf(sessionToken), userId, expires })),
      )
      const listed = await adapter.listSessionsByUserId(userId)
      expectEqual(byId(listed), byId(expected), 'listSessionsByUserId')
    },
    async 'listSessionsByUserId returns an empty array for a user without sessions'(adapter, { ids }) {
      const { id } = await adapter.createUser(newUser())
      for (const userId of [id, ...unknownIds(ids)]) {
        expectEqual(await adapter.listSessionsByUserId(userId), [], 'listSessionsByUserId')
      }
    },
    async 'the id of a session is not accepted as its token'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(userId))
      const listed = await adapter.listSessionsByUserId(userId)
      expectEqual(listed.length, 1, 'number of sessions of listSessionsByUserId')
      for (const { id } of listed) {
        if (id === sessionToken) fail('listSessionsByUserId', 'the id must not be the token of the session')
        expectNothing(await adapter.getSessionAndUser(id), 'getSessionAndUser with the id of a session')
      }
    },
    async 'deleteSessionById ends only the specified session'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const [ended, kept] = [newSession(userId), newSession(userId)]
      for (const session of [ended, kept]) await adapter.createSession(session)
      await adapter.deleteSessionById(await hashOf(ended.sessionToken))
      expectNothing(await adapter.getSessionAndUser(ended.sessionToken), 'getSessionAndUser')
      await expectLive(adapter, kept.sessionToken)
    },
    async 'deleteSessionById ends no session if its argument is not the id of a session'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(userId))
      for (const id of [sessionToken, userId, unique(), ...unstoredStrings]) {
        expectNothing(await adapter.deleteSessionById(id), `deleteSessionById(${JSON.stringify(id)})`)
      }
      await expectLive(adapter, sessionToken)
    },
    async 'deleteSessionsByUserId deletes every session of that user only'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const { id: other } = await adapter.createUser(newUser())
      const own = [newSession(userId), newSession(userId)]
      const kept = newSession(other)
      for (const session of [...own, kept]) await adapter.createSession(session)
      await adapter.deleteSessionsByUserId(userId)
      for (const { sessionToken } of own) {
        expectNothing(await adapter.getSessionAndUser(sessionToken), 'getSessionAndUser')
      }
      expectEqual(await adapter.listSessionsByUserId(userId), [], 'listSessionsByUserId')
      await expectLive(adapter, kept.sessionToken)
    },
    async 'deleteSessionsByUserId of a user without sessions does nothing'(adapter, { ids }) {
      const { id: userId } = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(userId))
      for (const unknown of unknownIds(ids)) await adapter.deleteSessionsByUserId(unknown)
      await expectLive(adapter, sessionToken)
    },
  },
}

const AT_ONCE = 20

export const manySessions: ConformanceGroup = {
  methods: sessionManagement.methods,
  timeout: BULK_TIMEOUT_MS,
  cases: {
    async 'thousands of sessions of one user are listed and deleted'(adapter, { many }) {
      const { id: userId } = await adapter.createUser(newUser())
      const { id: other } = await adapter.createUser(newUser())
      const kept = newSession(other)
      await adapter.createSession(kept)
      for (let created = 0; created < many; created += AT_ONCE) {
        const next = Array.from({ length: Math.min(AT_ONCE, many - created) }, () => newSession(userId))
        await Promise.all(next.map(async (session) => adapter.createSession(session)))
      }
      const listed = await adapter.listSessionsByUserId(userId)
      const ids = new Set(listed.map(({ id }) => id))
      if (ids.size !== many) fail('listSessionsByUserId', `returned ${ids.size} of ${many} sessions`)
      if (listed.length !== many) fail('listSessionsByUserId', 'returned a session twice')
      await adapter.deleteSessionsByUserId(userId)
      expectEqual(await adapter.listSessionsByUserId(userId), [], 'listSessionsByUserId')
      await expectLive(adapter, kept.sessionToken)
    },
  },
}

async function expectLive(adapter: CheckedAdapter, sessionToken: string): Promise<void> {
  if (!(await adapter.getSessionAndUser(sessionToken)))
    fail('getSessionAndUser', 'did not find a session that was not deleted')
}

function byId<Info extends { id: string }>(infos: readonly Info[]): Info[] {
  return [...infos].sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function hashOf(sessionToken: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionToken))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
