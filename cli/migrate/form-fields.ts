import type { CallExpression, Node, ObjectExpression, Property } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import {
  bare,
  gap,
  type ImportedName,
  isNamed,
  keysOf,
  leaveTodo,
  nameOf,
  propertyNamed,
  usesOf,
} from './syntax.js'

/**
 * Renames the option `credentials` of each credentials provider to `input`. If it is missing or empty,
 * derives the fields from `authorize`. Leaves a comment and returns `false` if that is not possible.
 */
export function moveFields(module: EditedModule, { local }: ImportedName): boolean {
  const objects: ObjectExpression[] = []
  for (const { node, parent } of usesOf(module, local)) {
    const [argument] = (parent as Partial<CallExpression>).arguments ?? []
    const options = argument && bare(argument)
    if (options?.type !== 'ObjectExpression') return leaveFields(module, node)
    objects.push(options as ObjectExpression)
  }
  const inputs = objects.map((object) => {
    const fields = propertyNamed(object, 'credentials')
    const literal = fields?.value.type === 'ObjectExpression' ? (fields.value as ObjectExpression) : undefined
    if (fields && (!literal || literal.properties.length > 0)) return { object, fields, source: undefined }
    return { object, fields, source: sourceOfFields(module, object) }
  })
  const unknown = inputs.find(({ fields, source }) => source === undefined && (!fields || isEmpty(fields)))
  if (unknown) return leaveFields(module, unknown.object)
  for (const { object, fields, source } of inputs) {
    if (source === undefined && fields?.shorthand) module.edits.appendLeft(fields.start, 'input: ')
    else if (source === undefined && fields) module.edits.overwrite(fields.key.start, fields.key.end, 'input')
    else if (fields) module.edits.overwrite(fields.start, fields.end, `input: ${source}`)
    else
      module.edits.appendLeft(
        object.properties[0]?.start ?? object.start + 1,
        `input: ${source},${gap(module, object)}`,
      )
  }
  return true
}

/** Leaves a comment that the user has to list the fields of the form. Returns `false`. */
function leaveFields(module: EditedModule, node: Node): false {
  leaveTodo(module, node, 'name the fields of the form under input.', 'credentials')
  return false
}

function isEmpty({ value }: Property): boolean {
  return value.type === 'ObjectExpression' && value.properties.length === 0
}

/**
 * Code for the form fields, if the options list none: the members of its parameter that `authorize` reads, and
 * the keys of a schema that parses it. Returns `undefined` if there are none.
 */
function sourceOfFields(module: EditedModule, object: ObjectExpression): string | undefined {
  const authorize = propertyNamed(object, 'authorize')?.value
  const { params = [], body } = (authorize ?? {}) as Node & { params?: readonly Node[]; body?: Node }
  const [parameter] = params
  if (!body) return undefined
  if (!parameter) return '{}'
  const names = new Set<string>()
  const input = nameOf(parameter)
  if (parameter.type === 'ObjectPattern') for (const name of keysOf(parameter)) names.add(name)
  if (input !== undefined) {
    const aliases = new Set([input])
    const results = new Set<string>()
    const addFields = (target: Node | undefined) => {
      if (target?.type === 'ObjectPattern') for (const name of keysOf(target)) names.add(name)
      else addName(aliases, target)
    }
    for (const node of nodesOf(body)) {
      const { id, init } = node as Node & { id?: Node; init?: Node | null }
      if (node.type === 'VariableDeclarator' && init && id) {
        const value = bare(
          init.type === 'AwaitExpression' ? (init as Node & { argument: Node }).argument : init,
        )
        const { object: parsed, property: data } = value as Node & { object?: Node; property?: Node }
        const isData = nameOf(data) === 'data' && results.has(nameOf(parsed) ?? '')
        const isInput = isData || aliases.has(nameOf(value) ?? '')
        if (isParsed(value, aliases)) {
          if (!/^safe/.test(parserOf(value))) addFields(id)
          else if (id.type !== 'ObjectPattern') addName(results, id)
          else addFields(propertyNamed(id as Node as ObjectExpression, 'data')?.value)
        }
        for (const name of schemaKeys(module, value, aliases) ?? []) names.add(name)
        if (isInput) addFields(id)
      }
      const {
        object: owner,
        property,
        computed,
      } = node as Node & {
        object?: Node
        property?: Node
        computed?: boolean
      }
      if (node.type !== 'MemberExpression' || computed || !owner) continue
      const { object: result, property: data } = bare(owner) as Node & { object?: Node; property?: Node }
      const isOfData = nameOf(data) === 'data' && results.has(nameOf(result) ?? '')
      if (isOfData || aliases.has(nameOf(bare(owner)) ?? '')) addName(names, property)
    }
  }
  if (names.size === 0) return undefined
  const isSecret = /password|secret|code|otp|token/i
  const fields = [...names].map((name) =>
    isSecret.test(name) ? `${name}: { type: ${module.quote}password${module.quote} }` : `${name}: {}`,
  )
  return `{ ${fields.join(', ')} }`
}

/** Adds the name of an identifier. Adds nothing for any other node. */
function addName(names: Set<string>, node: Node | undefined): void {
  const name = nameOf(node)
  if (name !== undefined) names.add(name)
}

/** The name of the method that a call calls, such as `safeParse`. */
function parserOf(call: Node): string {
  return nameOf((call as Node & { callee?: Node & { property?: Node } }).callee?.property) ?? ''
}

/** Whether a call parses an input with a schema, such as `schema.parse(input)`. */
function isParsed(value: Node, inputs: ReadonlySet<string>): boolean {
  const [argument] = (value as Node & { arguments?: readonly Node[] }).arguments ?? []
  return argument !== undefined && inputs.has(nameOf(bare(argument)) ?? '') && /parse/i.test(parserOf(value))
}

/**
 * The keys of the schema that parses an input: `z.object({ … })`, in the call or in a constant of the module.
 */
function schemaKeys(
  module: EditedModule,
  value: Node,
  inputs: ReadonlySet<string>,
): readonly string[] | undefined {
  const call = [...nodesOf(value)].find(
    (node): node is CallExpression =>
      node.type === 'CallExpression' &&
      inputs.has(nameOf(bare((node as CallExpression).arguments[0] ?? node)) ?? '') &&
      /parse/i.test(nameOf(((node as CallExpression).callee as Node & { property?: Node }).property) ?? ''),
  )
  if (!call) return undefined
  let schema: Node = (call.callee as Node & { object: Node }).object
  const name = nameOf(schema)
  if (name !== undefined) {
    const declared = [...nodesOf(module.program)].find(
      (node) => node.type === 'VariableDeclarator' && isNamed((node as Node & { id: Node }).id, name),
    ) as (Node & { init?: Node }) | undefined
    if (!declared?.init) return undefined
    schema = declared.init
  }
  const object = [...nodesOf(schema)].find(({ type }) => type === 'ObjectExpression') as
    | ObjectExpression
    | undefined
  return object?.properties.flatMap((property) =>
    property.type === 'Property' ? (nameOf(property.key) ?? []) : [],
  )
}
