/*
 * A process whose clock is ahead by a number of seconds. It deletes expired rows when it stores sessions and
 * by `cleanup()`:
 * `node sweeping-process.mjs <database> <seconds> <id of a user>`.
 */
import { randomUUID } from 'node:crypto'

const [database = '', seconds, userId = ''] = process.argv.slice(2)

const ahead = Number(seconds) * 1000
const Real = Date
globalThis.Date = class extends Real {
  /** @param {ConstructorParameters<typeof Real> | []} given */
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead)
    else super(...given)
  }
  static now() {
    return Real.now() + ahead
  }
}

// Imported only now, so that the package uses the changed clock.
const { pg } = await import('authwright/adapters/pg')
const adapter = pg(database)
for (let count = 0; count < 20; count++) {
  await adapter.createSession({ sessionToken: randomUUID(), userId, expires: new Date(Date.now() + 60_000) })
}
await adapter.cleanup()
await adapter.close()
