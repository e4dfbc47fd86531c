import type { Generated, Kysely } from 'kysely'

interface Users {
  id: string
  name: string | null
  email: string
  emailVerified: Date | null
  image: string | null
  role: Generated<'member' | 'admin'>
}

interface Database {
  users: Users
  people: Omit<Users, 'emailVerified'>
  accounts: { userId: string; type: string; provider: string; providerAccountId: string }
  sessions: { sessionToken: string; userId: string; expires: Date }
  sessions_as_numbers: { sessionToken: string; userId: string; expires: number }
}

export declare const db: Kysely<Database>
