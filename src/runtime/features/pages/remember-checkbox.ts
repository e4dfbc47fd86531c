import { type Html, html } from '../../core/http/html.js'
import type { PageForm } from './sign-in-steps.js'
import type { Words } from './words.js'

export function canRemember(option: PageForm): boolean {
  const fields = 'fields' in option ? option.fields : {}
  const isAdded = option.type === 'webauthn' && option.offers === 'add'
  return !isAdded && option.type !== 'address' && !('remember' in fields)
}

export function renderRemember({ id }: Pick<PageForm, 'id'>, { texts }: Words): Html {
  return html`
<div class="choice" data-remember><input id="remember-for-${id}-provider" name="remember" type="checkbox" value="on"><label for="remember-for-${id}-provider">${texts['signIn.remember']}</label></div>`
}

/**
 * Renders one checkbox for all forms. A checkbox belongs to one form, so a script copies the state of this
 * checkbox to a checkbox in each form.
 */
export function renderRememberForAll(nonce: string, { texts }: Words): Html {
  return html`
<div class="choice" hidden><input id="remember" type="checkbox"><label for="remember">${texts['signIn.remember']}</label></div>
<script nonce="${nonce}">
{
  const one = document.getElementById('remember')
  const boxes = [...document.querySelectorAll('[data-remember]')]
  const choose = () => {
    for (const box of boxes) box.firstChild.checked = one.checked
  }
  for (const box of boxes) box.hidden = true
  one.parentNode.hidden = false
  one.addEventListener('change', choose)
  // A browser that goes back restores the checkboxes after the script has run.
  addEventListener('pageshow', choose)
}
</script>`
}
