import { match } from 'ts-pattern'
import type { UserStore } from '../lifetimes.js'
import type { Decision } from './decision.js'

/** Users that no database stores: what the provider says of them is in the session. */
export function sealedUsers(): UserStore {
  return {
    decide: async ({ claim, user }) =>
      match(claim)
        .returnType<Decision>()
        .with({ kind: 'address' }, ({ owner }) => (owner ? { kind: 'owner', user: owner } : { kind: 'join' }))
        // Two providers may return the same id for different users.
        .with({ kind: 'account' }, { kind: 'passkey' }, ({ link }) => ({
          kind: 'unstored',
          user: { ...user, id: `${link.provider}|${user.id}` },
        }))
        .with({ kind: 'none' }, () => ({ kind: 'unstored', user }))
        .exhaustive(),
    store: async (identity, decision) => ({
      user: 'user' in decision ? decision.user : identity.user,
      isNewUser: false,
    }),
    release: async () => undefined,
    requireAttached: async () => undefined,
    userOf: () => undefined,
  }
}
