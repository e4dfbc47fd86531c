import type { CallExpression, Node, ObjectExpression, Property } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'

/** A node with the one above it. */
export interface Placed {
  readonly node: Node
  readonly parent: Node
}

interface Named extends Node {
  readonly name: string
}

/** Every node with its parent, parents before children. */
export function* placedNodes(node: Node): Generator<Placed> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child === null || typeof child !== 'object' || typeof child.type !== 'string') continue
      yield { node: child as Node, parent: node }
      yield* placedNodes(child as Node)
    }
  }
}

export function isNamed(node: Node | null | undefined, name: string): node is Named {
  return node?.type === 'Identifier' && (node as Named).name === name
}

export function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? (node as Named).name : undefined
}

/** The string that a node is, or `undefined`. */
export function stringOf(node: Node | null | undefined): string | undefined {
  const value = node?.type === 'Literal' ? (node as Node & { value?: unknown }).value : undefined
  return typeof value === 'string' ? value : undefined
}

/** Where a name of the module is used: neither as the name of a property, nor in an import or as a declared name. */
export function usesOf({ program }: EditedModule, name: string): readonly Placed[] {
  const uses = new Map<number, Placed>()
  for (const placed of placedNodes(program)) {
    const { node, parent } = placed
    if (!isNamed(node, name) || parent.type.startsWith('Import')) continue
    const above = parent as unknown as Record<string, unknown>
    const isKey = above['key'] === node && above['computed'] !== true && above['shorthand'] !== true
    const isMember = above['property'] === node && above['computed'] !== true
    const isDeclared = above['id'] === node
    const isExportedName = parent.type === 'ExportSpecifier' && above['local'] !== node
    if (isKey || isMember || isDeclared || isExportedName) continue
    uses.set(node.start, placed)
  }
  return [...uses.values()]
}

/** Gives a name of the module another one, wherever it is used. */
export function renameUses(module: EditedModule, from: string, to: string): void {
  if (from === to) return
  for (const { node, parent } of usesOf(module, from)) {
    const isShorthand = (parent as Partial<Property>).shorthand === true
    module.edits.update(node.start, node.end, isShorthand ? `${from}: ${to}` : to)
  }
}

export function propertyNamed(object: ObjectExpression, name: string): Property | undefined {
  return object.properties.find(
    (property): property is Property => property.type === 'Property' && keyOf(property) === name,
  )
}

export function keyOf({ key, computed }: Property): string | undefined {
  return computed ? undefined : (nameOf(key) ?? stringOf(key))
}

/** The expression without what TypeScript adds to it: `as`, `satisfies`, `!` and parentheses. */
export function bare(node: Node): Node {
  const { type } = node
  if (!/^(?:TS(?:As|Satisfies|NonNull)|TSType\w*Assertion|Parenthesized)/.test(type)) return node
  return bare((node as Node & { expression: Node }).expression)
}

export function callsOf({ program }: EditedModule, name: string): readonly CallExpression[] {
  return [...nodesOf(program)].filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' && isNamed((node as CallExpression).callee, name),
  )
}

/** The statement of the module that a node is in. */
export function statementOf({ program }: EditedModule, { start, end }: Node): Node | undefined {
  return program.body.find((statement) => statement.start <= start && end <= statement.end)
}

/** The end of a statement with its line break, and the comments that end its line. */
export function endOfStatement(text: string, end: number): number {
  const rest = text.slice(end).match(/^;?[^\S\r\n]*(?:\r?\n)?/)?.[0] ?? ''
  return end + rest.length
}

/** The functions around a node, the nearest first. */
export function functionsAround({ program }: EditedModule, { start, end }: Node): readonly Node[] {
  return [...nodesOf(program)]
    .filter((node) => /Function/.test(node.type) && node.type !== 'TSFunctionType')
    .filter((node) => node.start <= start && end <= node.end)
    .reverse()
}
