import { createClient } from '@libsql/client'

/** The database of the application, which the adapter also uses. */
export const database = createClient({ url: process.env.DATABASE_URL ?? 'file:auth.db' })
