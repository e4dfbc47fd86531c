import { expectEqual, expectFields, expectNothing, fail } from './expect.js'
import { inDays, lookAlikes, newVerificationToken, unique } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const verificationTokens: ConformanceGroup = {
  methods: ['createVerificationToken', 'useVerificationToken'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'useVerificationToken returns the token once'(adapter) {
      const token = newVerificationToken()
      const created = await adapter.createVerificationToken(token)
      if (created) expectFields(created, token, 'createVerificationToken')
      const key = { identifier: token.identifier, token: token.token }
      expectEqual(await adapter.useVerificationToken(key), token, 'useVerificationToken')
      expectNothing(await adapter.useVerificationToken(key), 'useVerificationToken the second time')
    },
    async 'exactly one of twenty concurrent useVerificationToken calls gets the token'(adapter) {
      const { identifier, token, expires } = newVerificationToken()
      await adapter.createVerificationToken({ identifier, token, expires })
      const uses = Array.from({ length: 20 }, async () => adapter.useVerificationToken({ identifier, token }))
      const returned = (await Promise.all(uses)).filter((token) => token !== null && token !== undefined)
      if (returned.length !== 1) {
        fail('useVerificationToken', `${returned.length} of 20 calls got the token, expected 1`)
      }
    },
    async 'a token is only valid for its own identifier'(adapter) {
      const token = newVerificationToken()
      await adapter.createVerificationToken(token)
      const others = [unique(), token.identifier.toUpperCase(), '%', '']
      for (const identifier of others) {
        const used = await adapter.useVerificationToken({ identifier, token: token.token })
        expectNothing(used, `useVerificationToken for ${JSON.stringify(identifier)}`)
      }
      const missing = { token: token.token } as { identifier: string; token: string }
      expectNothing(await adapter.useVerificationToken(missing), 'useVerificationToken without an identifier')
      expectEqual(await adapter.useVerificationToken(token), token, 'useVerificationToken')
    },
    async 'a token is not valid for an identifier that looks the same but differs'(adapter) {
      for (const [stored, other] of lookAlikes()) {
        const token = newVerificationToken({ identifier: `${stored}@example.com` })
        await adapter.createVerificationToken(token)
        const used = await adapter.useVerificationToken({ ...token, identifier: `${other}@example.com` })
        expectNothing(used, 'useVerificationToken')
        expectEqual(await adapter.useVerificationToken(token), token, 'useVerificationToken')
      }
    },
    async 'a wrong token does not use up the right token'(adapter) {
      const token = newVerificationToken()
      await adapter.createVerificationToken(token)
      const wrong = { identifier: token.identifier, token: unique() }
      expectNothing(await adapter.useVerificationToken(wrong), 'useVerificationToken with a wrong token')
      expectEqual(await adapter.useVerificationToken(token), token, 'useVerificationToken')
    },
    async 'an identifier can have several tokens'(adapter) {
      const first = newVerificationToken()
      const second = newVerificationToken({ identifier: first.identifier })
      await adapter.createVerificationToken(first)
      await adapter.createVerificationToken(second)
      expectEqual(await adapter.useVerificationToken(first), first, 'useVerificationToken')
      expectEqual(await adapter.useVerificationToken(second), second, 'useVerificationToken')
    },
    async 'an expired token is returned with its expiry, or not at all'(adapter) {
      const token = newVerificationToken({ expires: inDays(-1) })
      await adapter.createVerificationToken(token)
      const used = await adapter.useVerificationToken(token)
      if (used) expectEqual(used, token, 'useVerificationToken')
    },
  },
}
