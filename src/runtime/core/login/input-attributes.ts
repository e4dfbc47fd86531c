import type {
  CredentialField,
  CredentialFields,
  CredentialsProvider,
} from '../../../providers/kinds/credentials.js'
import { membersOf } from '../base/members-of.js'

/** `true` for an attribute without a value. */
export type InputAttributes = Readonly<Record<string, string | true>>

const inputTypes: ReadonlySet<string> = new Set([
  'checkbox',
  'date',
  'datetime-local',
  'email',
  'hidden',
  'month',
  'number',
  'password',
  'search',
  'tel',
  'text',
  'time',
  'url',
  'week',
])

const valueAttributes: ReadonlySet<string> = new Set([
  'autocapitalize',
  'autocomplete',
  'autocorrect',
  'dir',
  'enterkeyhint',
  'inputmode',
  'lang',
  'max',
  'maxlength',
  'min',
  'minlength',
  'pattern',
  'placeholder',
  'spellcheck',
  'step',
  'title',
  'value',
])

const booleanAttributes: ReadonlySet<string> = new Set(['checked', 'readonly', 'required'])

const autocompleteByName: ReadonlyMap<string, string> = new Map([
  ['code', 'one-time-code'],
  ['email', 'email'],
  ['login', 'username'],
  ['otp', 'one-time-code'],
  ['phone', 'tel'],
  ['totp', 'one-time-code'],
  ['user', 'username'],
  ['username', 'username'],
])

const autocompleteByType: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['password', 'current-password'],
  ['tel', 'tel'],
])

/**
 * Returns the HTML attributes of a field, but only those that are known to be harmless. Event handlers,
 * `form*`, `id`, `name` and `style`, for example, are omitted.
 *
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
 */
export function inputAttributes(name: string, field: CredentialField): InputAttributes {
  const type = typeOf(name, field.type)
  const attributes = Object.entries(field).flatMap(([key, value]) =>
    safeAttribute(key.toLowerCase(), value, type),
  )
  return { type, ...defaultsFor(name, type), ...Object.fromEntries(attributes) }
}

function typeOf(name: string, type: unknown): string {
  if (typeof type === 'string') return inputTypes.has(type.toLowerCase()) ? type.toLowerCase() : 'text'
  return /^(?:email|password)$/i.test(name) ? name.toLowerCase() : 'text'
}

function defaultsFor(name: string, type: string): InputAttributes {
  const autocomplete = autocompleteByType.get(type) ?? autocompleteByName.get(name.toLowerCase())
  if (autocomplete === undefined) return {}
  return autocomplete === 'email' || autocomplete === 'username'
    ? { autocomplete, autocapitalize: 'none', spellcheck: 'false' }
    : { autocomplete }
}

function safeAttribute(key: string, value: unknown, type: string): readonly [string, string | true][] {
  if (booleanAttributes.has(key)) return value === true || value === '' ? [[key, true]] : []
  if (!valueAttributes.has(key) || (key === 'value' && type === 'password')) return []
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
  return [[key, String(value)]]
}

/** Returns the visible fields. A schema in `input` defines none, because it only validates. */
export function credentialFields({ fields, input }: CredentialsProvider): CredentialFields | undefined {
  if (fields) return fields
  return typeof input === 'object' && !('~standard' in input) ? (input as CredentialFields) : undefined
}

/** Returns the values of password fields, which must not be logged. */
export function hiddenTexts(fields: CredentialFields, values: unknown): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const value = membersOf(values)[name]
    // A schema may have converted the password to a number.
    const text = typeof value === 'number' ? String(value) : value
    return typeOf(name, type) === 'password' && typeof text === 'string' && text !== '' ? [text] : []
  })
}
