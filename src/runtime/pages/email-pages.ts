import { type Html, html, linkUrl } from '../http/html.js'
import {
  envelopeIcon,
  type HiddenFieldsProps,
  type PageProps,
  renderBanner,
  renderDocument,
  renderField,
  renderHiddenFields,
} from './document.js'
import { siteName } from './page-site.js'
import { filled, type Words, wordsOf } from './words.js'

/** The form for the code of a mail. */
export interface CodeFormProps extends Pick<HiddenFieldsProps, 'csrfToken'> {
  readonly providerId: string
  /** Where the form is sent. */
  readonly action: string
}

/** What the page after the request for a sign-in link shows. */
export interface VerifyRequestPageProps extends PageProps {
  readonly homeUrl: string
  /** The recipient, where this browser requested the mail. */
  readonly address?: string | undefined
  /** Present where the mail holds a code, and this browser requested it. */
  readonly codeForm?: CodeFormProps | undefined
  /** The type of the error that led here. */
  readonly error?: string | undefined
}

/** The page that says to check the mailbox. It reads the same whether or not the address is known. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): string {
  const { address, codeForm, error, homeUrl } = props
  const words = wordsOf(props.language)
  const { texts } = words
  const sent =
    address === undefined
      ? texts['checkEmail.sent']
      : filled(texts['checkEmail.sentTo'], { address: html`<strong><bdi>${address}</bdi></strong>` })
  const back = html`<a class="button" href="${linkUrl(homeUrl)}">${filled(texts['page.back'], { site: siteName(props) })}</a>`
  return renderDocument({
    ...props,
    title: texts['checkEmail.title'],
    lead: html`${sent} ${texts[codeForm ? 'checkEmail.openOrCode' : 'checkEmail.open']}`,
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    content: html`${error !== undefined && renderBanner(error, words)}${codeForm ? renderCodeForm(codeForm, words, back) : back}
<p class="footnote">${texts['checkEmail.spam']}</p>`,
  })
}

function renderCodeForm({ providerId, action, csrfToken }: CodeFormProps, words: Words, back: Html): Html {
  const field = {
    label: words.texts['checkEmail.code'],
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 16,
    required: true,
  }
  return html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
<div class="fields">
${renderField({ providerId, name: 'code', field, autofocus: true, words })}
<div class="actions">
<button type="submit" class="button primary">${words.texts['signIn.button']}</button>
${back}
</div>
</div>
</form>`
}

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
