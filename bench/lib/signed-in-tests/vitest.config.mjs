import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.mjs'],
    env: { NODE_ENV: 'test' },
    testTimeout: 60_000,
    // As in an application, where the package is in node_modules.
    server: { deps: { external: [/\/dist\//] } },
  },
})
