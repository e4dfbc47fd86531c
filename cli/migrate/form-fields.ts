import type { CallExpression, Node, ObjectExpression, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, nameOf, propertyNamed } from '../edit/nodes.js'
import { originOf, valueNamed } from './exports.js'
import { type InputReads, readsOfInput } from './input-reads.js'
import type { Place } from './sources.js'
import { declaredValue, gap, type ImportedName, leaveTodo, objectKeys, usesOf } from './syntax.js'

const nameFields = 'name the fields of the form under input.'
const nameOthers = 'name the other fields of the form under input.'

/** Returns `false`, and leaves a comment in the source, if the fields are unknown. */
export function moveFields(place: Place, { local }: ImportedName): boolean {
  const { module } = place
  const objects: ObjectExpression[] = []
  for (const { node, parent } of usesOf(module, local)) {
    const [argument] = (parent as Partial<CallExpression>).arguments ?? []
    const options = argument && bare(argument)
    if (options?.type !== 'ObjectExpression') {
      leaveTodo(module, node, nameFields, 'credentials')
      return false
    }
    objects.push(options as ObjectExpression)
  }
  const inputs = objects.map((object) => {
    const fields = propertyNamed(object, 'credentials')
    const keys = fields && listedKeys(module, fields)
    const all = readsOf(place, object)
    const reads = !fields || keys?.length === 0 ? all : undefined
    // authorize() of Auth.js receives all fields of the form, also those that are not listed.
    const hasUnlisted = keys !== undefined && [...all.names].some((name) => !keys.includes(name))
    return { object, fields, reads, hasOthers: reads ? !reads.isComplete : hasUnlisted }
  })
  const unknown = inputs.find(({ reads }) => reads?.names.size === 0 && !reads.isWithoutInput)
  if (unknown) {
    leaveTodo(module, unknown.object, nameFields, 'credentials')
    return false
  }
  for (const { object, fields, reads, hasOthers } of inputs) {
    const [first = object] = object.properties
    if (hasOthers) leaveTodo(module, fields ?? first, nameOthers, 'credentials')
    const input = reads && `input: ${sourceOf(module, reads.names)}`
    if (input === undefined && fields?.shorthand) module.edits.appendLeft(fields.start, 'input: ')
    else if (input === undefined && fields) module.edits.overwrite(fields.key.start, fields.key.end, 'input')
    else if (input !== undefined && fields) module.edits.overwrite(fields.start, fields.end, input)
    else
      module.edits.appendLeft(
        object.properties[0]?.start ?? object.start + 1,
        `${input},${gap(module, object)}`,
      )
  }
  return true
}

/** `undefined` if the source does not show all keys. */
function listedKeys(module: EditedModule, { value }: Property): readonly string[] | undefined {
  const fields = declaredValue(module, value)
  if (fields?.type !== 'ObjectExpression') return undefined
  const keys = objectKeys(fields as ObjectExpression)
  return keys.includes('') || keys.length < (fields as ObjectExpression).properties.length ? undefined : keys
}

function readsOf(place: Place, object: ObjectExpression): InputReads {
  const { sources, file, module } = place
  const value = propertyNamed(object, 'authorize')?.value
  const declared = nameOf(value) === undefined ? undefined : originOf(sources, file, module, value as Node)
  if (!declared || declared.file === file) return readsOfInput(place, declaredValue(module, value))
  const reads = sources.inspect(declared.file, (other) =>
    readsOfInput({ sources, file: declared.file, module: other }, valueNamed(other, declared.name)),
  )
  return reads ?? readsOfInput(place, undefined)
}

function sourceOf({ quote }: EditedModule, names: ReadonlySet<string>): string {
  const isSecret = /password|secret|code|otp|token/i
  const fields = [...names].map((name) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `${quote}${name.replace(/[\\'"]/g, '\\$&')}${quote}`
    return isSecret.test(name) ? `${key}: { type: ${quote}password${quote} }` : `${key}: {}`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
