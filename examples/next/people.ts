export interface Person {
  id: string
  name: string
  email: string
}

const ada: Person = { id: '1', name: 'Ada', email: 'ada@example.com' }

/** Example users. A real application has a table of users with hashed passwords. */
export async function findPerson(username: string, password: string): Promise<Person | null> {
  const [given, known] = await Promise.all([password, 'analytical engine'].map(hash))
  return username === 'ada' && given === known ? ada : null
}

/** Uses Web Crypto, which Next.js has in every runtime, including the edge runtime. */
async function hash(text: string): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
