/** An Auth.js adapter in memory with minimum cost: it neither copies nor checks data. @returns {any} */
export function theirMemory() {
  const users = new Map()
  const sessions = new Map()
  return {
    createUser: async (/** @type {{ id: string }} */ user) => {
      users.set(user.id, user)
      return user
    },
    createSession: async (/** @type {{ sessionToken: string }} */ session) => {
      sessions.set(session.sessionToken, session)
      return session
    },
    getSessionAndUser: async (/** @type {string} */ token) => {
      const session = sessions.get(token)
      return session ? { session, user: users.get(session.userId) } : null
    },
    getUser: async (/** @type {string} */ id) => users.get(id) ?? null,
    getUserByEmail: async () => null,
    getUserByAccount: async () => null,
    updateUser: async () => null,
    linkAccount: async () => undefined,
    updateSession: async () => null,
    deleteSession: async (/** @type {string} */ token) => {
      sessions.delete(token)
    },
  }
}
