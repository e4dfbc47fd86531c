import type { CredentialField } from '../../../providers/kinds/credentials.js'
import { type Html, html } from '../../core/http/html.js'
import { type InputAttributes, inputAttributes } from '../../core/login/input-attributes.js'
import { renderShowPassword } from './show-password.js'
import type { Words } from './words.js'

export interface FieldProps {
  readonly providerId: string
  readonly name: string
  readonly field: CredentialField
  readonly autofocus: boolean
  readonly words: Words
  /** The previous input. A checkbox is ticked unless this string is empty. */
  readonly typed?: string | undefined
  readonly errorId?: string | undefined
  readonly hint?: string | undefined
}

export function renderField({
  providerId,
  name,
  field,
  autofocus,
  words,
  typed,
  errorId,
  hint,
}: FieldProps): Html {
  const attributes = inputAttributes(name, field)
  const id = `input-${name}-for-${providerId}-provider`
  const type = attributes['type']
  if (type === 'hidden')
    return html`<input id="${id}" name="${name}"${renderAttributes(hiddenAttributes(attributes))}>`
  const hintId = `hint-for-${id}`
  const describedBy = [errorId, hint !== undefined && hintId].filter(Boolean).join(' ')
  const input = html`<input id="${id}" name="${name}"${renderAttributes(withTyped(attributes, typed))}${
    errorId !== undefined && html` aria-invalid="true"`
  }${describedBy !== '' && html` aria-describedby="${describedBy}"`}${autofocus && html` autofocus`}>`
  const label = html`<label for="${id}">${typeof field.label === 'string' ? field.label : name}</label>`
  return html`${
    type === 'checkbox'
      ? html`<div class="choice">${input}${label}</div>`
      : html`<div class="field">${label}${input}${type === 'password' && renderShowPassword(words)}</div>`
  }${hint !== undefined && html`<p class="hint" id="${hintId}">${hint}</p>`}`
}

function withTyped(attributes: InputAttributes, typed: string | undefined): InputAttributes {
  const { type, checked: _, ...unchecked } = attributes
  if (type === 'checkbox') {
    if (typed === undefined) return attributes
    return { type, ...unchecked, ...(typed !== '' && { checked: true }) }
  }
  return {
    ...attributes,
    ...(type === 'text' && { dir: attributes['dir'] ?? 'auto' }),
    ...(typed !== undefined && type !== 'password' && { value: typed }),
  }
}

/**
 * Returns the attributes of a hidden input. Password managers do not read inputs of the type `hidden`, so a
 * field with `autocomplete` has the type `text` and the attribute `hidden`.
 */
function hiddenAttributes(attributes: InputAttributes): InputAttributes {
  return attributes['autocomplete'] === undefined ? attributes : { ...attributes, type: 'text', hidden: true }
}

function renderAttributes(attributes: InputAttributes): readonly Html[] {
  return Object.entries(attributes).map(([name, value]) =>
    value === true ? html` ${name}` : html` ${name}="${value}"`,
  )
}
