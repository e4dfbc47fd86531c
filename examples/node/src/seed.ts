import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { adapter } from './database.js'

/** Creates a user with a password if there is none yet. */
export async function seedUser(email: string, password: string): Promise<void> {
  const user =
    (await adapter.getUserByEmail(email)) ??
    (await adapter.createUser({ name: 'Demo', email, emailVerified: new Date(), image: null, plan: 'pro' }))
  const key = { userId: user.id, tenant: '' }
  if (await adapter.getPassword(key)) return
  const stored = { ...key, hash: await hash(password), epoch: randomUUID(), changedAt: new Date() }
  await adapter.setPasswordIf(stored, null)
}
