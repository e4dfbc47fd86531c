import { defineConfig } from '@solidjs/start/config'

export default defineConfig({
  middleware: 'src/middleware.ts',
  // So that the tests can have the application rendered in the browser alone.
  ssr: process.env['SSR'] !== 'false',
  // So that they can have it below a path.
  server: process.env['BASE_PATH'] ? { baseURL: process.env['BASE_PATH'] } : {},
})
