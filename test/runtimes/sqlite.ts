/*
 * The adapter conformance cases for `sqlite()`, with the driver that a runtime provides. The first line of
 * output names the driver.
 */
import { adapterConformance } from '../../src/adapters/conformance.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { capabilities } from '../support/conformance-parts.js'
import { leavesWhatOthersRead } from '../support/expiry.js'

export async function main(): Promise<boolean> {
  const adapter = sqlite(':memory:')
  await adapter.getUser('x')
  console.log(adapter['~driver'])
  const cases = [
    ...adapterConformance({
      adapter: () => adapter,
      with: capabilities,
    }),
    {
      name: 'expiry: a clock that is an hour ahead',
      run: () => leavesWhatOthersRead(adapter, setClock),
    },
    { name: 'disk: full', run: () => saysWhatIsWrong(adapter['~driver'], isFull) },
    { name: 'disk: read-only', run: () => saysWhatIsWrong(adapter['~driver'], isReadOnly) },
  ]
  let passed = 0
  const failures: string[] = []
  for (const { name, run } of cases) {
    try {
      await run()
      passed++
    } catch (error) {
      failures.push(`${name}: ${String(error)}`)
    }
  }
  for (const failure of failures) console.log(failure)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

/** The methods of a runtime's database that cause a fault. */
interface Database {
  exec(sql: string): unknown
}

/** A fault of the disk as SQLite sees it, the statement that ends it, and the message for users. */
interface DiskFault {
  readonly begin: string
  readonly end: string
  readonly sentence: string
}

const isFull: DiskFault = {
  // If the limit is lower than the current number of pages, SQLite uses that number.
  begin: 'PRAGMA max_page_count = 1',
  end: 'PRAGMA max_page_count = 4294967294',
  sentence: 'the database cannot be written: the disk is full. Free some space',
}

const isReadOnly: DiskFault = {
  begin: 'PRAGMA query_only = 1',
  end: 'PRAGMA query_only = 0',
  sentence: 'the database cannot be written. Let this process write to the file and to its folder',
}

/** While the disk has a fault, writes are refused with a message, and reads succeed. Afterwards, writes succeed with the same client. */
async function saysWhatIsWrong(driver: unknown, { begin, end, sentence }: DiskFault): Promise<void> {
  // The name is not a literal, so that bundlers do not resolve the import.
  const name = String(driver)
  const module = (await import(name)) as Record<string, new (file: string) => Database>
  const Client = module['DatabaseSync'] ?? module['Database'] ?? module['default']
  if (!Client) throw new Error(`${name} has no class of databases.`)
  const client = new Client(':memory:')
  const adapter = sqlite(client as never)
  const create = (size: number) =>
    adapter.createUser({ name: 'x'.repeat(size), email: null, emailVerified: null })
  const { id } = await create(1)
  client.exec(begin)
  const message = await create(100_000).then(
    () => 'it was written',
    (error: unknown) => String(error),
  )
  if (!message.toLowerCase().includes(sentence.toLowerCase())) throw new Error(message)
  if ((await adapter.getUser(id))?.id !== id) throw new Error('A user who was stored before cannot be read.')
  client.exec(end)
  const after = await create(100_000)
  if ((await adapter.getUser(after.id))?.name?.length !== 100_000)
    throw new Error('Nothing is written after it.')
}

function setClock(now: number): () => void {
  const real = Date
  const ahead = now - real.now()
  globalThis.Date = class extends real {
    constructor(...args: [] | [string | number | Date]) {
      super(args[0] ?? real.now() + ahead)
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof real
    }
    static override now = (): number => real.now() + ahead
  } as DateConstructor
  return () => {
    globalThis.Date = real
  }
}
