import { tsPlugin } from '@sveltejs/acorn-typescript'
import {
  type CallExpression,
  type Comment,
  type ImportDeclaration,
  type Node,
  Parser,
  type Program,
} from 'acorn'
import MagicString from 'magic-string'
import { CommandError } from '../context.js'
import { boundNames, isNamed } from './nodes.js'

export interface EditedModule {
  readonly text: string
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly edits: MagicString
  readonly quote: string
  /** The end of a statement: `;` or empty. */
  readonly end: string
  readonly newline: string
  /** The names to import, by import path. `editedText()` writes their imports. */
  readonly added: Map<string, readonly AddedName[]>
  /** The added comments. An entry is the position and the message, separated by a space. */
  readonly noted: Set<string>
}

interface AddedName {
  readonly name: string
  readonly local: string
  readonly isType: boolean
}

function withoutChecks(Base: typeof Parser): typeof Parser {
  return class extends Base {
    /** Accepts `export { Session }`, because only an augmentation may declare the type, which the parser does not see. */
    checkLocalExport(): void {}
    /**
     * Accepts `<T extends object>() => …`, which is an error only in `.mts` and `.cts`, but which the plugin reports in
     * `.tsx`.
     */
    reportReservedArrowTypeParam(): void {}
  }
}

export function parseModule(file: string, text: string): EditedModule {
  const plugin = tsPlugin({ jsx: /x$|[.][cm]?js$/.test(file), dts: file.endsWith('.d.ts') })
  const comments = new Map<number, Comment>()
  try {
    const program = Parser.extend(plugin as never, withoutChecks).parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowHashBang: true,
      // CommonJS allows `return` at the top level.
      allowReturnOutsideFunction: true,
      // The parser may parse a part of the source twice. It then reports the comments of this part twice.
      onComment: (isBlock, value, start, end) =>
        comments.set(start, { type: isBlock ? 'Block' : 'Line', value, start, end }),
    })
    const first = text.match(
      /^\s*(?:(?:import|export|\}\s*from)\b.*(["'])|.*\brequire\(.*(["'])\))(;?)[^\S\n]*$/m,
    )
    return {
      text,
      program,
      comments: [...comments.values()].sort((a, b) => a.start - b.start),
      edits: new MagicString(text),
      quote: first?.[1] ?? first?.[2] ?? "'",
      end: first?.[3] ?? '',
      newline: text.includes('\r\n') ? '\r\n' : '\n',
      added: new Map(),
      noted: new Set(),
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`${file} cannot be parsed: ${reason}. Fix it first.`, { cause })
  }
}

export function withoutEdits(module: EditedModule): EditedModule {
  return { ...module, edits: new MagicString(module.text), added: new Map(), noted: new Set() }
}

export function tryParseModule(file: string, text: string): EditedModule | undefined {
  try {
    return parseModule(file, text)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return undefined
  }
}

/** Yields `node` and all nodes in it, parents before children. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string') {
        yield* nodesOf(child as Node)
      }
    }
  }
}

export function importsOf({ program }: EditedModule): readonly ImportDeclaration[] {
  return program.body.filter((node) => node.type === 'ImportDeclaration')
}

/** The local name of an import or a destructured `require()`. Leaves out type imports. */
export function localName(
  module: EditedModule,
  name: string,
  from: (specifier: string) => boolean,
): string | undefined {
  const value = importsNamed(module, name, from).find(({ isType }) => !isType)
  return value?.local ?? requiredName(module, name, from)
}

function importsNamed(
  module: EditedModule,
  name: string,
  from: (specifier: string) => boolean,
): readonly Omit<AddedName, 'name'>[] {
  return importsOf(module)
    .filter(({ source }) => from(String(source.value)))
    .flatMap((declaration) =>
      declaration.specifiers.flatMap((specifier) => {
        if (specifier.type !== 'ImportSpecifier') return []
        const { imported, local } = specifier
        if ((imported.type === 'Identifier' ? imported.name : imported.value) !== name) return []
        return { local: local.name, isType: isTypeOnly(declaration) || isTypeOnly(specifier) }
      }),
    )
}

export function isTypeOnly(node: Node): boolean {
  return (node as Node & { importKind?: string }).importKind === 'type'
}

/** The local name in `const { name: local } = require(…)`. */
function requiredName(
  { program }: EditedModule,
  name: string,
  from: (specifier: string) => boolean,
): string | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      if (init?.type !== 'CallExpression' || id.type !== 'ObjectPattern') continue
      const [argument] = init.arguments
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'require') continue
      if (argument?.type !== 'Literal' || !from(String(argument.value))) continue
      for (const property of id.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (property.key.name === name && property.value.type === 'Identifier') return property.value.name
      }
    }
  }
  return undefined
}

/** Returns the local name. `locals` are in order of preference. */
export function addImport(
  module: EditedModule,
  name: string,
  from: string,
  locals: readonly string[] = [name],
): string {
  return addBinding(module, { name, from, locals, isType: false })
}

export function addTypeImport(module: EditedModule, name: string, from: string): string {
  return addBinding(module, { name, from, locals: [name, `Auth${name}`], isType: true })
}

interface Binding {
  readonly name: string
  readonly from: string
  /** The preferred local name of the import, then the names to use if it is taken. */
  readonly locals: readonly string[]
  readonly isType: boolean
}

function addBinding(module: EditedModule, { name, from, locals, isType }: Binding): string {
  const { added } = module
  const names = added.get(from) ?? []
  const isFrom = (specifier: string) => specifier === from
  const existing =
    names.find((each) => each.name === name && each.isType === isType)?.local ??
    localName(module, name, isFrom) ??
    (isType ? importsNamed(module, name, isFrom)[0]?.local : undefined)
  if (existing !== undefined) return existing
  const local = freeName(module, name, locals)
  added.set(from, [...names, { name, local, isType }])
  return local
}

