import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'ecosystem',
    include: ['ecosystem/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: [/@auth\//] } },
  },
})
