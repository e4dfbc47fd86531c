import { randomBytes } from 'node:crypto'
import { favicon } from './favicon.js'
import { type Html, html } from './html.js'
import { stylesheet } from './stylesheet.js'

/** Content for the page layout that the application and the identity provider share. */
export interface DocumentOptions {
  title: string
  /** The server that sends the page. The two servers have different colors. */
  party: 'application' | 'identity-provider'
  body: Html
  /** Other origins to which a form of this page may redirect. */
  formTargets?: readonly string[]
}

/** A page with the headers of its response. */
export interface Document {
  body: string
  headers: Record<string, string>
}

/** Renders a page that can load nothing from other servers. */
export function renderDocument({ title, party, body, formTargets = [] }: DocumentOptions): Document {
  const nonce = randomBytes(16).toString('base64')
  const page = html`<!doctype html>
<html lang="en" data-party="${party}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(favicon)}">
    <style nonce="${nonce}">${stylesheet}</style>
  </head>
  <body>
    ${body}
  </body>
</html>
`
  return {
    body: page.toString(),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // `formTargets` is necessary, because Chromium also applies form-action to redirects after a form.
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        'img-src data:',
        "base-uri 'none'",
        "frame-ancestors 'none'",
        `form-action ${["'self'", ...formTargets].join(' ')}`,
      ].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  }
}
