import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { env: { AUTH_SECRET: 'only for tests: thirty-two characters' } },
})
