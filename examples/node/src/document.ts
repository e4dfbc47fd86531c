import { randomBytes } from 'node:crypto'
import { favicon } from './favicon.js'
import { type Html, html } from './html.js'
import { stylesheet } from './stylesheet.js'

/** What the application and the identity provider each put into the same frame. */
export interface DocumentOptions {
  title: string
  /** Tells the two parties apart at a glance. */
  party: 'application' | 'identity-provider'
  body: Html
  /** Origins that a form of this page may lead to, besides its own. */
  formTargets?: readonly string[]
}

/** A page with its headers, ready for whatever server sends it. */
export interface Document {
  body: string
  headers: Record<string, string>
}

/** Puts a page into its frame and forbids it to load anything from elsewhere. */
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
      // Chromium applies form-action to every redirect that follows a form, hence the targets.
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
