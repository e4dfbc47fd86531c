import { type Html, html } from '../../core/http/html.js'
import type { Words } from './words.js'

/** Renders a button that shows a password. It stays hidden unless the script of the page runs. */
export function renderShowPassword({ texts }: Words): Html {
  return html`<button type="button" class="show" hidden aria-pressed="false" aria-label="${texts['signIn.showPassword']}">
<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/></svg></button>`
}

/**
 * Renders the script of the buttons that show a password. A password is hidden again before the form is sent,
 * so that browsers recognize it as a password.
 */
export function renderShowPasswordScript(nonce: string): Html {
  return html`<script nonce="${nonce}">
for (const button of document.querySelectorAll('.show')) {
  const field = button.previousElementSibling
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', isShown)
  }
  button.hidden = false
  button.addEventListener('click', () => show(field.type === 'password'))
  field.form.addEventListener('submit', () => show(false))
}
</script>`
}
