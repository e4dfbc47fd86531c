import { type PageProps, renderDocument } from './document.js'
import { errorText } from './error-text.js'
import { html } from './html.js'
import { alertIcon } from './icons.js'
import { linkUrl } from './page-url.js'

/** What the error page shows. */
export interface ErrorPageProps extends PageProps {
  /** The type of the error, as the `error` query parameter names it. */
  readonly error?: string | undefined
  /** Where what failed can be tried again: the sign-in page, or the sign-out page. */
  readonly retryUrl: string
  readonly homeUrl: string
  /** A reference to quote to the site's owner: letters, digits, `.`, `_` and `-`. Anything else is not shown. */
  readonly code?: string | undefined
}

/** The error page and the HTTP status to send it with. */
export interface ErrorPage {
  readonly html: string
  readonly status: number
}

const reference = /^[\w.-]{1,64}$/

/** The page that says why a sign-in did not work, and where to go from there. */
export function renderErrorPage(props: ErrorPageProps): ErrorPage {
  const { host, error, retryUrl, homeUrl, code } = props
  const { status, title, message, retry, tone } = errorText(error)
  const document = renderDocument({
    ...props,
    title,
    lead: message,
    emblem: html`<div class="emblem ${tone}">${alertIcon}</div>`,
    content: html`<div class="actions">
<a class="button primary" href="${linkUrl(retryUrl)}">${retry}</a>
<a class="button" href="${linkUrl(homeUrl)}">Back to ${host}</a>
</div>
${code !== undefined && reference.test(code) && html`<p class="footnote">Reference: ${code}</p>`}`,
  })
  return { html: document, status }
}
