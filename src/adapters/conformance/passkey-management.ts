import { expectEqual, expectFields, expectNothing, expectRejection } from './expect.js'
import { newAuthenticator, newUser, unique } from './fixtures.js'
import { type ConformanceGroup, DEFAULT_TIMEOUT_MS } from './group.js'

export const passkeyManagement: ConformanceGroup = {
  methods: [
    'createUser',
    'createAuthenticator',
    'getAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorName',
    'deleteAuthenticator',
  ],
  timeout: DEFAULT_TIMEOUT_MS,
  cases: {
    async 'updateAuthenticatorName stores, changes and removes a name'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const [renamed, kept] = [newAuthenticator(id), newAuthenticator(id)]
      for (const authenticator of [renamed, kept]) await adapter.createAuthenticator(authenticator)
      const { credentialID } = renamed
      // One name is set twice, because some databases report for the second update that no row was changed.
      for (const name of ["Ada's phone ☎ 日本", 'x'.repeat(100), 'x'.repeat(100), null]) {
        const updated = await adapter.updateAuthenticatorName(credentialID, name)
        expectFields(updated, { ...renamed, name }, 'updateAuthenticatorName')
        const read = await adapter.getAuthenticator(credentialID)
        expectFields(read, { ...renamed, name }, 'getAuthenticator')
      }
      expectFields(await adapter.getAuthenticator(kept.credentialID), kept, 'getAuthenticator of another')
    },
    async 'updateAuthenticatorName rejects an unknown credential'(adapter) {
      await expectRejection(
        () => adapter.updateAuthenticatorName(unique(), 'Phone'),
        'updateAuthenticatorName of an unknown credential',
      )
    },
    async 'deleteAuthenticator deletes only the specified passkey'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const [deleted, kept] = [newAuthenticator(id), newAuthenticator(id)]
      for (const authenticator of [deleted, kept]) await adapter.createAuthenticator(authenticator)
      expectFields(await adapter.deleteAuthenticator(deleted.credentialID), deleted, 'deleteAuthenticator')
      expectNothing(await adapter.getAuthenticator(deleted.credentialID), 'getAuthenticator')
      const listed = await adapter.listAuthenticatorsByUserId(id)
      expectEqual(
        listed.map(({ credentialID }) => credentialID),
        [kept.credentialID],
        'listAuthenticatorsByUserId',
      )
    },
    async 'deleteAuthenticator returns null for an unknown credential'(adapter) {
      expectNothing(await adapter.deleteAuthenticator(unique()), 'deleteAuthenticator')
    },
    async 'deleteAuthenticator distinguishes upper-case and lower-case letters in ids'(adapter) {
      const { id } = await adapter.createUser(newUser())
      const { credentialID } = await adapter.createAuthenticator(newAuthenticator(id))
      expectNothing(await adapter.deleteAuthenticator(credentialID.toUpperCase()), 'deleteAuthenticator')
      expectFields(await adapter.getAuthenticator(credentialID), { userId: id }, 'getAuthenticator')
    },
  },
}
