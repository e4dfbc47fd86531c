import { expectEqual, expectFields } from './expect.js'
import { newSession, newUser } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export function ownColumns(fields: Readonly<Record<string, unknown>>): ConformanceGroup {
  return {
    methods: ['createUser', 'getUser', 'updateUser'],
    timeout: DEFAULT_TIMEOUT_MS,
    cases: {
      async 'your own columns are stored and read'(adapter) {
        const created = await adapter.createUser({ ...newUser(), ...fields })
        expectFields(created, fields, 'createUser')
        expectEqual(await adapter.getUser(created.id), created, 'getUser')
      },
      async 'your own columns keep their values when another column changes, and can be changed'(adapter) {
        const created = await adapter.createUser({ ...newUser(), ...fields })
        await adapter.updateUser({ id: created.id, name: 'New Name' })
        expectFields(await adapter.getUser(created.id), { ...fields, name: 'New Name' }, 'getUser')
        const blank = await adapter.createUser(newUser())
        await adapter.updateUser({ id: blank.id, ...fields })
        expectFields(await adapter.getUser(blank.id), fields, 'getUser')
      },
    },
    withSessions: {
      methods: ['createSession', 'getSessionAndUser'],
      cases: {
        async 'your own columns are read with a session'(adapter) {
          const created = await adapter.createUser({ ...newUser(), ...fields })
          const session = newSession(created.id)
          await adapter.createSession(session)
          const found = await adapter.getSessionAndUser(session.sessionToken)
          expectEqual(found?.user, created, 'getSessionAndUser().user')
        },
      },
    },
  }
}
