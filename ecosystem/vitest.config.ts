import { defineConfig } from 'vitest/config'
import { alias, patience } from '../vitest.config.js'

export default defineConfig({
  // The tests of sqlite() find it in this folder alone.
  resolve: {
    alias: [
      ...alias,
      {
        find: 'better-sqlite3',
        replacement: new URL('node_modules/better-sqlite3', import.meta.url).pathname,
      },
    ],
  },
  test: {
    name: 'ecosystem',
    include: ['ecosystem/*.test.ts', 'test/adapters/sqlite/*.test.ts'],
    // A statement of D1 outside its workers is several requests, for each of which this process stands still.
    testTimeout: patience(120_000),
    hookTimeout: 60_000,
    server: { deps: { inline: [/@auth\//] } },
  },
})
