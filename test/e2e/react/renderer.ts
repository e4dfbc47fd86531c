import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Renderer } from '../support/client-application.js'
import { Page, type PageProps } from './page.js'

/** React pages that are rendered on the server and hydrated in the browser. */
export const renderer: Renderer = {
  script: fileURLToPath(new URL('browser-entry.ts', import.meta.url)),
  html: (props: PageProps) => renderToString(createElement(Page, props)),
}
