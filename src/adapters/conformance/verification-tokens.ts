import { expectEqual, expectFields, expectNothing, fail } from './expect.js'
import { inDays, lookAlikes, newVerificationToken, unique } from './fixtures.js'
import type { ConformanceGroup } from './group.js'
import { SOON } from './timeouts.js'

/** Tokens of sign-in links. */
export const verificationTokens: ConformanceGroup = {
  methods: ['createVerificationToken', 'useVerificationToken'],
  timeout: SOON,
  cases: {
    async 'useVerificationToken gives the token once'(adapter) {
      const token = newVerificationToken()
      const created = await adapter.createVerificationToken(token)
      if (created) expectFields(created, token, 'createVerificationToken')
      const key = { identifier: token.identifier, token: token.token }
      expectEqual(await adapter.useVerificationToken(key), token, 'useVerificationToken')
      expectNothing(await adapter.useVerificationToken(key), 'useVerificationToken the second time')
    },
    async 'of twenty uses at once, one gets the token'(adapter) {
      const { identifier, token, expires } = newVerificationToken()
      await adapter.createVerificationToken({ identifier, token, expires })
      const uses = Array.from({ length: 20 }, async () => adapter.useVerificationToken({ identifier, token }))
      const given = (await Promise.all(uses)).filter((used) => used !== null && used !== undefined)
      if (given.length !== 1) fail('useVerificationToken', `${given.length} of 20 got the token, expected 1`)
    },
    async 'a token is good for its own address alone'(adapter) {
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
    async 'a token is not good for an address that only looks alike'(adapter) {
      for (const [stored, other] of lookAlikes()) {
        const token = newVerificationToken({ identifier: `${stored}@example.com` })
        await adapter.createVerificationToken(token)
        const used = await adapter.useVerificationToken({ ...token, identifier: `${other}@example.com` })
        expectNothing(used, 'useVerificationToken')
        expectEqual(await adapter.useVerificationToken(token), token, 'useVerificationToken')
      }
    },
    async 'another token of the address uses nothing up'(adapter) {
      const token = newVerificationToken()
      await adapter.createVerificationToken(token)
      const wrong = { identifier: token.identifier, token: unique() }
      expectNothing(await adapter.useVerificationToken(wrong), 'useVerificationToken with a wrong token')
      expectEqual(await adapter.useVerificationToken(token), token, 'useVerificationToken')
    },
    async 'an address may have several tokens'(adapter) {
      const first = newVerificationToken()
      const second = newVerificationToken({ identifier: first.identifier })
      await adapter.createVerificationToken(first)
      await adapter.createVerificationToken(second)
      expectEqual(await adapter.useVerificationToken(first), first, 'useVerificationToken')
      expectEqual(await adapter.useVerificationToken(second), second, 'useVerificationToken')
    },
    async 'a token that has expired is given with its expiry, or not at all'(adapter) {
      const token = newVerificationToken({ expires: inDays(-1) })
      await adapter.createVerificationToken(token)
      const used = await adapter.useVerificationToken(token)
      if (used) expectEqual(used, token, 'useVerificationToken')
    },
  },
}
