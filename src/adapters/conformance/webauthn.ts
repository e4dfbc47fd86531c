import { expectEqual, expectFields, expectNothing, expectRejection } from './expect.js'
import { newAuthenticator, newUser, unique, unknownIds, unstoredStrings } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const webauthn: ConformanceGroup = {
  methods: [
    'createUser',
    'createAuthenticator',
    'getAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
  ],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'getAuthenticator returns the registered passkey'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id)
      expectFields(await adapter.createAuthenticator(authenticator), authenticator, 'createAuthenticator')
      const read = await adapter.getAuthenticator(authenticator.credentialID)
      expectFields(read, authenticator, 'getAuthenticator')
    },
    async 'a passkey without transports that is not backed up is stored unchanged'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id, { transports: null, credentialBackedUp: false })
      await adapter.createAuthenticator(authenticator)
      const read = await adapter.getAuthenticator(authenticator.credentialID)
      expectFields(read, authenticator, 'getAuthenticator')
    },
    async 'getAuthenticator returns null for an unknown credential'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const { credentialID } = await adapter.createAuthenticator(newAuthenticator(id))
      for (const other of [...unstoredStrings, unique(), credentialID.toUpperCase()]) {
        expectNothing(await adapter.getAuthenticator(other), `getAuthenticator(${JSON.stringify(other)})`)
      }
    },
    async 'a credential cannot be registered a second time'(adapter) {
      const [owner, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const { credentialID } = await adapter.createAuthenticator(newAuthenticator(owner.id))
      const again = newAuthenticator(other.id, { credentialID })
      await expectRejection(
        () => adapter.createAuthenticator(again),
        'createAuthenticator of a known credential',
      )
      expectFields(await adapter.getAuthenticator(credentialID), { userId: owner.id }, 'getAuthenticator')
    },
    async 'listAuthenticatorsByUserId returns the passkeys of that user only'(adapter) {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const own = [newAuthenticator(user.id), newAuthenticator(user.id)]
      for (const authenticator of [...own, newAuthenticator(other.id)]) {
        await adapter.createAuthenticator(authenticator)
      }
      const listed = await adapter.listAuthenticatorsByUserId(user.id)
      const ids = listed.map(({ credentialID }) => credentialID).sort()
      expectEqual(ids, own.map(({ credentialID }) => credentialID).sort(), 'listAuthenticatorsByUserId')
    },
    async 'listAuthenticatorsByUserId returns an empty array for a user without passkeys'(adapter, { ids }) {
      const { id } = await adapter.createUser(newUser())
      for (const userId of [id, ...unknownIds(ids)]) {
        expectEqual(await adapter.listAuthenticatorsByUserId(userId), [], 'listAuthenticatorsByUserId')
      }
    },
    async 'updateAuthenticatorCounter stores the counter'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id)
      await adapter.createAuthenticator(authenticator)
      // The counter is an unsigned 32-bit integer.
      const changed = { ...authenticator, counter: 4_294_967_295 }
      const updated = await adapter.updateAuthenticatorCounter(authenticator.credentialID, changed.counter)
      expectFields(updated, changed, 'updateAuthenticatorCounter')
      expectFields(await adapter.getAuthenticator(authenticator.credentialID), changed, 'getAuthenticator')
    },
    async 'updateAuthenticatorCounter rejects an unknown credential'(adapter) {
      await expectRejection(
        () => adapter.updateAuthenticatorCounter(unique(), 1),
        'updateAuthenticatorCounter of an unknown credential',
      )
    },
  },
  withUserDeletion: {
    methods: ['deleteUser'],
    cases: {
      async 'deleteUser deletes the passkeys of the user'(adapter) {
        const { id } = await adapter.createUser(newUser())
        const { id: other } = await adapter.createUser(newUser())
        const [deleted, kept] = [newAuthenticator(id), newAuthenticator(other)]
        for (const authenticator of [deleted, kept]) await adapter.createAuthenticator(authenticator)
        await adapter.deleteUser(id)
        expectNothing(await adapter.getAuthenticator(deleted.credentialID), 'getAuthenticator')
        expectFields(await adapter.getAuthenticator(kept.credentialID), kept, 'getAuthenticator')
      },
    },
  },
}
