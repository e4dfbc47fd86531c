/*
 * What adapters must do, of `sqlite()` by the driver that a runtime brings. The first line names the driver.
 */
import { adapterConformance } from '../../src/adapters/conformance.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { leavesWhatOthersRead } from '../support/expiry.js'

export async function main(): Promise<boolean> {
  const adapter = sqlite(':memory:')
  await adapter.getUser('x')
  console.log(adapter['~driver'])
  const cases = [
    ...adapterConformance({
      adapter: () => adapter,
      with: [
        'accountLeases',
        'accountListing',
        'loginRemoval',
        'passkeyManagement',
        'sessionFacts',
        'sessionManagement',
      ],
    }),
    {
      name: 'expiry: a clock that is an hour ahead',
      run: () => leavesWhatOthersRead(adapter, setClock),
    },
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
