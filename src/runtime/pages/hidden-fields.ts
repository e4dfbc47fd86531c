import { type Html, html } from '../http/html.js'

/** What every form of a page sends along. */
export interface HiddenFieldsProps {
  readonly csrfToken: string
  readonly callbackUrl?: string | undefined
}

/** The hidden fields of a form. */
export function renderHiddenFields({ csrfToken, callbackUrl }: HiddenFieldsProps): Html {
  return html`
<input type="hidden" name="csrfToken" value="${csrfToken}">
${callbackUrl !== undefined && html`<input type="hidden" name="callbackUrl" value="${callbackUrl}">`}`
}
