import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SqliteAdapter, sqlite } from '../../src/adapters/sqlite.js'
import { Oracle, type Outcome } from './support/oracle.js'
import { scenarios } from './support/scenarios.js'
import { canMount, type SmallDisk, smallDisk } from './support/small-disk.js'

const mounts = canMount()
const note = mounts ? '' : ' (skipped: only root can mount a small disk)'

let disk: SmallDisk

beforeAll(() => {
  if (mounts) disk = smallDisk(8_000_000)
})
afterAll(() => disk?.remove())

let files = 0
const withFile = async (
  work: (adapter: SqliteAdapter, file: string) => Promise<Outcome>,
): Promise<Outcome> => {
  const file = path.join(disk.folder, `auth-${files++}.db`)
  const adapter = sqlite(file)
  try {
    return await work(adapter, file)
  } finally {
    disk.free()
    await adapter.close()
  }
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

if (mounts) {
  const scenario = scenarios('SQLite')

  scenario('full disk', () =>
    withFile((adapter) =>
      new Oracle({ adapter, strategy: 'database' }).run({ begin: () => disk.fill(), end: () => disk.free() }),
    ),
  )

  scenario('close and reopen', () =>
    withFile((adapter, file) =>
      new Oracle({ adapter, strategy: 'database' }).run({
        // Another process uses the same file, as during a deployment.
        async begin() {
          const other = sqlite(file)
          await other.getUser('nobody')
          await other.close()
        },
        end: () => undefined,
      }),
    ),
  )
}

test.runIf(mounts)(
  `a disk that the write-ahead log has filled becomes writable again by itself${note}`,
  async () => {
    const file = path.join(disk.folder, 'log.db')
    const first = sqlite(file)
    const user = await first.createUser({ email: null, emailVerified: null })
    await first.close()
    const client = createClient({ url: `file:${file}` })
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    client.close()
    const adapter = sqlite(file)
    // Writes the same pages repeatedly, so that the log grows and the database does not.
    for (let index = 0; sizeOf(`${file}-wal`) < 2_000_000; index++) {
      await adapter.updateUser({ id: user.id, name: `name ${index}` })
    }
    disk.fill()
    await adapter.updateUser({ id: user.id, name: 'after' })
    expect(await adapter.getUser(user.id)).toMatchObject({ name: 'after' })
    expect(sizeOf(`${file}-wal`)).toBeLessThan(1_000_000)
    disk.free()
    await adapter.close()
  },
)
