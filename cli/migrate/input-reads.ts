import type { Node, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, isNamed, keyOf, nameOf } from '../edit/nodes.js'
import { schemaKeys } from './schema-keys.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Place } from './sources.js'
import { placedNodes, propertyOf } from './syntax.js'

export interface InputReads {
  readonly names: ReadonlySet<string>
  /** Whether `names` contains all fields that the function can read. */
  readonly isComplete: boolean
  readonly isWithoutInput: boolean
}

/** The keys under which the results of `safeParse` in Zod and in Valibot contain the input. */
const dataKeys: readonly string[] = ['data', 'output']

type ValueKind = 'input' | 'result'

export function readsOfInput(place: Place, node: Node | undefined): InputReads {
  const { params, body } = (node ?? {}) as Node & { params?: readonly Node[]; body?: Node }
  const names = new Set<string>()
  if (!node || !params || !body) return { names, isComplete: false, isWithoutInput: false }
  const parents = new Map([...placedNodes(node)].map(({ node: child, parent }) => [child, parent]))
  let isComplete = true

  /** Whether a member is called, such as in `input.hasOwnProperty('email')`, or as `.then()` of a parsed input. */
  const isMethod = (member: Node): boolean =>
    (parents.get(member) as (Node & { callee?: Node }) | undefined)?.callee === member

  const bind = (pattern: Node, kind: ValueKind): void => {
    const { left, properties = [] } = pattern as Node & { left?: Node; properties?: readonly Property[] }
    if (left) bind(left, kind)
    else if (pattern.type === 'Identifier') {
      for (const use of usesWithin(node, pattern)) follow(use, kind)
    } else if (pattern.type !== 'ObjectPattern') isComplete = false
    for (const property of properties) {
      const key = property.type === 'Property' ? keyOf(property) : undefined
      if (key === undefined) isComplete = false
      else if (kind === 'input') names.add(key)
      else if (dataKeys.includes(key)) bind(property.value, 'input')
    }
  }

  const follow = (value: Node, kind: ValueKind): void => {
    const parent = parents.get(value)
    const { id, left, operator, test, object } = (parent ?? {}) as Node & {
      operator?: string
    } & {
      [key in 'id' | 'left' | 'test' | 'object']?: Node
    }
    const { type = '' } = parent ?? {}
    if (!parent) isComplete = false
    else if (operator === 'in') isComplete = false
    else if (/^(?:Unary|Binary)Expression$|^ExpressionStatement$/.test(type) || test === value) return
    else if (operator === '&&' && left === value) return
    else if (/^(?:Await|Chain|Logical|Conditional)Expression$/.test(type) || bare(parent) !== parent)
      follow(parent, kind)
    else if (type === 'VariableDeclarator' && id) bind(id, kind)
    else if (type === 'CallExpression') passTo(parent, value)
    else if (type === 'MemberExpression' && object === value) {
      const name = propertyOf(parent)
      if (kind === 'result' && name !== undefined) {
        if (dataKeys.includes(name)) follow(parent, 'input')
      } else if (name === undefined || isMethod(parent)) isComplete = false
      else names.add(name)
    } else isComplete = false
  }

  const passTo = (call: Node, value: Node): void => {
    const { callee, arguments: args } = call as Node & {
      callee: Node & { object?: Node }
      arguments: readonly Node[]
    }
    const method = propertyOf(callee) ?? nameOf(callee) ?? ''
    if (nameOf(callee.object) === 'console') return
    const isParser = /^(?:safeP|p)arse(?:Async)?$/.test(method)
    const schema = args.indexOf(value) === 0 ? callee.object : args[0]
    const keys = isParser || /^validate(?:Sync|Async)?$/.test(method) ? schemaKeys(place, schema) : undefined
    for (const key of keys ?? []) names.add(key)
    // The result of validate() in Yup also has the fields that the schema does not name.
    if (keys && isParser) return
    isComplete = false
    if (isParser) follow(call, method.startsWith('safe') ? 'result' : 'input')
  }

  const [parameter] = params
  if (parameter) bind(parameter, 'input')
  return { names, isComplete, isWithoutInput: parameter === undefined }
}

function usesWithin(outer: Node, declared: Node): readonly Node[] {
  const name = nameOf(declared) ?? ''
  const shadowsIn = (program: Node) => shadowsOf({ program } as EditedModule, name)
  const scope =
    shadowsIn(outer)
      .filter((each) => isWithin(declared, [each]))
      .at(-1) ?? outer
  const inner = shadowsIn(scope)
  const uses = new Map<number, Node>()
  for (const { node, parent } of placedNodes(scope)) {
    const { key, property, computed, shorthand } = parent as Node & {
      [key in 'key' | 'property']?: Node
    } & { computed?: boolean; shorthand?: boolean }
    const isKey = (key === node && !shorthand) || property === node
    if (!isNamed(node, name) || node.start === declared.start || isWithin(node, inner)) continue
    if (!isKey || computed) uses.set(node.start, node)
  }
  return [...uses.values()]
}
