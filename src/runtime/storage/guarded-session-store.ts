import type { SessionStore } from '../../stores/contract.js'
import { guardCalls } from './guarded-store.js'

/** Names a user in the store of sessions. No user of a configuration without tenants has the name of one of a tenant. */
function ownerOf(tenant: string | undefined, userId: string): string {
  return tenant === undefined ? `user:${userId}` : `tenant:${encodeURIComponent(tenant)}/${userId}`
}

/** The store of sessions, whose calls have a time limit. It knows users by their ids within the tenant. */
export function guardSessionStore(store: SessionStore, tenant: string | undefined): SessionStore {
  const { location = 'The store of sessions' } = store
  const guard = guardCalls(location)
  const owner = (userId: string): string => ownerOf(tenant, userId)
  return {
    location,
    create: async (id, session) =>
      guard('create', () => store.create(id, { ...session, userId: owner(session.userId) })),
    find: async (id) => guard('find', () => store.find(id)),
    update: async (id, changes, expected) => guard('update', () => store.update(id, changes, expected)),
    remove: async (id) => guard('remove', () => store.remove(id)),
    list: async (userId) => {
      const sessions = await guard('list', () => store.list(owner(userId)))
      return sessions.map((session) => ({ ...session, userId }))
    },
    removeAll: async (userId) => guard('removeAll', () => store.removeAll(owner(userId))),
  }
}
