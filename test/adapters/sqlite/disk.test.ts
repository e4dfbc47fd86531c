import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Driver } from '../../../src/adapters/sqlite/drivers.js'
import { AdapterError } from '../../../src/errors.js'
import { mayMount, smallDisk } from '../../chaos/support/small-disk.js'
import { engines, sqliteOn } from './engines.js'
import { type LimitedDisk, limitedDisk } from './limited-disk.js'

const nobody = { email: null, emailVerified: null }
const mounted = (): LimitedDisk => ({ on: (driver) => driver, ...smallDisk(4_000_000) })
const disks = [['a folder', limitedDisk], ...(mayMount() ? ([['a disk', mounted]] as const) : [])] as const

describe.each(
  engines.flatMap(([name, driver]) => disks.map(([kind, make]) => ({ name, driver, kind, make }))),
)('on $kind that has a fault, sqlite on $name', ({ driver: plain, make }) => {
  let disk: LimitedDisk
  let driver: Driver
  beforeAll(() => {
    disk = make()
    driver = disk.on(plain)
  })
  afterAll(() => disk.remove())

  it('sqlite() reads while the disk is full, and writes again once the disk has space', async () => {
    const file = path.join(disk.folder, 'full.db')
    const adapter = sqliteOn(driver, file, { text: 'text' })
    onTestFinished(() => adapter.close())
    const { id } = await adapter.createUser(nobody)
    disk.fill()
    onTestFinished(() => disk.free())
    const failed = expect(
      (async () => {
        for (let count = 0; count < 5; count++)
          await adapter.createUser({ ...nobody, text: 'x'.repeat(1_000_000) })
      })(),
    ).rejects
    await failed.toThrow(
      new RegExp(`^The database file "${file}" cannot be (read or )?written.*(is full|No space)`),
    )
    await failed.toBeInstanceOf(AdapterError)
    expect(await adapter.getUser(id)).toMatchObject({ id })
    disk.free()
    expect((await adapter.createUser({ ...nobody, text: 'after' })).text).toBe('after')
  })

  it.each(['there.db', 'missing.db'])(
    'sqlite() throws an error for a folder that is not writable, and works once it is writable: %s',
    async (name) => {
      const before = sqliteOn(driver, path.join(disk.folder, 'there.db'))
      await before.createUser(nobody)
      await before.close()
      const view = disk.readOnlyView()
      onTestFinished(() => view.remove())
      const file = path.join(view.folder, name)
      const adapter = sqliteOn(driver, file)
      const failed = expect(adapter.createUser(nobody)).rejects
      await failed.toThrow(
        new RegExp(
          `^The database file "${file}" cannot be (opened|written)\\..* let this process write to`,
          'i',
        ),
      )
      await failed.toBeInstanceOf(AdapterError)
      view.allowWrites()
      const { id } = await adapter.createUser(nobody)
      expect(await adapter.getUser(id)).toMatchObject({ id })
      await adapter.close()
    },
  )

  it('sqlite() creates its tables after a read-only file was replaced by a new file', async () => {
    const before = sqliteOn(driver, path.join(disk.folder, 'replaced.db'))
    await before.createUser(nobody)
    await before.close()
    const view = disk.readOnlyView()
    onTestFinished(() => view.remove())
    const adapter = sqliteOn(driver, path.join(view.folder, 'replaced.db'))
    onTestFinished(() => adapter.close())
    await expect(adapter.createUser(nobody)).rejects.toBeInstanceOf(AdapterError)
    view.allowWrites()
    for (const end of ['', '-wal', '-shm'])
      rmSync(path.join(disk.folder, `replaced.db${end}`), { force: true })
    const { id } = await adapter.createUser(nobody)
    expect(await adapter.getUser(id)).toMatchObject({ id })
  })
})
