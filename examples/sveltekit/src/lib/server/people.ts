import { timingSafeEqual } from 'node:crypto'

export interface Person {
  id: string
  name: string
  email: string
}

const ada: Person = { id: '1', name: 'Ada', email: 'ada@example.com' }

/** Example users. A real application has a table of users with hashed passwords. */
export async function findPerson(username: string, password: string): Promise<Person | null> {
  const given = Buffer.from(password.padEnd(32).slice(0, 32))
  const known = Buffer.from('analytical engine'.padEnd(32))
  return username === 'ada' && timingSafeEqual(given, known) ? ada : null
}
