import { html, linkUrl } from '../../core/http/html.js'
import {
  envelopeIcon,
  type HiddenFieldsProps,
  type PageProps,
  renderDocument,
  renderHiddenFields,
} from '../pages/document.js'
import { siteName } from '../pages/page-site.js'
import { filled, wordsOf } from '../pages/words.js'

/** What the page of a sign-in link shows in a browser that did not request the mail. */
interface ConfirmPageProps extends PageProps, HiddenFieldsProps {
  /** Whom the link signs in. */
  readonly address: string
  readonly token: string
  /** What the sign-in was started with, sealed. */
  readonly state?: string | undefined
  /** Where the form is sent. */
  readonly action: string
  readonly homeUrl: string
}

/** The page that confirms a sign-in: software that opens links does not press buttons. */
export function renderConfirmPage(props: ConfirmPageProps): string {
  const { texts } = wordsOf(props.language)
  const { address, token, state, action, homeUrl } = props
  return renderDocument({
    ...props,
    title: texts['confirm.title'],
    lead: filled(texts['confirm.lead'], {
      site: html`<strong>${siteName(props)}</strong>`,
      address: html`<strong><bdi>${address}</bdi></strong>`,
    }),
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    content: html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields(props)}
<input type="hidden" name="email" value="${address}">
<input type="hidden" name="token" value="${token}">${
      state !== undefined &&
      html`
<input type="hidden" name="state" value="${state}">`
    }
<div class="actions">
<button type="submit" class="button primary">${texts['signIn.button']}</button>
<a class="button" href="${linkUrl(homeUrl)}">${filled(texts['page.back'], { site: siteName(props) })}</a>
</div>
</form>
<p class="footnote">${texts['confirm.notYou']}</p>`,
  })
}
