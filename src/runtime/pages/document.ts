import type { Theme } from '../../options/pages-options.js'
import { type Html, html, imageUrl } from '../http/html.js'
import type { PageSite } from './page-site.js'
import { palette, stylesheet } from './stylesheet.js'
import { wordsOf } from './words.js'

/** What every page is given. */
export interface PageProps extends PageSite {
  /** The nonce that the response's content security policy names: base64, fresh for every response. */
  readonly nonce: string
}

/** The parts of a page that differ. */
export interface DocumentProps extends Omit<PageProps, 'host'> {
  /** Without it, no host is named: it is not known which is the site's. */
  readonly host?: string | undefined
  /** The heading. */
  readonly title: string
  /** The title in the browser, which is read out first. Default: the heading. */
  readonly documentTitle?: string | undefined
  /** A sentence under the heading. */
  readonly lead?: Html | string | undefined
  /** A picture above the heading, where the theme has no logo. */
  readonly emblem?: Html | undefined
  readonly content: Html
  /** Rules for this page alone. */
  readonly styles?: readonly Html[]
}

/** A whole document: the frame that the pages share, around one page's content. */
export function renderDocument(props: DocumentProps): string {
  const { tag, dir } = wordsOf(props.language)
  const site = props.theme.name ?? props.host
  const { theme, nonce, title, documentTitle = title, lead, content, styles } = props
  return html`<!doctype html>
<html lang="${tag}"${dir === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorSchemes(theme)}">
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
