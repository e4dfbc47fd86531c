import type {
  AssignmentPattern,
  CallExpression,
  ImportDeclaration,
  Node,
  ObjectExpression,
  ObjectPattern,
  Property,
  VariableDeclarator,
} from 'acorn'
import { declaredNames, type EditedModule, isTypeOnly, nodesOf } from '../edit/module.js'
import { bare, isNamed, keyOf, nameOf, stringOf } from '../edit/nodes.js'
import { pagePath } from '../package-files.js'
import { isWithin, shadowsOf } from './scopes.js'

export interface Placed {
  readonly node: Node
  readonly parent: Node
}

/** Yields the nodes in `node`, but not `node` itself, parents before children. */
export function* placedNodes(node: Node): Generator<Placed> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child === null || typeof child !== 'object' || typeof child.type !== 'string') continue
      yield { node: child as Node, parent: node }
      yield* placedNodes(child as Node)
    }
  }
}

export function propertyOf(node: Node | null | undefined): string | undefined {
  if (node?.type !== 'MemberExpression') return undefined
  const { property, computed } = node as Node & { property: Node; computed: boolean }
  return computed ? stringOf(property) : nameOf(property)
}

/** The uses of a name, except property names, imports, declarations, and uses in scopes that declare the name again. */
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

function isElementNamed({ node, parent }: Placed, name: string): boolean {
  if (node.type !== 'JSXIdentifier' || (node as Node & { name: string }).name !== name) return false
  if (parent.type === 'JSXMemberExpression') return (parent as Node & { object: Node }).object === node
  // `<name>` is an HTML element.
  return /^JSX(?:Opening|Closing)Element$/.test(parent.type) && !/^[a-z]/.test(name)
}

/** The keys of the properties. A computed key is an empty string. */
export function objectKeys(object: ObjectExpression): readonly string[] {
  return object.properties.flatMap((each) => (each.type === 'Property' ? (keyOf(each) ?? '') : []))
}

export function keysOf(pattern: Node): readonly string[] {
  const { properties } = pattern as ObjectPattern
  return properties.flatMap((each) => (each.type === 'Property' ? (keyOf(each as Property) ?? []) : []))
}

export function localOf(pattern: Node, key: string): string | undefined {
  const { properties } = pattern as ObjectPattern
  const property = properties.find((each) => each.type === 'Property' && keyOf(each as Property) === key)
  const value = (property as Property | undefined)?.value as Node | undefined
  return nameOf(value?.type === 'AssignmentPattern' ? (value as AssignmentPattern).left : value)
}

export function callsOf(module: EditedModule, name: string): readonly CallExpression[] {
  const shadows = shadowsOf(module, name)
  return [...nodesOf(module.program)].filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' &&
      isNamed((node as CallExpression).callee, name) &&
      !isWithin(node, shadows),
  )
}

export function statementOf({ program }: EditedModule, { start, end }: Node): Node | undefined {
  return program.body.find((statement) => statement.start <= start && end <= statement.end)
}

export function onlyDeclared(statement: Node): VariableDeclarator | undefined {
  const { declaration } = statement as Node & { declaration?: Node | null }
  const { declarations = [] } = (declaration ?? statement) as Node & {
    declarations?: readonly VariableDeclarator[]
  }
  return declarations.length === 1 ? declarations[0] : undefined
}

/**
 * For the name of a variable, returns its value. For the name of a function or class, returns its declaration. Returns
 * `undefined` if the source may assign to the variable, or if an inner scope declares the name. Returns any other
 * expression unchanged.
 */
export function declaredValue(module: EditedModule, expression: Node | undefined): Node | undefined {
  const value = expression && bare(expression)
  const name = nameOf(value)
  if (value === undefined || name === undefined) return value
  const { program } = module
  if (isWithin(value, shadowsOf(module, name)) || isAssigned(program, name)) return undefined
  for (const statement of program.body) {
    const { declaration } = statement as Node & { declaration?: Node | null }
    const declared = declaration ?? statement
    const { id, declarations = [] } = declared as Node & {
      id?: Node
      declarations?: readonly { id: Node; init?: Node | null }[]
    }
    if (/^(?:Function|Class)Declaration$/.test(declared.type) && nameOf(id) === name) return declared
    const constant = declarations.find((each) => nameOf(each.id) === name)
    if (constant) return constant.init ? bare(constant.init) : undefined
  }
  return undefined
}

/** The expressions that code assigns to, increments or deletes. */
export function assignedIn(code: Node): ReadonlySet<Node> {
  const targets = new Set<Node>()
  const add = (node: Node | null | undefined): void => {
    if (!node) return
    const target = bare(node)
    targets.add(target)
    const { elements, properties, left, argument, expression, value } = target as Node & {
      elements?: readonly (Node | null)[]
      properties?: readonly Node[]
    } & Record<'left' | 'argument' | 'expression' | 'value', Node | undefined>
    if (target.type === 'ArrayPattern') elements?.forEach(add)
    if (target.type === 'ObjectPattern') properties?.forEach(add)
    if (target.type === 'Property') add(value)
    if (target.type === 'AssignmentPattern') add(left)
    if (target.type === 'RestElement') add(argument)
    if (target.type === 'ChainExpression') add(expression)
  }
  for (const node of nodesOf(code)) {
    const { left, argument, operator } = node as Node & { left?: Node; argument?: Node; operator?: string }
    if (/^(?:AssignmentExpression|For(?:In|Of)Statement)$/.test(node.type)) add(left)
    if (node.type === 'UpdateExpression' || operator === 'delete') add(argument)
  }
  return targets
}

