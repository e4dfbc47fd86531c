import { defineConfig } from 'vitest/config'
import { alias } from '../vitest.config.js'

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    setupFiles: ['mutation/reload-modules.ts', 'test/support/leaves-nothing-behind.ts'],
    env: { FC_RUNS: '10' },
  },
})
