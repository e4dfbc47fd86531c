import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'

const HOUR = 3_600_000

/** Before so many rows, each adapter deletes expired ones at least once. */
const ROWS = 120

/** A process with another clock deletes nothing that the others still read, by storing rows, by changing them or by `cleanup()`. */
export function expirySuite(adapterOf: () => Adapter): void {
  it('leaves a session of half an hour to the others where the clock of the process is an hour ahead', async () => {
    const adapter = adapterOf() as Required<Adapter>
    const { id: userId } = await adapter.createUser({ email: null, emailVerified: null })
    const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR)
    const started = { sessionToken: randomUUID(), userId, expires: inHours(0.5) }
    const extended = { sessionToken: randomUUID(), userId, expires: inHours(0.5) }
    for (const session of [started, extended]) await adapter.createSession(session)
    const link = { identifier: `${randomUUID()}@example.com`, token: randomUUID(), expires: inHours(0.5) }
    await adapter.createVerificationToken(link)

    const ahead = Date.now() + HOUR
    vi.useFakeTimers({ now: ahead, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let count = 0; count < ROWS; count++) {
      await adapter.createSession({ sessionToken: randomUUID(), userId, expires: inHours(1) })
    }
    await adapter.updateSession({ sessionToken: extended.sessionToken, expires: extended.expires })
    await adapter.cleanup?.()
    // A storage that lets rows end by itself would have done so.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    vi.useRealTimers()

    for (const { sessionToken, expires } of [started, extended]) {
      expect(await adapter.getSessionAndUser(sessionToken)).toMatchObject({ session: { expires } })
    }
    expect(await adapter.useVerificationToken(link)).toMatchObject({ identifier: link.identifier })
  })
}
