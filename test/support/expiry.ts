import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'

const HOUR = 3_600_000

/** Each adapter deletes expired rows at least once while it stores this number of rows. */
const ROWS = 120

/**
 * A process whose clock is an hour ahead deletes no session and no link that is valid for half an hour.
 *
 * @param setClock - Sets `Date` to this time, and returns a function that sets it back.
 */
export async function leavesWhatOthersRead(
  from: Adapter,
  setClock: (now: number) => () => void,
): Promise<void> {
  const adapter = from as Required<Adapter>
  const { id: userId } = await adapter.createUser({ email: null, emailVerified: null })
  const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR)
  const started = { sessionToken: randomUUID(), userId, expires: inHours(0.5) }
  const extended = { sessionToken: randomUUID(), userId, expires: inHours(0.5) }
  for (const session of [started, extended]) await adapter.createSession(session)
  const link = { identifier: `${randomUUID()}@example.com`, token: randomUUID(), expires: inHours(0.5) }
  await adapter.createVerificationToken(link)

  const setBack = setClock(Date.now() + HOUR)
  for (let count = 0; count < ROWS; count++) {
    await adapter.createSession({ sessionToken: randomUUID(), userId, expires: inHours(1) })
  }
  await adapter.updateSession({ sessionToken: extended.sessionToken, expires: extended.expires })
  await adapter.cleanup?.()
  // In this time, a storage that deletes expired rows itself would delete the rows.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  setBack()

  for (const { sessionToken, expires } of [started, extended]) {
    expect(await adapter.getSessionAndUser(sessionToken)).toMatchObject({ session: { expires } })
  }
  expect(await adapter.useVerificationToken(link)).toMatchObject({ identifier: link.identifier })
}
