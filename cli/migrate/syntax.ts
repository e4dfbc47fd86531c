import type {
  AssignmentPattern,
  CallExpression,
  ImportDeclaration,
  Node,
  ObjectExpression,
  ObjectPattern,
  Property,
  TemplateLiteral,
  VariableDeclarator,
} from 'acorn'
import { declaredNames, type EditedModule, nodesOf } from '../edit/module.js'
import { pagePath } from '../package-files.js'
import { isWithin, shadowsOf } from './scopes.js'

/** A node and its parent. */
export interface Placed {
  readonly node: Node
  readonly parent: Node
}

interface NamedNode extends Node {
  readonly name: string
}

/** Every node below a node with its parent, parents before children. */
export function* placedNodes(node: Node): Generator<Placed> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child === null || typeof child !== 'object' || typeof child.type !== 'string') continue
      yield { node: child as Node, parent: node }
      yield* placedNodes(child as Node)
    }
  }
}

/** Whether a node is an identifier with this name. */
export function isNamed(node: Node | null | undefined, name: string): node is NamedNode {
  return node?.type === 'Identifier' && (node as NamedNode).name === name
}

/** The name of an identifier. `undefined` for any other node. */
export function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? (node as NamedNode).name : undefined
}

/** The name of the property that a member expression reads. */
export function propertyOf(node: Node | null | undefined): string | undefined {
  if (node?.type !== 'MemberExpression') return undefined
  const { property, computed } = node as Node & { property: Node; computed: boolean }
  return computed ? stringOf(property) : nameOf(property)
}

/** The string value of a node, or `undefined`. A template without expressions is a string, too. */
export function stringOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') {
    const { quasis } = node as TemplateLiteral
    return quasis.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined
  }
  const value = node?.type === 'Literal' ? (node as Node & { value?: unknown }).value : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * The uses of a name in the module, including uses in JSX. Leaves out property names, imports, declarations,
 * and scopes that declare the name again.
 */
