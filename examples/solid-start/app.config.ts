import { defineConfig } from '@solidjs/start/config'

export default defineConfig({
  middleware: 'src/middleware.ts',
  // The tests also render the application only in the browser.
  ssr: process.env['SSR'] !== 'false',
  // The tests also serve the application below a path.
  server: process.env['BASE_PATH'] ? { baseURL: process.env['BASE_PATH'] } : {},
})
