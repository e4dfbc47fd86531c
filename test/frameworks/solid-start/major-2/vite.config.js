import { solidStart } from '@solidjs/start/config'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

const base = `${process.env['BASE_PATH'] ?? ''}/`

export default defineConfig({
  base,
  plugins: [
    solidStart({ middleware: './src/middleware.ts', ssr: process.env['SSR'] !== 'false' }),
    nitro({ baseURL: base }),
  ],
})
