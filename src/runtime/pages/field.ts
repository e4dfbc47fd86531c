import type { CredentialField } from '../../providers/kinds/credentials.js'
import { type Html, html } from './html.js'
import { type InputAttributes, inputAttributes } from './input-attributes.js'

/** A field of a form on the sign-in page. */
export interface FieldProps {
  readonly providerId: string
  readonly name: string
  readonly field: CredentialField
  readonly autofocus: boolean
}

/** An `<input>` with its label. */
export function renderField({ providerId, name, field, autofocus }: FieldProps): Html {
  const attributes = inputAttributes(name, field)
  const id = `input-${name}-for-${providerId}-provider`
  const input = html`<input id="${id}" name="${name}"${renderAttributes(attributes)}${autofocus && html` autofocus`}>`
  if (attributes['type'] === 'hidden') return input
  const label = html`<label for="${id}">${typeof field.label === 'string' ? field.label : name}</label>`
  return attributes['type'] === 'checkbox'
    ? html`<div class="choice">${input}${label}</div>`
    : html`<div class="field">${label}${input}</div>`
}

function renderAttributes(attributes: InputAttributes): readonly Html[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === true ? html` ${name}` : html` ${name}="${value}"`,
  )
}
