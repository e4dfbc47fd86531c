import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { locationOf } from '../support/browser.js'
import { patience, runs } from '../support/fuzz.js'
import { beginConversation, type Real, steps } from './support/conversation.js'

/** Steps of a conversation, on average; the number of runs is that of the steps of both tests. */
const LENGTH = 40

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Once the database is well, everybody gets in, and nothing is left over. */
async function recover({ world, adapter, browsers }: Real): Promise<void> {
  adapter.mend()
  await vi.advanceTimersByTimeAsync(60_000)
  for (const [sub, name] of [
    ['ada', 'Ada'],
    ['bob', 'Bob'],
  ] as const) {
    world.idp.person = { sub, name, email: `${sub}@example.com`, email_verified: true }
    const browser = world.anotherBrowser()
    expect(locationOf(await world.signIn(browser)).pathname).toBe('/inside')
    expect(['Grace', 'Ada', 'Bob']).toContain((await browser.session())?.user.name)
  }
  for (const browser of browsers) {
    await browser.post('/auth/signout')
    expect(await browser.session()).toBeNull()
  }
  // A first sign-in that was interrupted waits for the same person to sign in again. Nobody can, once somebody else has
  // linked that account; and nobody may remove a user who might sign in in another way.
  const { users, accounts } = world.adapter.rows
  const ownerOf = (sub: string): string | undefined =>
    accounts.find(({ providerAccountId }) => providerAccountId === sub)?.userId
  const waiting = users.filter(({ id }) => id !== 'grace' && !accounts.some(({ userId }) => userId === id))
  for (const { id, email } of waiting) expect(ownerOf(email?.split('@')[0] ?? '')).not.toBe(id)
  if (waiting.length === 0) world.check()
}

test.each(['jwt', 'database'] as const)(
  'two people in three tabs each do anything at all, and nobody is ever anybody else (sessions: %s)',
  async (strategy) => {
    const property = fc.asyncProperty(
      fc.commands([...steps], { maxCommands: 2 * LENGTH, size: 'max' }),
      async (commands) => {
        const { model, real } = await beginConversation(strategy)
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await recover(real)
      },
    )
    await fc.assert(property, { numRuns: Math.max(10, Math.ceil(runs.numRuns / LENGTH / 2)) })
  },
  2 * patience,
)
