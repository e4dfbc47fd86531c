/*
 * What adapters must do, of `sqlite()` by the driver that a runtime brings. The first line names the driver.
 */
import { adapterConformance } from '../../src/adapters/conformance.js'
import { sqlite } from '../../src/adapters/sqlite.js'

export async function main(): Promise<boolean> {
  const adapter = sqlite(':memory:')
  await adapter.getUser('x')
  console.log(adapter['~driver'])
  let passed = 0
  const failures: string[] = []
  for (const { name, run } of adapterConformance({
    adapter: () => adapter,
    with: ['sessionFacts', 'sessionManagement'],
  })) {
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
