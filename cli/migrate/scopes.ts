import type { Node } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { boundNames } from '../edit/nodes.js'

/** The nodes in which a name has another meaning, because they declare it again. */
export function shadowsOf({ program }: EditedModule, name: string): readonly Node[] {
  return [...nodesOf(program)].filter((node) => node !== program && declaresName(node, name))
}

export function declaresAtTop({ program }: EditedModule, name: string): boolean {
  return program.body.some((statement) => {
    if (statement.type === 'ImportDeclaration')
      return statement.specifiers.some(({ local }) => local.name === name)
    const { declaration } = statement as Node & { declaration?: Node | null }
    return declaredBy(declaration ?? statement).includes(name)
  })
}

export function isWithin({ start, end }: Node, outer: readonly Node[]): boolean {
  return outer.some((each) => each.start <= start && end <= each.end)
}

interface Scope extends Node {
  readonly id?: Node | null
  readonly params?: readonly Node[]
  readonly param?: Node | null
  readonly init?: Node | null
  readonly left?: Node
  readonly body?: Node | readonly Node[]
  readonly cases?: readonly { readonly consequent: readonly Node[] }[]
}

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

function declaredBy(statement: Node | null | undefined): readonly string[] {
  const { id, declarations = [] } = (statement ?? {}) as Node & {
    id?: Node | null
    declarations?: readonly { readonly id: Node }[]
  }
  if (statement?.type === 'VariableDeclaration') return declarations.flatMap((each) => boundNames(each.id))
  return /^(?:Function|Class)Declaration$/.test(statement?.type ?? '') ? boundNames(id) : []
}

/** Yields the `var` declarations in a node. They are visible in the entire function, even before their statement. */
function* hoisted(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child === null || typeof child !== 'object' || typeof child.type !== 'string') continue
      if (child.type === 'VariableDeclaration' && child.kind === 'var') yield child
      if (!/Function/.test(child.type)) yield* hoisted(child)
    }
  }
}
