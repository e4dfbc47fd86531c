import { sentenceEnd } from '../../../options/language.js'
import type { Theme } from '../../../options/pages-options.js'
import { type Html, html } from '../../core/http/html.js'
import { imageUrl } from '../../core/http/page-urls.js'
import type { PageSite } from './page-site.js'
import { palette, stylesheet } from './stylesheet.js'
import { errorText, type Words, wordsOf } from './words.js'

export interface PageProps extends PageSite {
  /** Base64, and new for every response. */
  readonly nonce: string
}

export interface DocumentProps extends Omit<PageProps, 'host'> {
  readonly host?: string | undefined
  readonly title: string
  /** Default: the title. */
  readonly documentTitle?: string | undefined
  readonly lead?: Html | string | undefined
  readonly emblem?: Html | undefined
  readonly content: Html
  readonly styles?: readonly Html[]
}

export function renderDocument(props: DocumentProps): string {
  const { tag, dir } = wordsOf(props.language)
  const site = props.theme.name ?? props.host
  const { theme, nonce, title, documentTitle = title, lead, content, styles, isDevelopment } = props
  return html`<!doctype html>
<html lang="${tag}"${dir === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorSchemes(theme)}">${
    isDevelopment &&
    html`
<link rel="icon" href="data:,">`
  }
<title>${documentTitle}${site !== undefined && ` – ${site}`}</title>
<style nonce="${nonce}">${palette(theme)}${stylesheet}${styles}</style>
</head>
<body>
<main>
<header>
${renderLogo(props)}
<h1>${title}</h1>
${lead && html`<p>${lead}</p>`}
</header>
${content}
</main>
</body>
</html>
`.toString()
}

function renderLogo({ theme, host, emblem }: DocumentProps): Html | undefined {
  const logo = imageUrl(theme.logo, host)
  return logo === undefined ? emblem : html`<img class="logo" src="${logo}" alt="${theme.name ?? host}">`
}

function colorSchemes({ colorScheme }: Theme): string {
  return colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'light dark'
}

export const alertIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.4v.1"/></svg>`

export const keyIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<circle cx="8" cy="15.5" r="4.5"/><path d="m11.3 12.3 8.2-8.3M15.5 8l3 3M18.5 5l2 2"/></svg>`

export const envelopeIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m3.8 7 8.2 6.2L20.2 7"/></svg>`

export function renderBanner(error: string, words: Words): Html {
  const { title, message, tone } = errorText(error, words)
  return html`<div class="banner ${tone}" role="alert">${alertIcon}
<div><h2 data-end="${sentenceEnd(words.tag)}">${title}</h2><p>${message}</p></div>
</div>
`
}

export function renderDetails(details: string): Html {
  return html`<div class="details" lang="en" dir="ltr"><p>Shown in development only, as in the log:</p><pre>${details}</pre></div>
`
}

/**
 * Must not reveal whether a mail was sent: the application may refuse it, or no user may have the e-mail
 * address.
 */
export const printedMailNote: Html = html`<div class="details" lang="en" dir="ltr"><p>Shown in development only: emails are not sent. If this email address gets an email, it is in the terminal of the application.</p></div>
`

export interface HiddenFieldsProps {
  readonly csrfToken: string
  readonly callbackUrl?: string | undefined
}

export function renderHiddenFields({ csrfToken, callbackUrl }: HiddenFieldsProps): Html {
  return html`
<input type="hidden" name="csrfToken" value="${csrfToken}">
${callbackUrl !== undefined && html`<input type="hidden" name="callbackUrl" value="${callbackUrl}">`}`
}

export function initial(name: string): string {
  const [first = ''] = name.trim()
  return first.toUpperCase()
}
