import type { FunctionDeclaration, Node, VariableDeclaration, VariableDeclarator } from 'acorn'
import { type EditedModule, nodesOf } from './module.js'
import { boundNames, nameOf } from './nodes.js'

/** The nodes in expressions, and in the constants and functions of the module that they use. */
export function nodesUsedBy({ program }: EditedModule, expressions: readonly Node[]): readonly Node[] {
  const declared = program.body.flatMap(declarationsIn)
  const sources = new Set<Node>(expressions)
  // The loop also visits the nodes that it adds.
  for (const source of sources) {
    const names = namesUsedIn(source)
    for (const each of declared) if (boundNames(each.id).some((name) => names.has(name))) sources.add(each)
  }
  return [...sources].flatMap((source) => [...nodesOf(source)])
}

type Declaration = VariableDeclarator | FunctionDeclaration

function declarationsIn(statement: Node): readonly Declaration[] {
  const { declaration } = statement as Node & { declaration?: Node | null }
  const declared = declaration ?? statement
  if (declared.type === 'VariableDeclaration') return (declared as VariableDeclaration).declarations
  return declared.type === 'FunctionDeclaration' ? [declared as FunctionDeclaration] : []
}

/** The names that code uses, except property names. */
function namesUsedIn(source: Node): ReadonlySet<string> {
  const nodes = [...nodesOf(source)] as readonly (Node & Named)[]
  const labels = new Set(
    nodes.map(({ key, property, computed }) => (computed ? undefined : (key ?? property))),
  )
  return new Set(nodes.flatMap((node) => (labels.has(node) ? [] : (nameOf(node) ?? []))))
}

interface Named {
  readonly key?: Node
  readonly property?: Node
  readonly computed?: boolean
}
