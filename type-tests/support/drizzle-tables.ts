import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export declare const db: NodePgDatabase

export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text(),
  email: text().notNull().unique(),
  emailVerified: timestamp(),
  image: text(),
  role: pgEnum('role', ['member', 'admin'])().notNull().default('member'),
})

export const accounts = pgTable('accounts', {
  userId: text().notNull(),
  type: text().$type<'oauth' | 'oidc' | 'email' | 'webauthn'>().notNull(),
  provider: text().notNull(),
  providerAccountId: text().notNull(),
  access_token: text(),
})

export const sessions = pgTable('sessions', {
  sessionToken: text().primaryKey(),
  userId: text().notNull(),
  expires: timestamp().notNull(),
})
