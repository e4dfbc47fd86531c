import { fileURLToPath } from 'node:url'
import type { Renderer } from '../support/client-application.js'

/** Solid pages, rendered in the browser with the session that the server has read. */
export const renderer: Renderer = {
  script: fileURLToPath(new URL('browser-entry.ts', import.meta.url)),
  html: () => '',
}
