import {
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text(),
  email: text().unique(),
  emailVerified: timestamp({ withTimezone: true, precision: 3 }),
  image: text(),
})

const owner = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const accounts = pgTable(
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
    expires_in: doublePrecision(),
    expires_at: doublePrecision(),
    authorization_details: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    index('accounts_user').on(table.userId),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    sessionToken: text().primaryKey(),
    userId: owner(),
    expires: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }),
    lastUsedAt: timestamp({ withTimezone: true, precision: 3 }),
    userAgent: text(),
    networkAddress: text(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expires)],
)

export const verificationTokens = pgTable(
  'verification_tokens',
  {
    identifier: text().notNull(),
    token: text().notNull(),
    expires: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identifier, table.token] }),
    index('verification_tokens_expires').on(table.expires),
  ],
)

export const authenticators = pgTable(
  'authenticators',
  {
    credentialID: text().primaryKey(),
    userId: owner(),
    providerAccountId: text().notNull(),
    credentialPublicKey: text().notNull(),
    counter: doublePrecision().notNull(),
    credentialDeviceType: text().notNull(),
    credentialBackedUp: boolean().notNull(),
    transports: text(),
    name: text(),
  },
  (table) => [index('authenticators_user').on(table.userId)],
)

export const passwords = pgTable(
  'passwords',
  {
    userId: owner(),
    tenant: text().notNull(),
    hash: text().notNull(),
    epoch: text().notNull(),
    changedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tenant] })],
)
