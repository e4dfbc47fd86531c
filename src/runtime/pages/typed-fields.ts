import type { CredentialFields } from '../../providers/kinds/credentials.js'
import { inputAttributes } from './input-attributes.js'

const shownAgain: ReadonlySet<string> = new Set(['email', 'search', 'tel', 'text', 'url'])

const secret = /password|one-time-code|^cc-/

/** What a form sent in the fields that may be shown again: texts in the clear, none of them a secret. */
export function typedFields(
  fields: CredentialFields,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const typed = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const { type, autocomplete } = inputAttributes(name, field)
    const value = sent[name]
    if (!shownAgain.has(String(type)) || secret.test(String(autocomplete))) return []
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(typed)
}
