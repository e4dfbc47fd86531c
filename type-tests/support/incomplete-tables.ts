import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const notVerified = pgTable('users', {
  id: text().primaryKey(),
  name: text(),
  email: text().unique(),
  image: text(),
})

export const datesAsText = pgTable('sessions', {
  sessionToken: text().primaryKey(),
  userId: text().notNull(),
  expires: timestamp({ mode: 'string' }).notNull(),
})