export function usesOf(module: EditedModule, name: string): readonly Placed[] {
  const uses = new Map<number, Placed>()
  const shadows = shadowsOf(module, name)
  for (const placed of placedNodes(module.program)) {
    const { node, parent } = placed
    if (!isNamed(node, name) && !isElementNamed(placed, name)) continue
    if (parent.type.startsWith('Import') || isWithin(node, shadows)) continue
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

/** Whether a node is a name in the tag of a JSX element, such as `<Name>` or `<Name.Part>`. */
function isElementNamed({ node, parent }: Placed, name: string): boolean {
  if (node.type !== 'JSXIdentifier' || (node as NamedNode).name !== name) return false
  if (parent.type === 'JSXMemberExpression') return (parent as Node & { object: Node }).object === node
  // `<name>` is an HTML element.
  return /^JSX(?:Opening|Closing)Element$/.test(parent.type) && !/^[a-z]/.test(name)
}

/** The property of an object literal with this key. */
export function propertyNamed(object: ObjectExpression, name: string): Property | undefined {
  return object.properties.find(
    (property): property is Property => property.type === 'Property' && keyOf(property) === name,
  )
}

/** The key of a property. `undefined` if it is computed. */
export function keyOf({ key, computed }: Property): string | undefined {
  return computed ? undefined : (nameOf(key) ?? stringOf(key))
}

/** The keys of an object pattern, except computed ones. */
export function keysOf(pattern: Node): readonly string[] {
  const { properties } = pattern as ObjectPattern
  return properties.flatMap((each) => (each.type === 'Property' ? (keyOf(each as Property) ?? []) : []))
}

/** The local name of a property in an object pattern. `undefined` if the pattern does not name its value. */
export function localOf(pattern: Node, key: string): string | undefined {
  const { properties } = pattern as ObjectPattern
  const property = properties.find((each) => each.type === 'Property' && keyOf(each as Property) === key)
  const value = (property as Property | undefined)?.value as Node | undefined
  return nameOf(value?.type === 'AssignmentPattern' ? (value as AssignmentPattern).left : value)
}

/** The expression without `as`, `satisfies`, `!` and parentheses around it. */
export function bare(node: Node): Node {
  const { type } = node
  if (!/^(?:TS(?:As|Satisfies|NonNull)|TSType\w*Assertion|Parenthesized)/.test(type)) return node
  return bare((node as Node & { expression: Node }).expression)
}

/** The calls of a function in the module, by its name. */
export function callsOf(module: EditedModule, name: string): readonly CallExpression[] {
  const shadows = shadowsOf(module, name)
  return [...nodesOf(module.program)].filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' &&
      isNamed((node as CallExpression).callee, name) &&
      !isWithin(node, shadows),
  )
}

/** The top-level statement that contains a node. */
export function statementOf({ program }: EditedModule, { start, end }: Node): Node | undefined {
  return program.body.find((statement) => statement.start <= start && end <= statement.end)
}

/** The variable that a statement declares, if it declares only one. */
export function onlyDeclared(statement: Node): VariableDeclarator | undefined {
  const { declaration } = statement as Node & { declaration?: Node | null }
  const { declarations = [] } = (declaration ?? statement) as Node & {
    declarations?: readonly VariableDeclarator[]
  }
  return declarations.length === 1 ? declarations[0] : undefined
}

/**
 * The function or the value of the variable that a name refers to. Any other expression is returned
 * unchanged.
 */
export function declaredValue({ program }: EditedModule, value: Node | undefined): Node | undefined {
  const name = nameOf(value)
  if (name === undefined) return value
  for (const statement of program.body) {
    const { declaration } = statement as Node & { declaration?: Node | null }
    const declared = declaration ?? statement
    const { id, declarations = [] } = declared as Node & {
      id?: Node
      declarations?: readonly { id: Node; init?: Node | null }[]
    }
    if (declared.type === 'FunctionDeclaration' && nameOf(id) === name) return declared
    const constant = declarations.find((each) => nameOf(each.id) === name)
    if (constant) return constant.init ? bare(constant.init) : undefined
  }
  return undefined
}

/** The end of a statement, including a semicolon and the line break after it. */
export function endOfStatement(text: string, end: number): number {
  const rest = text.slice(end).match(/^;?[^\S\r\n]*(?:\r?\n)?/)?.[0] ?? ''
  return end + rest.length
}

/** The start of the empty line above a statement, or else of the statement. */
export function startWithEmptyLine(text: string, start: number): number {
  return start - (text.slice(0, start).match(/\n([^\S\n]*\n)$/)?.[1]?.length ?? 0)
}

/** A part of the source. */
export type Range = Pick<Node, 'start' | 'end'>

/** The comments in a part of the source. Leaves out the comments inside `kept`. */
export function commentsIn(
  { comments, text }: EditedModule,
  { start, end }: Range,
  kept: readonly Range[] = [],
): readonly string[] {
  return comments
    .filter((comment) => start <= comment.start && comment.end <= end)
    .filter((comment) => !kept.some((each) => each.start <= comment.start && comment.end <= each.end))
    .map((comment) => text.slice(comment.start, comment.end))
}

/** The functions that contain a node, innermost first. */
export function functionsAround({ program }: EditedModule, { start, end }: Node): readonly Node[] {
  return [...nodesOf(program)]
    .filter((node) => /Function/.test(node.type) && node.type !== 'TSFunctionType')
    .filter((node) => node.start <= start && end <= node.end)
    .reverse()
}

/** A name that a module imports. `imported` is `default`, `*`, or the exported name. */
export interface ImportedName {
  readonly imported: string
  readonly local: string
  readonly from: string
  readonly isType: boolean
  readonly declaration: ImportDeclaration
  readonly specifier: Node
}

/** The names that a module imports with `import`. */
export function importedNames({ program }: EditedModule): readonly ImportedName[] {
  return program.body
    .filter((node) => node.type === 'ImportDeclaration')
    .flatMap((declaration) =>
      declaration.specifiers.map((specifier) => ({
        imported:
          specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : specifier.type === 'ImportNamespaceSpecifier'
              ? '*'
              : (nameOf(specifier.imported) ?? stringOf(specifier.imported) ?? ''),
        local: specifier.local.name,
        from: String(declaration.source.value),
        isType: isTypeOnly(declaration) || isTypeOnly(specifier),
        declaration,
        specifier,
      })),
    )
}

function isTypeOnly(node: Node): boolean {
  return (node as Node & { importKind?: string }).importKind === 'type'
}

/** The first of these names that the module does not declare in any scope. */
export function freeName(module: EditedModule, names: readonly string[]): string {
  const taken = declaredNames(module)
  const isFree = (name: string) => !taken.has(name) && shadowsOf(module, name).length === 0
  return names.find(isFree) ?? `${names.at(-1)}_`
}

/**
 * Every string that names a module: in imports, exports, `import()`, `require()`, mocks of tests and
 * `declare module`.
 */
export function* specifiersOf({ program }: EditedModule): Generator<{ node: Node; value: string }> {
  for (const node of nodesOf(program)) {
    const { source, argument, id, callee, expression } = node as Node & Record<string, Node | undefined>
    const args = (node as Node & { arguments?: readonly Node[] }).arguments
    const specifier =
      /^(?:Import|Export)/.test(node.type) && source
        ? source
        : node.type === 'TSImportType'
          ? ((argument as (Node & { literal?: Node }) | undefined)?.literal ?? argument)
          : node.type === 'TSModuleDeclaration'
            ? id
            : node.type === 'TSExternalModuleReference'
              ? expression
              : node.type === 'CallExpression' && callee && loadsModule(callee)
                ? args?.[0]
                : undefined
    const value = stringOf(specifier)
    if (specifier && value !== undefined) yield { node: specifier, value }
  }
}

/**
 * Whether a function receives the name of a module: `require`, `require.resolve`, and functions of Vitest,
 * Jest and Bun.
 */
function loadsModule(callee: Node): boolean {
  if (nameOf(callee) === 'require') return true
  const { object, property } = callee as Node & { object?: Node; property?: Node }
  const owner = nameOf(object)
  const name = nameOf(property) ?? ''
  if (owner === 'require') return name === 'resolve'
  if (!['vi', 'vitest', 'jest', 'mock'].includes(owner ?? '')) return false
  return /mock|^module$|importActual|requireActual|requireMock/i.test(name)
}

/** The prefix of comments that the command leaves. The command finds the remaining steps by this prefix. */
export const marker = 'TODO(authwright):'

/** The page of the documentation to which comments refer, each with a heading. */
const page = pagePath('migrating/auth-js.md')

/**
 * Adds a comment above the statement or the property that contains a node, unless the comment is already
 * there.
 *
 * @param heading - The anchor of a heading on the page of the documentation.
 */
export function leaveTodo(module: EditedModule, node: Node, message: string, heading: string): void {
  const { text, edits, newline, noted } = module
  const around = [...nodesOf(module.program)].filter(
    ({ type, start, end }) =>
      start <= node.start &&
      node.end <= end &&
      (type === 'Property' || (/Statement$|Declaration$/.test(type) && type !== 'BlockStatement')),
  )
  const holder = around.filter(({ start }) => /^[^\S\n]*$/.test(lineBefore(text, start))).at(-1)
  const at = holder?.start ?? node.start
  const indent = lineBefore(text, at)
  const comment = `// ${marker} ${message} See ${page}#${heading}`
  const inline = `/* ${comment.slice(3)} */`
  if ([comment, inline].some((each) => text.slice(0, at).trimEnd().endsWith(each))) return
  if (noted.has(`${at} ${message}`)) return
  noted.add(`${at} ${message}`)
  if (/^[^\S\n]*$/.test(indent)) edits.appendLeft(at, `${comment}${newline}${indent}`)
  else edits.appendLeft(at, `${inline} `)
}

function lineBefore(text: string, position: number): string {
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
}

/**
 * The space between two properties of an object: a line break with indentation, or a space if the object is
 * on one line.
 */
export function gap({ text, newline }: EditedModule, object: ObjectExpression): string {
  const first = object.properties[0]
  const indent = first && text.slice(0, first.start).match(/\n([^\S\n]*)$/)?.[1]
  return indent === undefined ? ' ' : `${newline}${indent}`
}

/** A place in the sources where the user has to do a manual step. */
export interface Remaining {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The places in a file that have a comment of the command. */
export function remainingIn(file: string, text: string): readonly Remaining[] {
  return text.split('\n').flatMap((line, index) => {
    const at = line.indexOf(marker)
    if (at === -1) return []
    const message = line.slice(at + marker.length).replace(/(?:\*\/|-->).*$/, '')
    return [{ file, line: index + 1, message: message.trim() }]
  })
}
