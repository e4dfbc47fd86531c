/**
 * An adapter for better-sqlite3, as far as reading a session needs one.
 *
 * @param {any} file
 * @returns {any}
 */
export function preparedSqlite(file) {
  const addUser = file.prepare('insert into user (id, name, email, image) values (?, ?, ?, ?)')
  const addSession = file.prepare('insert into session (sessionToken, userId, expires) values (?, ?, ?)')
  const find = file.prepare(
    'select u.id, u.name, u.email, u.image, s.sessionToken, s.expires from session s join user u on u.id = s.userId where s.sessionToken = ?',
  )
  const getUser = file.prepare('select id, name, email, image from user where id = ?')
  return {
    createUser(/** @type {any} */ user) {
      addUser.run(user.id, user.name, user.email, user.image)
      return user
    },
    createSession(/** @type {any} */ session) {
      addSession.run(session.sessionToken, session.userId, session.expires.getTime())
      return session
    },
    getSessionAndUser(/** @type {string} */ token) {
      const row = find.get(token)
      if (!row) return null
      const { sessionToken, expires, ...user } = row
      return { session: { sessionToken, userId: user.id, expires: new Date(expires) }, user }
    },
    getUser: (/** @type {string} */ id) => getUser.get(id) ?? null,
    getUserByEmail: () => null,
    getUserByAccount: () => null,
    updateUser: () => null,
    linkAccount: () => undefined,
    updateSession: () => null,
    deleteSession: () => undefined,
  }
}
