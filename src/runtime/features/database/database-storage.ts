export { databaseUsers as users } from './database-users.js'
export { openDatabaseSessions as sessions } from './open-database-sessions.js'
