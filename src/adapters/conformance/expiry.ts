import { expectEqual, expectFields, expectNothing, expectRejection, fail } from './expect.js'
import { inDays, newSession, newUser, newVerificationToken } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const expiry: ConformanceGroup = {
  methods: [
    'createUser',
    'createSession',
    'getSessionAndUser',
    'createVerificationToken',
    'useVerificationToken',
    'cleanup',
  ],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'cleanup deletes only expired rows'(adapter) {
      const { id } = await adapter.createUser(newUser())
      await adapter.cleanup()
      const old = Array.from({ length: 5 }, () => newSession(id, { expires: inDays(-2) }))
      for (const session of old) await adapter.createSession(session)
      const live = newSession(id)
      await adapter.createSession(live)
      const expiredToken = newVerificationToken({ expires: inDays(-2) })
      const validToken = newVerificationToken()
      await adapter.createVerificationToken(expiredToken)
      await adapter.createVerificationToken(validToken)

      // The batch is smaller than the number of expired rows, so several statements are needed.
      const { sessions, verificationTokens } = await adapter.cleanup({ batch: 2 })
      // Adapters may also remove expired rows when they store new ones.
      if (sessions > old.length) fail('cleanup', `"sessions" is ${sessions}, and ${old.length} had expired`)
      if (verificationTokens > 1) {
        fail('cleanup', `"verificationTokens" is ${verificationTokens}, and 1 had expired`)
      }
      for (const { sessionToken } of old) {
        expectNothing(
          await adapter.getSessionAndUser(sessionToken),
          'getSessionAndUser of an expired session',
        )
      }
      expectNothing(
        await adapter.useVerificationToken(expiredToken),
        'useVerificationToken of an expired token',
      )
      const found = await adapter.getSessionAndUser(live.sessionToken)
      expectFields(found?.session, live, 'getSessionAndUser().session')
      expectEqual(await adapter.useVerificationToken(validToken), validToken, 'useVerificationToken')
      expectEqual(
        await adapter.cleanup(),
        { sessions: 0, verificationTokens: 0 },
        'cleanup with nothing to do',
      )
    },
    async 'cleanup rejects an invalid batch size'(adapter) {
      for (const batch of [0, -1, 0.5, Number.NaN]) {
        await expectRejection(() => adapter.cleanup({ batch }), `cleanup({ batch: ${batch} })`)
      }
    },
  },
}
