import { expect, test } from 'vitest'

/** A page of a user: the text of the response. @typedef {(path: string) => Promise<string>} Visit */

/**
 * Ten tests of signed-in users, each of whom signs in.
 *
 * @param {(name: string) => Promise<Visit>} signIn
 */
export function tenTests(signIn) {
  for (const name of ['Ada', 'Grace', 'Mary', 'Edith', 'Joan']) {
    test(`the pages greet ${name}`, async () => {
      const visit = await signIn(name)
      expect(await visit('/')).toBe(`Signed in as ${name}`)
      expect(await visit('/account')).toBe(`Account of ${name}`)
    })

    test(`the API returns the session of ${name}`, async () => {
      const visit = await signIn(name)
      expect(JSON.parse(await visit('/api/me'))).toEqual({ name })
    })
  }
}
