import type { CallExpression, ObjectExpression, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, propertyNamed } from '../edit/nodes.js'
import { followed } from './exports.js'
import { type InputReads, readsOfInput } from './input-reads.js'
import type { Place } from './sources.js'
import { declaredValue, gap, type ImportedName, leaveTodo, objectKeys, usesOf } from './syntax.js'

/** The builder refuses these names, because forms and `signIn()` use them for other values. */
export const reservedFields: readonly string[] = [
  'csrfToken',
  'callbackUrl',
  'request',
  'redirectTo',
  'redirect',
]
const nameFields = 'declare the fields of the form in the option input.'
const nameOthers = 'declare the other fields of the form in the option input.'

/** Moves the fields of the form to the option `input`. If the fields are unknown, leaves a comment in the source, and returns `false`. */
export function moveFields(place: Place, { local }: ImportedName): boolean {
  const { module } = place
  const objects: ObjectExpression[] = []
  for (const { node, parent } of usesOf(module, local)) {
    const { callee, arguments: [argument] = [] } = parent as Partial<CallExpression>
    const options = callee === node && argument ? bare(argument) : undefined
    if (options?.type !== 'ObjectExpression') {
      leaveTodo(module, node, nameFields, 'credentials')
      return false
    }
    objects.push(options as ObjectExpression)
  }
  const inputs = objects.map((object) => inputOf(place, object))
  const unknown = inputs.find(({ isUnknown }) => isUnknown)
  if (unknown) {
    leaveTodo(module, unknown.object, nameFields, 'credentials')
    return false
  }
  for (const input of inputs) {
    leaveFields(module, input)
    writeInput(module, input)
  }
  return true
}

interface Input {
  readonly object: ObjectExpression
  readonly fields: Property | undefined
  /** The fields that `authorize()` reads. `undefined` if the provider lists its fields. */
  readonly names: readonly string[] | undefined
  readonly isUnknown: boolean
  readonly hasOthers: boolean
  /** The fields that `authorize()` reads, but that cannot be fields of `input`. */
  readonly refused: readonly string[]
}

function inputOf(place: Place, object: ObjectExpression): Input {
  const fields = propertyNamed(object, 'credentials')
  const keys = fields && listedKeys(place.module, fields)
  const reads = readsOf(place, object)
  const isReserved = (name: string) => reservedFields.includes(name)
  const unlisted = [...reads.names].filter((name) => !keys?.includes(name))
  const refused = unlisted.filter(isReserved)
  const names = unlisted.filter((name) => !isReserved(name))
  if (!fields || keys?.length === 0) {
    const isSpread = !fields && object.properties.some(({ type }) => type === 'SpreadElement')
    const isUnknown = isSpread || (reads.names.size === 0 && !reads.isWithoutInput)
    return { object, fields, names, isUnknown, hasOthers: !reads.isComplete, refused }
  }
  // authorize() of Auth.js also receives the fields that the provider does not list.
  const hasOthers = names.length > 0
  return { object, fields, names: undefined, isUnknown: false, hasOthers, refused }
}

function leaveFields(module: EditedModule, { object, fields, hasOthers, refused }: Input): void {
  const place = fields ?? object.properties[0] ?? object
  for (const name of refused) {
    const message = `authorize() receives no ${name}: give the field another name.`
    leaveTodo(module, place, message, 'credentials')
  }
  if (hasOthers) leaveTodo(module, place, nameOthers, 'credentials')
}

function writeInput(module: EditedModule, { object, fields, names }: Input): void {
  const { edits } = module
  const input = names && `input: ${sourceOf(module, names)}`
  if (input !== undefined && fields) edits.overwrite(fields.start, fields.end, input)
  else if (input !== undefined) {
    const start = object.properties[0]?.start ?? object.start + 1
    edits.appendLeft(start, `${input},${gap(module, object)}`)
  } else if (fields?.shorthand) edits.appendLeft(fields.start, 'input: ')
  else if (fields) edits.overwrite(fields.key.start, fields.key.end, 'input')
}

/** Returns `undefined` if the source does not show all keys. */
function listedKeys(module: EditedModule, { value }: Property): readonly string[] | undefined {
  const fields = declaredValue(module, value)
  if (fields?.type !== 'ObjectExpression') return undefined
  const keys = objectKeys(fields as ObjectExpression)
  return keys.includes('') || keys.length < (fields as ObjectExpression).properties.length ? undefined : keys
}

function readsOf(place: Place, object: ObjectExpression): InputReads {
  const authorize = propertyNamed(object, 'authorize')?.value
  const found = authorize && followed(place, authorize)
  return readsOfInput(found?.place ?? place, found?.value)
}

function sourceOf({ quote }: EditedModule, names: readonly string[]): string {
  const isSecret = /password|secret|code|otp|token/i
  const fields = names.map((name) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `${quote}${name.replace(/[\\'"]/g, '\\$&')}${quote}`
    return isSecret.test(name) ? `${key}: { type: ${quote}password${quote} }` : `${key}: {}`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
