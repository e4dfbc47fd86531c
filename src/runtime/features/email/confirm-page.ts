import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import {
  alertIcon,
  envelopeIcon,
  type HiddenFieldsProps,
  type PageProps,
  renderDocument,
  renderHiddenFields,
} from '../pages/document.js'
import { renderField } from '../pages/field.js'
import { siteName } from '../pages/page-site.js'
import { filled, type Words, wordsOf } from '../pages/words.js'
import type { EarlierLogins } from './earlier-logins.js'

interface ConfirmPageProps extends PageProps, HiddenFieldsProps {
  readonly address: string
  readonly token: string
  /** Sealed data of the sign-in. */
  readonly state?: string | undefined
  readonly action: string
  readonly homeUrl: string
  readonly earlier?: EarlierLogins | undefined
}

export const listStyle: Html = html`
.list { margin: 0; padding-inline-start: 1.25rem }
.options + form { margin-top: 1.25rem }`

/**
 * Renders the page on which the user confirms a sign-in. Software that scans mails opens links, but does not
 * press buttons.
 */
export function renderConfirmPage(props: ConfirmPageProps): string {
  const { texts } = wordsOf(props.language)
  const { address } = props
  return renderDocument({
    ...props,
    title: texts['confirm.title'],
    lead: filled(texts['confirm.lead'], {
      site: html`<strong>${siteName(props)}</strong>`,
      address: html`<strong><bdi>${address}</bdi></strong>`,
    }),
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    styles: [listStyle],
    content: props.earlier
      ? renderEarlier(props.earlier, props)
      : html`${renderForm(
          props,
          html`<div class="actions">
<button type="submit" class="button primary">${texts['signIn.button']}</button>
${renderBack(props)}
</div>`,
        )}
<p class="footnote">${texts['confirm.notYou']}</p>`,
  })
}

function renderForm(props: ConfirmPageProps, content: Html): Html {
  const { address, token, state, action } = props
  return html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields(props)}
<input type="hidden" name="email" value="${address}">
<input type="hidden" name="token" value="${token}">${
    state !== undefined &&
    html`
<input type="hidden" name="state" value="${state}">`
  }
${content}
</form>`
}

function renderBack(props: ConfirmPageProps): Html {
  const { texts } = wordsOf(props.language)
  return html`<a class="button" href="${linkUrl(props.homeUrl)}">${filled(texts['page.back'], { site: siteName(props) })}</a>`
}

/** Renders the logins that will be removed. Needs the style `listStyle`. */
export function renderEarlierList({ providers, password }: EarlierLogins, { texts }: Words): Html {
  const logins = [
    ...(password ? [texts['confirm.earlier.password']] : []),
    ...providers.map((name) => html`<bdi>${name}</bdi>`),
    texts['confirm.earlier.sessions'],
  ]
  return html`<p>${texts['confirm.earlier.why']}</p>
<ul class="list">${logins.map((login) => html`<li>${login}</li>`)}</ul>`
}

function renderEarlier(earlier: EarlierLogins, props: ConfirmPageProps): Html {
  const words = wordsOf(props.language)
  const { texts } = words
  const { canKeep, isWrong } = earlier
  const field = { label: texts['confirm.password'], type: 'password', autocomplete: 'off' }
  const errorId = isWrong ? 'error-for-earlier-provider' : undefined
  const remove = html`<div class="actions">
<button type="submit" class="button primary" name="earlierLogins" value="remove">${texts['confirm.earlier.remove']}</button>
</div>`
  // Keeping the logins has a separate form, so that the Enter key in the password field does not submit the
  // form that removes them.
  const keep = html`<div class="fields">
${renderField({ providerId: 'earlier', name: 'password', field, autofocus: isWrong === true, words, errorId })}
${errorId !== undefined && html`<div class="invalid" id="${errorId}" role="alert">${alertIcon}<p>${texts['confirm.earlier.wrong']}</p></div>`}
<button type="submit" class="button" name="earlierLogins" value="keep">${texts['confirm.earlier.keep']}</button>
</div>`
  return html`<div class="options">
${renderEarlierList(earlier, words)}
${renderForm(props, remove)}
${
  canKeep &&
  html`<p class="divider">${texts['signIn.or']}</p>
<p>${texts['confirm.earlier.keepLead']}</p>
${renderForm(props, keep)}`
}
<div class="actions">${renderBack(props)}</div>
</div>`
}
