import {
  boolean,
  customType,
  datetime,
  double,
  index,
  json,
  mysqlTable,
  primaryKey,
  text,
} from 'drizzle-orm/mysql-core'

// Keys are compared byte by byte, including trailing spaces. Otherwise, similar keys of two users could be equal.
// The collation is that of MySQL. In MariaDB, use utf8mb4_nopad_bin.
const key = customType<{ data: string }>({
  dataType: () => 'varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin',
})

export const users = mysqlTable('users', {
  id: key().primaryKey(),
  name: text(),
  email: key().unique(),
  emailVerified: datetime({ fsp: 3 }),
  image: text(),
})

const owner = () =>
  key()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const accounts = mysqlTable(
  'accounts',
  {
    userId: owner(),
    type: text().notNull(),
    provider: key().notNull(),
    providerAccountId: key().notNull(),
    access_token: text(),
    refresh_token: text(),
    id_token: text(),
    token_type: text(),
    scope: text(),
    session_state: text(),
    expires_in: double(),
    expires_at: double(),
    authorization_details: json(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
    index('accounts_user').on(table.userId),
  ],
)

export const sessions = mysqlTable(
  'sessions',
  {
    sessionToken: key().primaryKey(),
    userId: owner(),
    expires: datetime({ fsp: 3 }).notNull(),
    createdAt: datetime({ fsp: 3 }),
    lastUsedAt: datetime({ fsp: 3 }),
    userAgent: text(),
    networkAddress: text(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expires)],
)

export const verificationTokens = mysqlTable(
  'verification_tokens',
  {
    identifier: key().notNull(),
    token: key().notNull(),
    expires: datetime({ fsp: 3 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identifier, table.token] }),
    index('verification_tokens_expires').on(table.expires),
  ],
)

export const authenticators = mysqlTable(
  'authenticators',
  {
    credentialID: key().primaryKey(),
    userId: owner(),
    providerAccountId: key().notNull(),
    credentialPublicKey: text().notNull(),
    counter: double().notNull(),
    credentialDeviceType: text().notNull(),
    credentialBackedUp: boolean().notNull(),
    transports: text(),
    name: text(),
  },
  (table) => [index('authenticators_user').on(table.userId)],
)

export const passwords = mysqlTable(
  'passwords',
  {
    userId: owner(),
    tenant: key().notNull(),
    hash: text().notNull(),
    epoch: key().notNull(),
    changedAt: datetime({ fsp: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tenant] })],
)
