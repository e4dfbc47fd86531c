import type { SessionStore, StoredClaims } from '../../stores/contract.js'
import type { GuardedCall } from './guarded-store.js'

/** Names a user in the store of sessions. No user of a configuration without tenants has the name of one of a tenant. */
function ownerOf(tenant: string | undefined, userId: string): string {
  return tenant === undefined ? `user:${userId}` : `tenant:${encodeURIComponent(tenant)}/${userId}`
}

/** The store of sessions, whose calls have a time limit. It knows users by their ids within the tenant. */
export function guardSessionStore(
  store: SessionStore,
  guard: GuardedCall,
  tenant: string | undefined,
): SessionStore {
  const owner = (userId: string): string => ownerOf(tenant, userId)
  /** A session of this tenant. The id of one of another tenant finds and ends nothing here, whatever opens its claims. */
  const find = async (id: string): Promise<StoredClaims | null> => {
    const found = await guard('find', () => store.find(id))
    return found?.userId.startsWith(owner('')) ? found : null
  }
  return {
    ...(store.location !== undefined && { location: store.location }),
    create: async (id, session) =>
      guard('create', () => store.create(id, { ...session, userId: owner(session.userId) })),
    find,
    update: async (id, changes, expected) => guard('update', () => store.update(id, changes, expected)),
    remove: async (id) =>
      tenant === undefined || (await find(id)) ? guard('remove', () => store.remove(id)) : null,
    list: async (userId) => {
      const sessions = await guard('list', () => store.list(owner(userId)))
      return sessions.map((session) => ({ ...session, userId }))
    },
    removeAll: async (userId) => guard('removeAll', () => store.removeAll(owner(userId))),
  }
}
