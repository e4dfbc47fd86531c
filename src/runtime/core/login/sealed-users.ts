import { CallbackRouteError } from '../../../errors.js'
import type { App, UserStore } from '../lifetimes.js'
import type { Identity } from './identity.js'

/** Users that no database stores: the session holds what the provider says of them. */
export function sealedUsers({ providers }: App): UserStore {
  return {
    async decide({ provider, claim, user }) {
      switch (claim.kind) {
        case 'address':
          return { kind: 'join' }
        case 'account':
        case 'passkey':
          // Two providers may return the same id for different users.
          return { kind: 'unstored', user: { ...user, id: `${claim.link.provider}|${user.id}` } }
        case 'none':
          requireFreeId({ provider, user }, [...providers.keys()])
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

/** Users with accounts are named by provider and account. No other provider signs in as one of them. */
function requireFreeId(
  { provider, user }: Pick<Identity, 'provider' | 'user'>,
  ids: readonly string[],
): void {
  const taken = ids.find((id) => id !== provider && user.id.startsWith(`${id}|`))
  if (taken === undefined) return
  throw new CallbackRouteError(
    `The provider '${provider}' returned an \`id\` that begins with '${taken}|', as those of the provider '${taken}' do. Return another id.`,
  )
}
