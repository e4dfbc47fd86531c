import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.mjs'],
    env: { NODE_ENV: 'test' },
    testTimeout: 60_000,
    // Loads the built package, like an application that has it in node_modules.
    server: { deps: { external: [/\/dist\//] } },
  },
})
