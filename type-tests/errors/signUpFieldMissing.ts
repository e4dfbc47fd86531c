import { createAuth } from 'authwright'
import { drizzle } from 'authwright/adapters/drizzle'
import { kysely } from 'authwright/adapters/kysely'
import { password } from 'authwright/providers/password'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Generated, Kysely } from 'kysely'
import { accounts, db } from '../support/drizzle-tables.js'

const users = pgTable('users', {
  id: text().primaryKey(),
  name: text(),
  email: text().notNull().unique(),
  emailVerified: timestamp(),
  image: text(),
  company: text().notNull(),
  plan: text().notNull().default('free'),
})
const passwords = pgTable('passwords', {
  userId: text().notNull(),
  tenant: text().notNull(),
  hash: text().notNull(),
  epoch: text().notNull(),
  changedAt: timestamp().notNull(),
})

createAuth()
  .provider(password({ verify: false }))
  .adapter(drizzle(db, { users, accounts, passwords }))
  .session({ strategy: 'jwt' })
  .build()
// ^ The column `company` has no default: give it one, or add the field to `signUp` of password().

createAuth()
  .provider(password({ verify: false, signUp: { fields: { company: { required: true } } } }))
  .adapter(drizzle(db, { users, accounts, passwords }))
  .session({ strategy: 'jwt' })
  .build()

// Columns that the form or the sign-up itself fills are not reported.
createAuth()
  .provider(password({ verify: false, signUp: { fields: { id: { required: true } } } }))
  .adapter(drizzle(db, { users, accounts, passwords }))
  .session({ strategy: 'jwt' })
  .build()
// ^ The field `id` is reserved: rename that field of 'password'.

// With Kysely, the types of the tables show which columns are required.
declare const tables: Kysely<{
  users: {
    id: string
    name: string | null
    email: string
    emailVerified: Date | null
    image: string | null
    company: string
    plan: Generated<string>
  }
  accounts: { userId: string; type: string; provider: string; providerAccountId: string }
  passwords: { userId: string; tenant: string; hash: string; epoch: string; changedAt: Date }
}>
const stored = kysely(tables, {
  dialect: 'postgres',
  tables: { users: 'users', accounts: 'accounts', passwords: 'passwords' },
})

createAuth()
  .provider(password({ verify: false }))
  .adapter(stored)
  .session({ strategy: 'jwt' })
  .build()
// ^ The column `company` has no default: give it one, or add the field to `signUp` of password().

createAuth()
  .provider(password({ verify: false, signUp: { fields: { company: { required: true } } } }))
  .adapter(stored)
  .session({ strategy: 'jwt' })
  .build()
