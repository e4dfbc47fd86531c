import { defineConfig } from 'vitest/config'
import { alias } from '../vitest.config.js'

export default defineConfig({
  resolve: { alias },
  test: {
    include: JSON.parse(process.env['MUTATION_AREA'] ?? '{}').tests,
    isolate: false,
    // Longer than any test takes on a busy machine: a test that times out counts as one that has noticed the change.
    testTimeout: 60_000,
    // StrykerJS adds a setup file that selects the change. It runs first.
    sequence: { setupFiles: 'list' },
    setupFiles: ['mutation/reload-modules.ts', 'test/support/leaves-nothing-behind.ts'],
    env: { FC_RUNS: '10' },
  },
})
