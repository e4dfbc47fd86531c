import type { UserStore } from '../lifetimes.js'

/** Users that no database stores: what the provider says of them is in the session. */
export function sealedUsers(): UserStore {
  return {
    async decide({ claim, user }) {
      switch (claim.kind) {
        case 'address':
          return claim.owner ? { kind: 'owner', user: claim.owner } : { kind: 'join' }
        case 'account':
        case 'passkey':
          // Two providers may return the same id for different users.
          return { kind: 'unstored', user: { ...user, id: `${claim.link.provider}|${user.id}` } }
        case 'none':
          return { kind: 'unstored', user }
      }
    },
    store: async (identity, decision) => ({
      user: 'user' in decision ? decision.user : identity.user,
      isNewUser: false,
    }),
    release: async () => undefined,
    requireAttached: async () => undefined,
    userOf: () => undefined,
  }
}
