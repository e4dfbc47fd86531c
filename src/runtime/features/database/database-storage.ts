export { databaseUsers as users } from './database-users.js'
export { openDatabaseSessions as strategy } from './open-database-sessions.js'
