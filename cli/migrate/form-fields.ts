import type { CallExpression, ObjectExpression, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, propertyNamed } from '../edit/nodes.js'
import { type InputReads, readsOfInput } from './input-reads.js'
import type { Place } from './sources.js'
import { declaredValue, gap, type ImportedName, leaveTodo, usesOf } from './syntax.js'

const nameFields = 'name the fields of the form under input.'

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
    const reads = !fields || isEmpty(fields) ? readsOf(place, object) : undefined
    return { object, fields, reads }
  })
  const unknown = inputs.find(({ reads }) => reads?.names.size === 0 && !reads.isWithoutInput)
  if (unknown) {
    leaveTodo(module, unknown.object, nameFields, 'credentials')
    return false
  }
  for (const { object, fields, reads } of inputs) {
    if (reads && !reads.isComplete) {
      const [first = object] = object.properties
      leaveTodo(module, fields ?? first, 'name the other fields of the form under input.', 'credentials')
    }
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

function isEmpty({ value }: Property): boolean {
  return value.type === 'ObjectExpression' && value.properties.length === 0
}

function readsOf(place: Place, object: ObjectExpression): InputReads {
  const authorize = declaredValue(place.module, propertyNamed(object, 'authorize')?.value)
  return readsOfInput(place, authorize)
}

function sourceOf({ quote }: EditedModule, names: ReadonlySet<string>): string {
  const isSecret = /password|secret|code|otp|token/i
  const fields = [...names].map((name) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `${quote}${name.replace(/[\\'"]/g, '\\$&')}${quote}`
    return isSecret.test(name) ? `${key}: { type: ${quote}password${quote} }` : `${key}: {}`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
