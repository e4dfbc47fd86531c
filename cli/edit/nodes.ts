import type { Node, ObjectExpression, Property, TemplateLiteral } from 'acorn'

interface NamedNode extends Node {
  readonly name: string
}

export function isNamed(node: Node | null | undefined, name: string): node is NamedNode {
  return node?.type === 'Identifier' && (node as NamedNode).name === name
}

export function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? (node as NamedNode).name : undefined
}

/** The value of a string literal, or of a template without expressions. */
export function stringOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') {
    const { quasis } = node as TemplateLiteral
    return quasis.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined
  }
  const value = literalValue(node)
  return typeof value === 'string' ? value : undefined
}

export function booleanOf(node: Node | null | undefined): boolean | undefined {
  const value = literalValue(node)
  return typeof value === 'boolean' ? value : undefined
}

function literalValue(node: Node | null | undefined): unknown {
  return node?.type === 'Literal' ? (node as Node & { value?: unknown }).value : undefined
}

export function propertyNamed(object: ObjectExpression | undefined, name: string): Property | undefined {
  return object?.properties.find(
    (property): property is Property => property.type === 'Property' && keyOf(property) === name,
  )
}

export function keyOf({ key, computed }: Property): string | undefined {
  return computed ? undefined : (nameOf(key) ?? stringOf(key))
}

/** The expression without `as`, `satisfies`, `!` and parentheses around it. */
export function bare(node: Node): Node {
  const { type } = node
  if (!/^(?:TS(?:As|Satisfies|NonNull)|TSType\w*Assertion|Parenthesized)/.test(type)) return node
  return bare((node as Node & { expression: Node }).expression)
}

/** The names that a pattern, or a property of a pattern, declares. */
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
