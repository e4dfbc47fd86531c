/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config'

export default getViteConfig({
  test: { env: { AUTH_SECRET: 'only for tests: thirty-two characters' } },
})
