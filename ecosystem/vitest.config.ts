import { defineConfig } from 'vitest/config'
import { alias, patience } from '../vitest.config.js'

export default defineConfig({
  // better-sqlite3 is installed only in this folder.
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
    // A D1 statement from outside a worker takes several requests, and each of them blocks this process.
    testTimeout: patience(120_000),
    hookTimeout: 60_000,
    server: { deps: { inline: [/@auth\//] } },
  },
})
