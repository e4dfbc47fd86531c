import type { Node, Property } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'

/**
 * The functions and blocks of a module that declare a name again, so that the name has another meaning inside
 * them.
 */
export function shadowsOf({ program }: EditedModule, name: string): readonly Node[] {
  return [...nodesOf(program)].filter((node) => node !== program && declaresName(node, name))
}

/** Whether a node is inside one of several other nodes. */
export function isWithin({ start, end }: Node, outer: readonly Node[]): boolean {
  return outer.some((each) => each.start <= start && end <= each.end)
}

/** The names that a pattern declares: a parameter, or the left side of a declaration. */
export function boundNames(pattern: Node | null | undefined): readonly string[] {
  if (!pattern) return []
  const { name, elements, properties, left, argument, parameter, value } = pattern as Node & {
    name?: string
    elements?: readonly (Node | null)[]
    properties?: readonly Property[]
  } & Record<'left' | 'argument' | 'parameter' | 'value', Node | undefined>
  if (pattern.type === 'Identifier') return [name ?? '']
  if (pattern.type === 'ArrayPattern') return (elements ?? []).flatMap(boundNames)
  if (pattern.type === 'ObjectPattern') return (properties ?? []).flatMap((each) => boundNames(each))
  if (pattern.type === 'Property') return boundNames(value)
  return boundNames(left ?? argument ?? parameter)
}

/** The members of nodes that can declare a name. */
interface Scope extends Node {
  readonly id?: Node | null
  readonly params?: readonly Node[]
  readonly param?: Node | null
  readonly init?: Node | null
  readonly left?: Node
  readonly body?: Node | readonly Node[]
  readonly cases?: readonly { readonly consequent: readonly Node[] }[]
}

/** Whether a function, block, loop or `catch` clause declares a name. */
function declaresName(node: Node, name: string): boolean {
  const { id, params = [], param, init, left, body, cases = [] } = node as Scope
  const isDeclared = (statements: readonly (Node | null | undefined)[]) =>
    statements.some((statement) => declaredBy(statement).includes(name))
  if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
    const ownName = node.type === 'FunctionExpression' ? boundNames(id) : []
    const names = [...ownName, ...params.flatMap(boundNames)]
    return names.includes(name) || [...hoisted(body as Node)].some((each) => declaredBy(each).includes(name))
  }
  if (node.type === 'ClassExpression') return boundNames(id).includes(name)
  if (/^(?:BlockStatement|StaticBlock)$/.test(node.type)) return isDeclared(body as readonly Node[])
  if (node.type === 'SwitchStatement') return isDeclared(cases.flatMap(({ consequent }) => consequent))
  if (/^For/.test(node.type)) return isDeclared([init, left])
  return node.type === 'CatchClause' && boundNames(param).includes(name)
}

/** The names that a statement declares. Empty for statements that are not declarations. */
function declaredBy(statement: Node | null | undefined): readonly string[] {
  const { id, declarations = [] } = (statement ?? {}) as Node & {
    id?: Node | null
    declarations?: readonly { readonly id: Node }[]
  }
  if (statement?.type === 'VariableDeclaration') return declarations.flatMap((each) => boundNames(each.id))
  return /^(?:Function|Class)Declaration$/.test(statement?.type ?? '') ? boundNames(id) : []
}

/**
 * The `var` declarations of a function. They are visible in the entire function, even before their statement.
 */
function* hoisted(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child === null || typeof child !== 'object' || typeof child.type !== 'string') continue
      if (child.type === 'VariableDeclaration' && child.kind === 'var') yield child
      if (!/Function/.test(child.type)) yield* hoisted(child)
    }
  }
}
