import { RecentWrites } from './recent-writes.js'
import type { OwnedRow, RecordStore } from './record-store.js'

const TIMEOUT_MS = 500

/** How long the replica is not used after a timeout. Then one read tests it again. */
const PAUSE_MS = 5_000

export function replicaReads(primary: RecordStore, replica: RecordStore): RecordStore {
  const recent = new RecentWrites()
  let pausedUntil = 0
  const fromReplica = async <Result>(read: () => Promise<Result>): Promise<Result | undefined> => {
    const now = performance.now()
    if (now < pausedUntil) return undefined
    // This read tests the replica. Other reads use the primary until the replica has responded.
    const isTest = pausedUntil > 0
    if (isTest) pausedUntil = now + PAUSE_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), TIMEOUT_MS)
    })
    const reading = read().catch(() => undefined)
    const found = await Promise.race([reading, late]).finally(() => clearTimeout(timer))
    if (found === 'late') {
      pausedUntil = performance.now() + PAUSE_MS
      return undefined
    }
    // A read that is not the test began before the pause, so its response must not end the pause.
    if (isTest) pausedUntil = 0
    return found
  }
  return {
    ...recent.remembering(primary),
    async sessionWithUser(key): Promise<OwnedRow | undefined> {
      if (recent.hasSession(key.sessionToken)) return primary.sessionWithUser(key)
      const found = await fromReplica(() => replica.sessionWithUser(key))
      return found && !recent.hasUser(found.user['id']) ? found : primary.sessionWithUser(key)
    },
  }
}
