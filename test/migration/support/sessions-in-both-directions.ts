import type { Page } from 'playwright-core'
import type { MigrationSuite } from './suite.js'

/** What a user does with an application, in whatever form it is served. */
export interface Visits {
  signIn(page: Page): Promise<void>
  expectSignedIn(page: Page): Promise<void>
  signOut(page: Page): Promise<void>
}

/**
 * Serves an application as published, moved, and as published again, with one secret and one database: who signed in before stays signed in, and so
 * does who signed in since.
 */
export async function sessionsInBothDirections(
  suite: MigrationSuite,
  { signIn, expectSignedIn, signOut }: Visits,
): Promise<void> {
  const before = await suite.visit()
  await suite.serve('published')
  await signIn(before)
  await expectSignedIn(before)
  for (const form of ['imports', 'chain'] as const) {
    // The provider remembers a browser, so each sign-in has one of its own.
    const since = await suite.visit()
    const another = await suite.visit()
    await suite.serve(form)
    await expectSignedIn(before)
    await signIn(since)
    await expectSignedIn(since)
    await signIn(another)
    await signOut(another)
    await suite.serve('published')
    await expectSignedIn(before)
    await expectSignedIn(since)
    await signOut(since)
    await suite.serve(form)
    await expectSignedIn(before)
  }
}
