import { html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { alertIcon, type PageProps, renderDetails, renderDocument } from './document.js'
import { errorText, filled, wordsOf } from './words.js'

/** Properties of the error page. */
export interface ErrorPageProps extends Omit<PageProps, 'host'> {
  /** The host of the site. Omitted if it is unknown. */
  readonly host?: string | undefined
  /** The type of the error. */
  readonly error?: string | undefined
  /**
   * The URL to try again: the sign-in page, the sign-out page, or {@link THIS_PAGE}. Absent if the page has
   * no such link.
   */
  readonly retryUrl?: string | undefined
  /** The URL of the start page. */
  readonly homeUrl: string
  /** A reference for support: letters, digits, `.`, `_` and `-`. Other values are not shown. */
  readonly code?: string | undefined
  /** The log message, for a developer. */
  readonly details?: string | undefined
}

/** The URL of the page itself: an empty `href`. */
export const THIS_PAGE = ''

/**
 * The format of a reference. Any site can link to this page with any value, so other values are not shown.
 */
const REFERENCE = /^[\w.-]{1,64}$/

/** The page that explains an error, with links to continue. */
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
