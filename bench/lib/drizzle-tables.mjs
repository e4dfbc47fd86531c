import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables that Auth.js documents for SQLite, and the statements that create them. */
export function defineTables() {
  const usersTable = sqliteTable('user', {
    id: text('id').primaryKey(),
    name: text('name'),
    email: text('email').unique(),
    emailVerified: integer('emailVerified', { mode: 'timestamp_ms' }),
    image: text('image'),
  })
  const accountsTable = sqliteTable(
    'account',
    {
      userId: text('userId').notNull(),
      type: text('type').notNull(),
      provider: text('provider').notNull(),
      providerAccountId: text('providerAccountId').notNull(),
      refresh_token: text('refresh_token'),
      access_token: text('access_token'),
      expires_at: integer('expires_at'),
      token_type: text('token_type'),
      scope: text('scope'),
      id_token: text('id_token'),
      session_state: text('session_state'),
    },
    (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
  )
  const sessionsTable = sqliteTable('session', {
    sessionToken: text('sessionToken').primaryKey(),
    userId: text('userId').notNull(),
    expires: integer('expires', { mode: 'timestamp_ms' }).notNull(),
  })
  return {
    tables: { usersTable, accountsTable, sessionsTable },
    statements: [
      'create table user (id text primary key, name text, email text unique, emailVerified integer, image text)',
      'create table session (sessionToken text primary key, userId text not null, expires integer not null)',
      'create table account (userId text, type text, provider text, providerAccountId text, refresh_token text, access_token text, expires_at integer, token_type text, scope text, id_token text, session_state text, primary key (provider, providerAccountId))',
    ],
  }
}
