import { renderShowPassword } from '#credentials/pages/show-password'
import type { CredentialField } from '../../providers/kinds/credentials.js'
import { type Html, html } from '../http/html.js'
import { type InputAttributes, inputAttributes } from './input-attributes.js'
import { errorText, type Words } from './words.js'

/** An exclamation mark in a circle. */
export const alertIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.4v.1"/></svg>`

/** A key. */
export const keyIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<circle cx="8" cy="15.5" r="4.5"/><path d="m11.3 12.3 8.2-8.3M15.5 8l3 3M18.5 5l2 2"/></svg>`

/** An envelope. */
export const envelopeIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m3.8 7 8.2 6.2L20.2 7"/></svg>`

/** Shows, above the forms, what went wrong with the last attempt. */
export function renderBanner(error: string, words: Words): Html {
  const { title, message, tone } = errorText(error, words)
  return html`<div class="banner ${tone}" role="alert">${alertIcon}
<div><h2>${title}</h2><p>${message}</p></div>
</div>
`
}

/** What the log says of a failure. It is in English, as the log is. */
export function renderDetails(details: string): Html {
  return html`<div class="details" lang="en" dir="ltr"><p>Shown in development only, as in the log:</p><pre>${details}</pre></div>
`
}

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

/** The first letter of a name, in upper case. */
export function initial(name: string): string {
  const [first = ''] = name.trim()
  return first.toUpperCase()
}

/** A field of a form on the sign-in page. */
export interface FieldProps {
  readonly providerId: string
  readonly name: string
  readonly field: CredentialField
  readonly autofocus: boolean
  readonly words: Words
  /** What the user typed before. A password is never shown again. */
  readonly typed?: string | undefined
  /** The id of the element that says what is wrong with what was typed. */
  readonly errorId?: string | undefined
}

/** An `<input>` with its label. */
export function renderField({ providerId, name, field, autofocus, words, typed, errorId }: FieldProps): Html {
  const attributes = inputAttributes(name, field)
  const id = `input-${name}-for-${providerId}-provider`
  const type = attributes['type']
  if (type === 'hidden') return html`<input id="${id}" name="${name}"${renderAttributes(attributes)}>`
  const label = html`<label for="${id}">${typeof field.label === 'string' ? field.label : name}</label>`
  if (type === 'checkbox')
    return html`<div class="choice"><input id="${id}" name="${name}"${renderAttributes(attributes)}>${label}</div>`
  const shown: InputAttributes = {
    ...attributes,
    ...(type === 'text' && { dir: attributes['dir'] ?? 'auto' }),
    ...(typed !== undefined && type !== 'password' && { value: typed }),
  }
  return html`<div class="field">${label}<input id="${id}" name="${name}"${renderAttributes(shown)}${
    errorId !== undefined && html` aria-invalid="true" aria-describedby="${errorId}"`
  }${autofocus && html` autofocus`}>${type === 'password' && renderShowPassword(words)}</div>`
}

function renderAttributes(attributes: InputAttributes): readonly Html[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === true ? html` ${name}` : html` ${name}="${value}"`,
  )
}
