import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  id: text().primaryKey(),
  name: text(),
  email: text().unique(),
  emailVerified: integer({ mode: 'timestamp_ms' }),
  image: text(),
})

const owner = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const accounts = sqliteTable(
  'accounts',
  {
    userId: owner(),
    type: text().notNull(),
    provider: text().notNull(),
    providerAccountId: text().notNull(),
    access_token: text(),
    refresh_token: text(),
    id_token: text(),
    token_type: text(),
    scope: text(),
    session_state: text(),
    expires_in: real(),
    expires_at: real(),
    authorization_details: text({ mode: 'json' }),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    index('accounts_user').on(table.userId),
  ],
)

export const sessions = sqliteTable(
  'sessions',
  {
    sessionToken: text().primaryKey(),
    userId: owner(),
    expires: integer({ mode: 'timestamp_ms' }).notNull(),
    createdAt: integer({ mode: 'timestamp_ms' }),
    lastUsedAt: integer({ mode: 'timestamp_ms' }),
    userAgent: text(),
    networkAddress: text(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expires)],
)

export const verificationTokens = sqliteTable(
  'verification_tokens',
  {
    identifier: text().notNull(),
    token: text().notNull(),
    expires: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identifier, table.token] }),
    index('verification_tokens_expires').on(table.expires),
  ],
)

export const authenticators = sqliteTable(
  'authenticators',
  {
    credentialID: text().primaryKey(),
    userId: owner(),
    providerAccountId: text().notNull(),
    credentialPublicKey: text().notNull(),
    counter: integer().notNull(),
    credentialDeviceType: text().notNull(),
    credentialBackedUp: integer({ mode: 'boolean' }).notNull(),
    transports: text(),
    name: text(),
  },
  (table) => [index('authenticators_user').on(table.userId)],
)

export const passwords = sqliteTable(
  'passwords',
  {
    userId: owner(),
    tenant: text().notNull(),
    hash: text().notNull(),
    epoch: text().notNull(),
    changedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tenant] })],
)
