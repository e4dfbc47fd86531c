import type { Page } from 'playwright-core'
import type { MigrationSuite } from './suite.js'

/** Requests of a user to an application, in each form in which it is served. */
export interface Visits {
  signIn(page: Page): Promise<void>
  expectSignedIn(page: Page): Promise<void>
  signOut(page: Page): Promise<void>
}

/**
 * Serves an application as published, migrated, and as published again, with one secret and one database.
 * Users who signed in before a change stay signed in after it.
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
    // The provider has a session for each browser, so each sign-in uses a new browser.
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
