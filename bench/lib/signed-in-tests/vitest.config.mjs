import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.mjs'],
    env: { NODE_ENV: 'test' },
    testTimeout: 60_000,
    // Loads the package like an application, which has it in node_modules.
    server: { deps: { external: [/\/dist\//] } },
  },
})
