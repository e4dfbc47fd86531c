import { expectEqual, expectFields, fail } from './expect.js'
import { inDays, newSession, newUser } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

const metadata = () => ({
  createdAt: inDays(-3),
  lastUsedAt: inDays(-1),
  userAgent: 'Mozilla/5.0 (größe) "quoted" \'it\'; --',
  networkAddress: '2001:db8:0:1::/64',
})

export const sessionMetadata: ConformanceGroup = {
  methods: ['createUser', 'createSession', 'getSessionAndUser', 'updateSession', 'listSessionsByUserId'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'the adapter declares that it stores session metadata'(adapter) {
      if (adapter.sessionFacts !== true)
        fail('sessionFacts', 'it must be true, otherwise no metadata is passed')
    },
    async 'session metadata is stored unchanged'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const session = newSession(userId, metadata())
      expectFields(await adapter.createSession(session), session, 'createSession')
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.session, session, 'getSessionAndUser().session')
      const { sessionToken: _, ...listed } = session
      const [info, ...others] = await adapter.listSessionsByUserId(userId)
      expectFields(info, listed, 'listSessionsByUserId')
      expectEqual(others, [], 'the other sessions of listSessionsByUserId')
    },
    async 'updateSession changes only the fields that it receives'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const session = newSession(userId, metadata())
      await adapter.createSession(session)
      const changed = { ...session, lastUsedAt: inDays(0) }
      const { sessionToken, lastUsedAt } = changed
      await adapter.updateSession({ sessionToken, lastUsedAt })
      const found = await adapter.getSessionAndUser(sessionToken)
      expectFields(found?.session, changed, 'getSessionAndUser().session')
      const expires = inDays(30)
      await adapter.updateSession({ sessionToken, expires })
      const extended = await adapter.getSessionAndUser(sessionToken)
      expectFields(extended?.session, { ...changed, expires }, 'getSessionAndUser().session')
    },
    async 'a session that was stored without metadata is returned without metadata'(adapter) {
      const { id: userId } = await adapter.createUser(newUser())
      const session = newSession(userId)
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      const none = { createdAt: null, lastUsedAt: null, userAgent: null, networkAddress: null }
      expectFields(found?.session, none, 'getSessionAndUser().session')
    },
  },
}
