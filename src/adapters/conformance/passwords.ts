import type { AdapterPassword } from '../contract.js'
import { expectEqual, expectNothing, expectRejection } from './expect.js'
import { inDays, lookAlikes, newPassword, newUser, unique, unknownIds, unstoredStrings } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const passwords: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getPassword', 'setPasswordIf', 'deletePasswordIf'],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'setPasswordIf stores a first password, and getPassword returns it'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const password = newPassword(id)
      expectNothing(await adapter.getPassword({ userId: id, tenant: '' }), 'getPassword')
      expectEqual(await adapter.setPasswordIf(password, null), true, 'setPasswordIf')
      expectEqual(await adapter.getPassword({ userId: id, tenant: '' }), password, 'getPassword')
    },
    async 'setPasswordIf stores a first password only once'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const password = newPassword(id)
      await adapter.setPasswordIf(password, null)
      expectEqual(await adapter.setPasswordIf(newPassword(id), null), false, 'setPasswordIf')
      expectEqual(await adapter.getPassword({ userId: id, tenant: '' }), password, 'getPassword')
    },
    async 'setPasswordIf replaces a password only if `epoch` is the expected value'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const [first, second, late] = [
        newPassword(id),
        newPassword(id, { changedAt: inDays(0) }),
        newPassword(id),
      ]
      expectEqual(await adapter.setPasswordIf(second, first.epoch), false, 'setPasswordIf without a password')
      await adapter.setPasswordIf(first, null)
      for (const epoch of [unique(), first.epoch.toUpperCase(), ...unstoredStrings]) {
        expectEqual(await adapter.setPasswordIf(second, epoch), false, 'setPasswordIf with another epoch')
      }
      expectEqual(await adapter.setPasswordIf(second, first.epoch), true, 'setPasswordIf')
      expectEqual(await adapter.setPasswordIf(late, first.epoch), false, 'setPasswordIf with an old epoch')
      expectEqual(await adapter.getPassword({ userId: id, tenant: '' }), second, 'getPassword')
    },
    async 'setPasswordIf can replace the hash and keep `epoch`'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const password = newPassword(id)
      await adapter.setPasswordIf(password, null)
      const rehashed = { ...password, hash: `${password.hash}x` }
      expectEqual(await adapter.setPasswordIf(rehashed, password.epoch), true, 'setPasswordIf')
      expectEqual(await adapter.getPassword({ userId: id, tenant: '' }), rehashed, 'getPassword')
    },
    async 'exactly one of several concurrent setPasswordIf calls succeeds'(adapter) {
      const { id } = await adapter.createUser(newUser())
      let expected: string | null = null
      for (let round = 0; round < 2; round++) {
        const candidates = Array.from({ length: 5 }, () => newPassword(id))
        const before: string | null = expected
        const calls = candidates.map(async (password) => adapter.setPasswordIf(password, before))
        const stored: boolean[] = await Promise.all(calls)
        const winners: AdapterPassword[] = candidates.filter((_, index) => stored[index])
        expectEqual(winners.length, 1, 'the number of passwords that were stored')
        expectEqual(await adapter.getPassword({ userId: id, tenant: '' }), winners[0], 'getPassword')
        expected = winners[0]?.epoch ?? null
      }
    },
    async 'setPasswordIf rejects a user who is not stored'(adapter, { ids }) {
      await expectRejection(
        () => adapter.setPasswordIf(newPassword(unknownIds(ids)[0] ?? ''), null),
        'setPasswordIf for an unknown user',
      )
    },
    async 'a user has a separate password at each tenant'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const [pair = ['a', 'A']] = lookAlikes()
      const passwords = ['', ...pair].map((tenant) => newPassword(id, { tenant }))
      for (const password of passwords) {
        expectEqual(await adapter.setPasswordIf(password, null), true, 'setPasswordIf')
      }
      const [first, ...others] = passwords
      if (first) await adapter.deletePasswordIf(first, first.epoch)
      for (const password of others) expectEqual(await adapter.getPassword(password), password, 'getPassword')
      expectNothing(
        await adapter.getPassword({ userId: id, tenant: unique() }),
        'getPassword of another tenant',
      )
    },
    async 'getPassword does not return the password of another user'(adapter, { ids }) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      await adapter.setPasswordIf(newPassword(first.id), null)
      for (const userId of [second.id, ...unknownIds(ids)]) {
        expectNothing(await adapter.getPassword({ userId, tenant: '' }), 'getPassword')
      }
    },
    async 'the `epoch` of one user cannot be used to change the password of another user'(adapter) {
      const [first, second] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [own, other] = [newPassword(first.id), newPassword(second.id)]
      await adapter.setPasswordIf(own, null)
      await adapter.setPasswordIf(other, null)
      expectEqual(await adapter.setPasswordIf(newPassword(second.id), own.epoch), false, 'setPasswordIf')
      expectEqual(await adapter.deletePasswordIf(other, own.epoch), false, 'deletePasswordIf')
      expectEqual(await adapter.getPassword({ userId: first.id, tenant: '' }), own, 'getPassword')
      expectEqual(await adapter.getPassword({ userId: second.id, tenant: '' }), other, 'getPassword')
    },
    async 'deletePasswordIf deletes the password once, only if `epoch` is the expected value'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const password = newPassword(id)
      await adapter.setPasswordIf(password, null)
      expectEqual(await adapter.deletePasswordIf(password, unique()), false, 'deletePasswordIf')
      const calls = Array.from({ length: 4 }, () => adapter.deletePasswordIf(password, password.epoch))
      const deleted = (await Promise.all(calls)).filter(Boolean)
      expectEqual(deleted.length, 1, 'the number of calls that deleted it')
      expectNothing(await adapter.getPassword({ userId: id, tenant: '' }), 'getPassword')
      expectEqual(await adapter.setPasswordIf(newPassword(id), null), true, 'setPasswordIf after a removal')
    },
  },
  withUserDeletion: {
    methods: ['deleteUser', 'deleteLoginsByUserId'],
    cases: {
      async 'deleteLoginsByUserId and deleteUser also delete the passwords of the user'(adapter) {
        const [user, kept] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
        const other = newPassword(kept.id)
        await adapter.setPasswordIf(other, null)
        for (const remove of [
          () => adapter.deleteLoginsByUserId(user.id),
          () => adapter.deleteUser(user.id),
        ]) {
          await adapter.setPasswordIf(newPassword(user.id), null)
          await adapter.setPasswordIf(newPassword(user.id, { tenant: 'acme' }), null)
          await remove()
          for (const tenant of ['', 'acme']) {
            expectNothing(await adapter.getPassword({ userId: user.id, tenant }), 'getPassword')
          }
        }
        expectEqual(await adapter.getPassword({ userId: kept.id, tenant: '' }), other, 'getPassword')
      },
    },
  },
}
