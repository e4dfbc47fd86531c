import { CallbackRouteError, MissingAdapter } from '../../../errors.js'
import { SHORT_HASH_LENGTH } from '../crypto/short-hash.js'
import type { App } from '../object-lifetimes.js'
import { accountName } from '../storage/account-names.js'
import type { Identity } from './identity.js'
import type { UserStore } from './user-store.js'

/** Returns the user store without a database: the session contains the user data of the provider. */
export function sealedUsers({ providers, accountScope }: App): UserStore {
  return {
    async decide({ provider, claim, user }) {
      switch (claim.kind) {
        case 'account': {
          // The name is part of the id. Two providers may return the same id for different users, and two
          // configurations may use the same provider id for different providers.
          const name = await accountName(claim.link.provider, providers, accountScope)
          return { kind: 'unstored', user: { ...user, id: `${name}|${user.id}` } }
        }
        case 'address':
        case 'newUser':
        case 'passkey':
        case 'password':
          throw new MissingAdapter(
            'E-mail addresses, passkeys and passwords are stored by an adapter: call .adapter() before .build().',
          )
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

/** The id of a provider, optionally a hash, and `|`. Also matches ids that another configuration created. */
const ACCOUNT_ID = new RegExp(`^(.+?)(:[0-9a-f]{${SHORT_HASH_LENGTH}})?\\|`)

/**
 * Throws if the user's id looks like that of a user with an account. Otherwise a provider without accounts
 * could sign in as such a user.
 */
function requireFreeId(
  { provider, user }: Pick<Identity, 'provider' | 'user'>,
  ids: readonly string[],
): void {
  const [name, id, hash] = ACCOUNT_ID.exec(user.id) ?? []
  const isOfAccount = hash !== undefined || ids.some((each) => each === id && each !== provider)
  if (!isOfAccount) return
  throw new CallbackRouteError(
    `The provider '${provider}' returned an \`id\` that begins with '${name}', like the ids of the provider '${id}'. Return another id.`,
  )
}
