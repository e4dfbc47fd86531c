import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { TypedFields } from '../../../model/password.js'
import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { membersOf } from '../../core/base/members-of.js'
import { storable } from '../../core/base/storable.js'
import { redactErrors } from '../../core/config/logger.js'
import { type Params, textParam } from '../../core/http/params.js'
import { hiddenTexts } from '../../core/login/input-attributes.js'

/** Additional columns of a new user. */
export type Columns = Readonly<Record<string, unknown>>

const RESERVED_COLUMNS: ReadonlySet<string> = new Set(['id', 'email', 'emailVerified'])

/** In UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000

/** Returns the fields of the sign-up form besides the e-mail address and the password. */
export function signUpForm({ signUp }: PasswordProvider): CredentialFields {
  return signUp?.form ?? (signUp && !isSchema(signUp.fields) ? signUp.fields : {})
}

export function sentFields(provider: PasswordProvider, sent: Params): TypedFields | undefined {
  const names = Object.keys(signUpForm(provider))
  const entries = names.flatMap((name): [string, string][] => {
    const value = textParam(sent, name)
    return value === undefined ? [] : [[name, value]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/**
 * Returns the columns of a new user from the sign-up form, or `undefined` if the input is invalid. Ignores
 * values that are not fields of the form. A schema may keep unknown values, and a browser could then set any
 * column of a user.
 */
export async function checkedFields(
  provider: PasswordProvider,
  sent: TypedFields = {},
): Promise<Columns | undefined> {
  const { fields } = provider.signUp ?? {}
  if (!fields) return {}
  const typed = sentFields(provider, sent) ?? {}
  const hidden = hiddenTexts(signUpForm(provider), typed)
  const checked = isSchema(fields) ? await validated(fields, typed, hidden) : textColumns(fields, typed)
  if (!checked) return undefined
  const columns = Object.entries(checked).filter(([name]) => !RESERVED_COLUMNS.has(name))
  return storable(Object.fromEntries(columns))
}

async function validated(
  schema: StandardSchemaV1,
  typed: TypedFields,
  hidden: readonly string[],
): Promise<object | undefined> {
  const result = await redactErrors(
    () => schema['~standard'].validate(typed),
    () => [typed, ...hidden],
  )
  return result.issues ? undefined : membersOf(result.value)
}

/**
 * Returns the columns of a form without a schema, or `undefined` if a required field is empty, or a value is
 * too long.
 */
function textColumns(fields: CredentialFields, typed: TypedFields): Columns | undefined {
  const columns: Record<string, string | null> = {}
  for (const [name, { required }] of Object.entries(fields)) {
    const text = typed[name]?.trim() || null
    if (text === null ? required : text.length > MAX_TEXT_LENGTH) return undefined
    columns[name] = text
  }
  return columns
}

function isSchema(fields: object): fields is StandardSchemaV1 {
  return typeof fields === 'function' || '~standard' in fields
}
