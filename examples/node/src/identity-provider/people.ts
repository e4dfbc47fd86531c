/** A user with an account at the identity provider. */
export interface Person {
  /** The subject identifier, which never changes. */
  sub: string
  name: string
  email: string
}

/** All users who can sign in, with the usual names of protocol examples. */
export const people: readonly Person[] = [
  { sub: 'demo-id-1001', name: 'Alice', email: 'alice@example.com' },
  { sub: 'demo-id-1002', name: 'Bob', email: 'bob@example.com' },
  { sub: 'demo-id-1003', name: 'Carol', email: 'carol@example.com' },
]

/** Finds a user by subject identifier. */
export function findPerson(sub: string | undefined): Person | undefined {
  return people.find((person) => person.sub === sub)
}