export function isAssigned(code: Node, name: string): boolean {
  return [...assignedIn(code)].some((node) => nameOf(node) === name)
}

/** The end of a statement, including a semicolon and the line break after it. */
export function endOfStatement(text: string, end: number): number {
  const rest = text.slice(end).match(/^;?[^\S\r\n]*(?:\r?\n)?/)?.[0] ?? ''
  return end + rest.length
}

export function startWithEmptyLine(text: string, start: number): number {
  return start - (text.slice(0, start).match(/\n([^\S\n]*\n)$/)?.[1]?.length ?? 0)
}

export type Range = Pick<Node, 'start' | 'end'>

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

/** The functions that contain a node, the innermost first. */
export function functionsAround({ program }: EditedModule, { start, end }: Node): readonly Node[] {
  return [...nodesOf(program)]
    .filter((node) => /Function/.test(node.type) && node.type !== 'TSFunctionType')
    .filter((node) => node.start <= start && end <= node.end)
    .reverse()
}

/** `imported` is `default`, `*`, or the exported name. */
export interface ImportedName {
  readonly imported: string
  readonly local: string
  readonly from: string
  readonly isType: boolean
  readonly declaration: ImportDeclaration
  readonly specifier: Node
}

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

export function freeName(module: EditedModule, names: readonly string[]): string {
  const taken = declaredNames(module)
  const isFree = (name: string) => !taken.has(name) && shadowsOf(module, name).length === 0
  return names.find(isFree) ?? `${names.at(-1)}_`
}

/** The import paths in imports, exports, `import()`, `require()`, mocks of tests and `declare module`. */
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

/** Whether a function takes an import path: `require`, `require.resolve`, and functions of Vitest, Jest and Bun. */
function loadsModule(callee: Node): boolean {
  if (nameOf(callee) === 'require') return true
  const { object, property } = callee as Node & { object?: Node; property?: Node }
  const owner = nameOf(object)
  const name = nameOf(property) ?? ''
  if (owner === 'require') return name === 'resolve'
  if (!['vi', 'vitest', 'jest', 'mock'].includes(owner ?? '')) return false
  return /mock|^module$|importActual|requireActual|requireMock/i.test(name)
}

/** The command finds the remaining steps by this prefix. */
export const marker = 'TODO(authwright):'

const page = pagePath('migrating/auth-js.md')

/** Adds a comment that says what remains to do at a node. `heading` is an anchor on `page`. */
export function leaveTodo(module: EditedModule, node: Node, message: string, heading: string): void {
  const { comments, text, edits, newline, noted } = module
  const around = [...nodesOf(module.program)].filter(
    ({ type, start, end }) =>
      start <= node.start &&
      node.end <= end &&
      /^(?:Property|CallExpression)$|(?<!^Block)Statement$|Declaration$/.test(type),
  )
  const holder = around.filter(({ start }) => /^[^\S\n]*$/.test(lineBefore(text, start))).at(-1)
  const at = holder?.start ?? node.start
  const indent = lineBefore(text, at)
  const comment = `// ${marker} ${message} See ${page}#${heading}`
  const inline = `/* ${comment.slice(3)} */`
  let position = at
  for (const { start, end } of [...comments].reverse()) {
    if (end > position || text.slice(end, position).trim() !== '') continue
    if ([comment, inline].includes(text.slice(start, end))) return
    position = start
  }
  if (noted.has(`${at} ${message}`)) return
  noted.add(`${at} ${message}`)
  if (/^[^\S\n]*$/.test(indent)) edits.appendLeft(at, `${comment}${newline}${indent}`)
  else edits.appendLeft(at, `${inline} `)
}

function lineBefore(text: string, position: number): string {
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
}

/** The space between two properties: a line break with indentation, or a space if the object is on one line. */
export function gap({ text, newline }: EditedModule, object: ObjectExpression): string {
  const first = object.properties[0]
  const indent = first && text.slice(0, first.start).match(/\n([^\S\n]*)$/)?.[1]
  return indent === undefined ? ' ' : `${newline}${indent}`
}

export interface Remaining {
  readonly file: string
  readonly line: number
  readonly message: string
}

export function remainingIn(file: string, text: string): readonly Remaining[] {
  return text.split('\n').flatMap((line, index) => {
    const at = line.indexOf(marker)
    if (at === -1) return []
    const message = line.slice(at + marker.length).replace(/(?:\*\/|-->).*$/, '')
    return [{ file, line: index + 1, message: message.trim() }]
  })
}