export function editedText(module: EditedModule): string {
  const { text, edits, added, quote, end, newline } = module
  const isCommonJs = importsOf(module).length === 0 && [...nodesOf(module.program)].some(isRequire)
  const separator = isCommonJs ? ': ' : ' as '
  const after = lastImport(module)
  for (const [from, names] of added) {
    const list = names.map(({ name, local, isType }) => {
      const imported = isType ? `type ${name}` : name
      return local === name ? imported : `${imported}${separator}${local}`
    })
    const last = lastNameFrom(module, from)
    if (last) {
      edits.appendLeft(last.end, list.map((each) => separatorAfter(module, last) + each).join(''))
      continue
    }
    const clause = `{ ${list.sort().join(', ')} }`
    const statement = isCommonJs
      ? `const ${clause} = require(${quote}${from}${quote})${end}`
      : `import ${clause} from ${quote}${from}${quote}${end}`
    if (after === undefined) edits.appendLeft(startOfCode(module), `${statement}${newline}`)
    else edits.appendLeft(endOfLine(text, after), `${newline}${statement}`)
  }
  added.clear()
  return edits.toString()
}

function lastNameFrom(module: EditedModule, from: string): Node | undefined {
  return importsOf(module)
    .filter((each) => each.source.value === from && !isTypeOnly(each))
    .flatMap(({ specifiers }) => specifiers.filter(({ type }) => type === 'ImportSpecifier'))
    .at(-1)
}

/** Adds elements after the last element of a list. A comment after the comma of this element stays on its line. */
export function appendAfter(
  module: EditedModule,
  last: Pick<Node, 'start' | 'end'>,
  sources: readonly string[],
): void {
  const { text, edits } = module
  const separator = separatorAfter(module, last)
  const lineStart = separator.slice(1)
  const elements = lineStart === ' ' ? sources : sources.map((source) => withIndent(source, lineStart))
  const comma = text.slice(last.end).match(/^(?:\s|\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/)?.[0].length
  if (comma === undefined || lineStart === ' ') {
    edits.appendLeft(last.end, elements.map((element) => separator + element).join(''))
    return
  }
  const lines = elements.map((element) => `${lineStart}${element},`)
  edits.appendLeft(endOfLine(text, last.end + comma), lines.join(''))
}

/**
 * Replaces the indent of `source` with that of `lineStart`, except in the first line. The last line determines the
 * indent of `source`.
 */
export function withIndent(source: string, lineStart: string): string {
  const [last] = source.match(/\r?\n[^\S\n]*(?=\S[^\n]*$)/) ?? []
  return last === undefined ? source : source.replaceAll(last, lineStart)
}

function separatorAfter({ text, newline }: EditedModule, { start }: Pick<Node, 'start'>): string {
  const indent = text.slice(0, start).match(/\n([^\S\n]*)$/)?.[1]
  return indent === undefined ? ', ' : `,${newline}${indent}`
}

function freeName(module: EditedModule, name: string, locals: readonly string[]): string {
  const taken = new Set([
    ...declaredNames(module),
    ...[...module.added.values()].flat().map(({ local }) => local),
  ])
  let local = locals.find((each) => !taken.has(each)) ?? name
  while (taken.has(local)) local = local === name ? `${name}Provider` : `${local}_`
  return local
}

function lastImport(module: EditedModule): number | undefined {
  const imported = importsOf(module).at(-1)
  if (imported) return imported.end
  const required = module.program.body.filter(
    (node) =>
      node.type === 'VariableDeclaration' && node.declarations.some(({ init }) => init && isRequire(init)),
  )
  return required.at(-1)?.end
}

function isRequire(node: Node): boolean {
  return node.type === 'CallExpression' && isNamed((node as CallExpression).callee, 'require')
}

/** The position after a hashbang, and after directives such as `'use client'`. */
export function startOfCode({ program, text }: EditedModule): number {
  const directive = program.body
    .filter((node) => node.type === 'ExpressionStatement' && node.directive)
    .at(-1)
  if (!directive && !text.startsWith('#!')) return 0
  const end = directive?.end ?? 0
  return end + (text.slice(end).match(/^.*(?:\r?\n)?/)?.[0].length ?? 0)
}

/** The end of the line if only comments follow on it. Otherwise the position itself. */
export function endOfLine(text: string, position: number): number {
  const rest = text.slice(position).match(/^[^\r\n]*/)?.[0] ?? ''
  const hasOnlyComments = /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:\/\/.*)?$/.test(rest)
  return hasOnlyComments ? position + rest.trimEnd().length : position
}

/** The names that a module declares, except parameters, and names in augmentations, which belong to the augmented module. */
export function declaredNames({ program }: EditedModule): ReadonlySet<string> {
  const names = new Set<string>()
  const nodes = program.body
    .filter((statement) => !isAugmentation(statement))
    .flatMap((each) => [...nodesOf(each)])
  for (const node of nodes) {
    const named = node as Node & { id?: Node & { name?: string }; local?: { name?: string } }
    if (named.id?.name) names.add(named.id.name)
    else if (node.type === 'VariableDeclarator' && named.id)
      for (const each of boundNames(named.id)) names.add(each)
    if (node.type.startsWith('Import') && named.local?.name) names.add(named.local.name)
  }
  return names
}

function isAugmentation(statement: Node): boolean {
  const { type, id } = statement as Node & { id?: Node }
  return type === 'TSModuleDeclaration' && id?.type === 'Literal'
}
