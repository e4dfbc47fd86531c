import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [sveltekit()],
  test: { env: { AUTH_SECRET: 'only for tests: thirty-two characters' } },
})
