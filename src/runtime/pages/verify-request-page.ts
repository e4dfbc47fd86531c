import { type Html, html } from '../http/html.js'
import { type PageProps, renderDocument } from './document.js'
import {
  envelopeIcon,
  type HiddenFieldsProps,
  renderBanner,
  renderField,
  renderHiddenFields,
} from './page-parts.js'
import { linkUrl } from './page-url.js'

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
  const { address, codeForm, error, homeUrl, host } = props
  const to = address === undefined ? '' : html` to <strong><bdi>${address}</bdi></strong>`
  const next = codeForm
    ? 'Open it on this device, or enter the code from it.'
    : 'Open it on this device to finish signing in.'
  const back = html`<a class="button" href="${linkUrl(homeUrl)}">Back to ${host}</a>`
  return renderDocument({
    ...props,
    title: 'Check your email',
    lead: html`A sign-in link is on its way${to || ' to you'}. ${next}`,
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    content: html`${error !== undefined && renderBanner(error)}${codeForm ? renderCodeForm(codeForm, back) : back}
<p class="footnote">Nothing there after a few minutes? Look in your spam folder.</p>`,
  })
}

function renderCodeForm({ providerId, action, csrfToken }: CodeFormProps, back: Html): Html {
  const field = {
    label: 'Code',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 12,
    required: true,
  }
  return html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
<div class="fields">
${renderField({ providerId, name: 'code', field, autofocus: true })}
<div class="actions">
<button type="submit" class="button primary">Sign in</button>
${back}
</div>
</div>
</form>`
}
