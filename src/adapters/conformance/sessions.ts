import { expectEqual, expectFields, expectNothing, expectRejection, fail } from './expect.js'
import { inDays, newSession, newUser, unstoredStrings } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const sessions: ConformanceGroup = {
  methods: ['createUser', 'createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'getSessionAndUser returns the session and its user'(adapter) {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      expectFields(await adapter.createSession(session), session, 'createSession')
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectEqual(Object.keys(found ?? {}).sort(), ['session', 'user'], 'the fields of getSessionAndUser')
      expectFields(found?.session, session, 'getSessionAndUser().session')
      expectEqual(found?.user, user, 'getSessionAndUser().user')
    },
    async 'getSessionAndUser returns null for an unknown token'(adapter) {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user.id))
      const upper = sessionToken.toUpperCase()
      for (const token of [...unstoredStrings, upper, `${sessionToken} `, sessionToken.slice(1)]) {
        const label = `getSessionAndUser(${JSON.stringify(token)})`
        expectNothing(await adapter.getSessionAndUser(token), label)
      }
    },
    async 'expires is returned as a Date'(adapter) {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user.id))
      const found = await adapter.getSessionAndUser(sessionToken)
      if (!(found?.session.expires instanceof Date)) fail('getSessionAndUser', '"expires" must be a Date')
    },
    async 'an expiry after January 2038 is stored unchanged'(adapter) {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id, { expires: new Date('2100-06-01T12:00:00Z') })
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'getSessionAndUser().session')
    },
    async 'an expired session is returned with its expiry, or not at all'(adapter) {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id, { expires: inDays(-1) })
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      if (found) expectFields(found.session, session, 'getSessionAndUser().session')
    },
    async 'two sessions cannot have the same token'(adapter) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const { sessionToken } = await adapter.createSession(newSession(first.id))
      const again = newSession(second.id, { sessionToken })
      await expectRejection(() => adapter.createSession(again), 'createSession with a taken token')
      expectFields(
        (await adapter.getSessionAndUser(sessionToken))?.user,
        { id: first.id },
        'getSessionAndUser',
      )
    },
    async 'updateSession stores the new expiry exactly'(adapter) {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      const changed = { ...session, expires: inDays(30) }
      const updated = await adapter.updateSession({
        sessionToken: session.sessionToken,
        expires: changed.expires,
      })
      if (updated) expectFields(updated, changed, 'updateSession')
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, changed, 'getSessionAndUser().session')
    },
    async 'updateSession changes no other session'(adapter) {
      const user = await adapter.createUser(newUser())
      const [session, other] = [newSession(user.id), newSession(user.id)]
      await adapter.createSession(session)
      await adapter.createSession(other)
      await adapter.updateSession({ sessionToken: session.sessionToken, expires: inDays(30) })
      const found = await adapter.getSessionAndUser(other.sessionToken)
      expectFields(found?.session, other, 'getSessionAndUser().session')
    },
    async 'updateSession does not restore a deleted session'(adapter) {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user.id))
      await adapter.deleteSession(sessionToken)
      expectNothing(await adapter.updateSession({ sessionToken, expires: inDays(30) }), 'updateSession')
      expectNothing(await adapter.getSessionAndUser(sessionToken), 'getSessionAndUser')
    },
    async 'deleteSession ends only the specified session'(adapter) {
      const user = await adapter.createUser(newUser())
      const [session, other] = [newSession(user.id), newSession(user.id)]
      await adapter.createSession(session)
      await adapter.createSession(other)
      const deleted = await adapter.deleteSession(session.sessionToken)
      // `deleteSession` may return nothing. But in an adapter with `deleteSessionById`, `null` means that
      // there was no session.
      const mayBeNull = !('deleteSessionById' in adapter)
      if (deleted || (deleted === null && !mayBeNull)) expectFields(deleted, session, 'deleteSession')
      expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
      const found = await adapter.getSessionAndUser(other.sessionToken)
      expectFields(found?.session, other, 'getSessionAndUser().session')
    },
    async 'deleteSession does nothing for an unknown session'(adapter) {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user.id))
      await adapter.deleteSession(sessionToken)
      expectNothing(await adapter.deleteSession(sessionToken), 'deleteSession')
    },
  },
}

export const milliseconds: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'createSession', 'getSessionAndUser'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'dates are stored with milliseconds'(adapter) {
      const emailVerified = new Date(inDays(-1).getTime() + 123)
      const user = await adapter.createUser(newUser({ emailVerified }))
      expectFields(await adapter.getUser(user.id), { emailVerified }, 'getUser')
      const session = newSession(user.id, { expires: new Date(inDays(7).getTime() + 999) })
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'getSessionAndUser().session')
    },
  },
}
