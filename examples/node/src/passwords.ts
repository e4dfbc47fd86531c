import { adapter, database } from './database.js'
import { hashPassword, isPassword } from './password-hash.js'

type User = NonNullable<Awaited<ReturnType<typeof adapter.getUser>>>

// Compared with when there is no such account, so that both answers take the same time.
const nobody = `${'A'.repeat(22)}.${'A'.repeat(43)}`

/** The owner of an e-mail address, if this is their password. */
export async function verifyPassword(email: string, password: string): Promise<User | null> {
  const user = await adapter.getUserByEmail(email)
  const stored = user && (await findHash(user.id))
  const right = await isPassword(password, stored ?? nobody)
  return stored && right ? user : null
}

/** Creates an account with a password, unless it exists. */
export async function seedAccount(email: string, password: string): Promise<void> {
  await database.execute(
    'CREATE TABLE IF NOT EXISTS passwords (user_id TEXT PRIMARY KEY, hash TEXT NOT NULL)',
  )
  const user =
    (await adapter.getUserByEmail(email)) ??
    (await adapter.createUser({ name: 'Demo', email, emailVerified: new Date(), image: null, plan: 'pro' }))
  if (await findHash(user.id)) return
  await database.execute({
    sql: 'INSERT INTO passwords (user_id, hash) VALUES (?, ?)',
    args: [user.id, await hashPassword(password)],
  })
}

async function findHash(userId: string): Promise<string | undefined> {
  const { rows } = await database.execute({
    sql: 'SELECT hash FROM passwords WHERE user_id = ?',
    args: [userId],
  })
  const hash = rows[0]?.['hash']
  return typeof hash === 'string' ? hash : undefined
}
