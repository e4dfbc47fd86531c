import { html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { alertIcon, type PageProps, renderDetails, renderDocument } from './document.js'
import { errorText, filled, wordsOf } from './words.js'

export interface ErrorPageProps extends Omit<PageProps, 'host'> {
  readonly host?: string | undefined
  readonly error?: string | undefined
  /** The sign-in page, the sign-out page, or {@link THIS_PAGE}. */
  readonly retryUrl?: string | undefined
  readonly homeUrl: string
  /** A reference for support. */
  readonly code?: string | undefined
  /** The log message, in development only. */
  readonly details?: string | undefined
}

/** An empty `href` links to the page itself. */
export const THIS_PAGE = ''

/**
 * Format of references. Any site can link to this page with any value, so values in another format are not
 * shown.
 */
const REFERENCE = /^[\w.-]{1,64}$/

export function renderErrorPage(props: ErrorPageProps): string {
  const { error, retryUrl, homeUrl, code, details } = props
  const words = wordsOf(props.language)
  const { texts } = words
  const site = props.theme.name ?? props.host
  const { title, message, retry, tone } = errorText(error, words)
  return renderDocument({
    ...props,
    title,
    lead: message,
    emblem: html`<div class="emblem ${tone}">${alertIcon}</div>`,
    content: html`${details !== undefined && renderDetails(details)}<div class="actions">
${retryUrl !== undefined && html`<a class="button primary" href="${retryUrl !== THIS_PAGE && linkUrl(retryUrl)}">${retry}</a>`}
<a class="button${retryUrl === undefined && ' primary'}" href="${linkUrl(homeUrl)}">${site === undefined ? texts['page.backToStart'] : filled(texts['page.back'], { site })}</a>
</div>
${code !== undefined && REFERENCE.test(code) && html`<p class="footnote">${filled(texts['page.reference'], { code })}</p>`}`,
  })
}
