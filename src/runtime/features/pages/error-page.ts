import { html, linkUrl } from '../../core/http/html.js'
import { alertIcon, type PageProps, renderDetails, renderDocument } from './document.js'
import { errorText, filled, wordsOf } from './words.js'

/** What the error page shows. */
export interface ErrorPageProps extends Omit<PageProps, 'host'> {
  /** Without it, no host is named: it is not known which is the site's. */
  readonly host?: string | undefined
  /** The type of the error, as the `error` query parameter names it. */
  readonly error?: string | undefined
  /** Where what failed can be tried again: the sign-in page, the sign-out page, {@link THIS_PAGE}. Without it, that is not offered. */
  readonly retryUrl?: string | undefined
  readonly homeUrl: string
  /** A reference to quote to the site's owner: letters, digits, `.`, `_` and `-`. Anything else is not shown. */
  readonly code?: string | undefined
  /** What the log says, for a developer. */
  readonly details?: string | undefined
}

/** The URL of the page itself, as an empty `href`. */
export const THIS_PAGE = ''

const reference = /^[\w.-]{1,64}$/

/** The page that says why a sign-in did not work, and where to go from there. */
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
${code !== undefined && reference.test(code) && html`<p class="footnote">${filled(texts['page.reference'], { code })}</p>`}`,
  })
}
