import type { UserStore } from '../lifetimes.js'

/** Users that no database stores: what the provider says of them is in the session. */
export function sealedUsers(): UserStore {
  return {
    async decide({ link, user, owner }) {
      if (owner !== undefined) return owner ? { kind: 'owner', user: owner } : { kind: 'join' }
      // Two providers may return the same id for different users.
      return { kind: 'unstored', user: link ? { ...user, id: `${link.provider}|${user.id}` } : user }
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
