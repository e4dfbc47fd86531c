import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { alias } from '../vitest.config.js'

/**
 * Tests that wait until a request reaches a point. If a change prevents that, they wait for the time limit.
 */
const waits = ({ moduleId }: TestSpecification): number =>
  Number(readFileSync(moduleId, 'utf8').includes('/support/gate.js'))

/** Runs the waiting tests last, because the run ends at the first failed test. */
class WaitingLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => waits(one) - waits(other))
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: JSON.parse(process.env['MUTATION_AREA'] ?? '{}').tests,
    isolate: false,
    // Longer than any test takes on a busy machine, because a timeout would count as a failed test.
    testTimeout: 60_000,
    // StrykerJS adds a setup file that selects the change. It runs first.
    sequence: { setupFiles: 'list', sequencer: WaitingLast },
    setupFiles: ['mutation/reload-modules.ts', 'test/support/leaves-nothing-behind.ts'],
    env: { FC_RUNS: '10' },
  },
})
