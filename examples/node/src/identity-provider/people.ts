/** Somebody with an account at the identity provider. */
export interface Person {
  /** The subject identifier: it stays the same for one person for ever. */
  sub: string
  name: string
  email: string
}

/** Everybody who can sign in; the names are those that protocol examples have always used. */
export const people: readonly Person[] = [
  { sub: 'demo-id-1001', name: 'Alice', email: 'alice@example.com' },
  { sub: 'demo-id-1002', name: 'Bob', email: 'bob@example.com' },
  { sub: 'demo-id-1003', name: 'Carol', email: 'carol@example.com' },
]

/** Finds somebody by subject identifier. */
export function findPerson(sub: string | undefined): Person | undefined {
  return people.find((person) => person.sub === sub)
}
