import { createClient } from '@libsql/client'

/** Of the application and of its adapter. */
export const database = createClient({ url: process.env.DATABASE_URL ?? 'file:auth.db' })
