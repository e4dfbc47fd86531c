import type { CredentialField } from '../../providers/kinds/credentials.js'
import { type Html, html } from '../http/html.js'
import { type InputAttributes, inputAttributes } from './input-attributes.js'

/** A field of a form on the sign-in page. */
export interface FieldProps {
  readonly providerId: string
  readonly name: string
  readonly field: CredentialField
  readonly autofocus: boolean
  /** What somebody has typed before. A password is never shown again. */
  readonly typed?: string | undefined
  /** The id of the element that says what is wrong with what was typed. */
  readonly errorId?: string | undefined
}

/** An `<input>` with its label. */
export function renderField({ providerId, name, field, autofocus, typed, errorId }: FieldProps): Html {
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
  }${autofocus && html` autofocus`}></div>`
}

function renderAttributes(attributes: InputAttributes): readonly Html[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === true ? html` ${name}` : html` ${name}="${value}"`,
  )
}
