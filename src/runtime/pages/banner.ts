import { type Html, html } from '../http/html.js'
import { errorText } from './error-text.js'
import { alertIcon } from './icons.js'

/** Tells, above the forms, what went wrong with the last attempt. */
export function renderBanner(error: string): Html {
  const { title, message, tone } = errorText(error)
  return html`<div class="banner ${tone}" role="alert">${alertIcon}
<div><h2>${title}</h2><p>${message}</p></div>
</div>
`
}
