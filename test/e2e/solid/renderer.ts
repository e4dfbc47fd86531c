import { fileURLToPath } from 'node:url'
import type { Renderer } from '../support/client-application.js'

/** Pages of Solid, rendered in the browser with what the server read of the session. */
export const renderer: Renderer = {
  script: fileURLToPath(new URL('browser-entry.ts', import.meta.url)),
  html: () => '',
}
