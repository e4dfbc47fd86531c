import { tsPlugin } from '@sveltejs/acorn-typescript'
import { type Comment, type ImportDeclaration, type Node, Parser, type Pattern, type Program } from 'acorn'
import MagicString from 'magic-string'
import { CommandError } from '../context.js'

/** A module whose source gets insertions. All other bytes are unchanged. */
export interface EditedModule {
  readonly text: string
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly edits: MagicString
  /** The quote and the end of statements of its imports. */
  readonly quote: string
  readonly end: string
  readonly newline: string
  /** The local names of imports that were added, by the name and the module. */
  readonly added: Map<string, string>
  /** The comments that were added, each with its position. */
  readonly noted: Set<string>
}

/**
 * `export { Session }` may refer to a type from an augmentation of the module, which the parser does not
 * resolve.
 */
function exportAugmented(Base: typeof Parser): typeof Parser {
  return class extends Base {
    checkLocalExport(): void {}
  }
}

/** Parses JavaScript or TypeScript, with JSX if the file name allows it. */
export function parseModule(file: string, text: string): EditedModule {
  const plugin = tsPlugin({ jsx: /x$|[.][cm]?js$/.test(file), dts: file.endsWith('.d.ts') })
  const comments = new Map<number, Comment>()
  try {
    const program = Parser.extend(plugin as never, exportAugmented).parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowHashBang: true,
      // The parser reports a comment twice if it parses that part of the source twice.
      onComment: (isBlock, value, start, end) =>
        comments.set(start, { type: isBlock ? 'Block' : 'Line', value, start, end }),
    })
    const first = text.match(/^\s*(?:import|export)\b.*(["'])(;?)[^\S\n]*$/m)
    return {
      text,
      program,
      comments: [...comments.values()].sort((a, b) => a.start - b.start),
      edits: new MagicString(text),
      quote: first?.[1] ?? "'",
      end: first?.[2] ?? '',
      newline: text.includes('\r\n') ? '\r\n' : '\n',
      added: new Map(),
      noted: new Set(),
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`${file} cannot be parsed: ${reason}. Fix it first.`, { cause })
  }
}

/** Every node below one, itself included, parents before children. */
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

/** The local name of an import, or `undefined` if the module does not import it. `from` tests the specifier. */
export function localName(
  module: EditedModule,
  name: string,
  from: (specifier: string) => boolean,
): string | undefined {
  for (const { source, specifiers } of importsOf(module)) {
    if (!from(String(source.value))) continue
    for (const specifier of specifiers) {
      if (specifier.type !== 'ImportSpecifier') continue
      const { imported } = specifier
      if ((imported.type === 'Identifier' ? imported.name : imported.value) === name)
        return specifier.local.name
    }
  }
  return requiredName(module, name, from)
}

/** `const { name } = require(from)`. */
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

/**
 * Returns the local name of an import. A missing import is added after the last one. If the name is taken,
 * the first free name of `others` is used.
 */
export function addImport(
  module: EditedModule,
  name: string,
  from: string,
  others: readonly string[] = [],
): string {
  const { text, edits, quote, end, newline, added } = module
  const known = added.get(`${name} ${from}`) ?? localName(module, name, (specifier) => specifier === from)
  if (known !== undefined) return known
  const local = freeName(module, name, others)
  added.set(`${name} ${from}`, local)
  const isCommonJs = importsOf(module).length === 0 && /\brequire\(/.test(text)
  const bound = local === name ? name : `${name}${isCommonJs ? ': ' : ' as '}${local}`
  const statement = isCommonJs
    ? `const { ${bound} } = require(${quote}${from}${quote})${end}`
    : `import { ${bound} } from ${quote}${from}${quote}${end}`
  const after = lastImport(module)
  if (after === undefined) edits.appendLeft(startOfCode(module), `${statement}${newline}`)
  else edits.appendLeft(endOfLine(text, after), `${newline}${statement}`)
  return local
}

/** A name that the module does not have: the name itself, one of the others, or a longer one. */
function freeName(module: EditedModule, name: string, others: readonly string[]): string {
  const taken = new Set([...declaredNames(module), ...module.added.values()])
  let local = [name, ...others].find((each) => !taken.has(each)) ?? name
  while (taken.has(local)) local = local === name ? `${name}Provider` : `${local}_`
  return local
}

/** The end of the last import, or of the last `require` at the top. */
function lastImport(module: EditedModule): number | undefined {
  const imported = importsOf(module).at(-1)
  if (imported) return imported.end
  const required = module.program.body.filter(
    (node) =>
      node.type === 'VariableDeclaration' &&
      node.declarations.some(
        ({ init }) =>
          init?.type === 'CallExpression' &&
          init.callee.type === 'Identifier' &&
          init.callee.name === 'require',
      ),
  )
  return required.at(-1)?.end
}

function startOfCode({ program, text }: EditedModule): number {
  const directive = program.body
    .filter((node) => node.type === 'ExpressionStatement' && node.directive)
    .at(-1)
  if (directive) return Math.min(text.length, endOfLine(text, directive.end) + 1)
  return text.startsWith('#!') ? endOfLine(text, 0) + 1 : 0
}

/** The end of the line if only a comment follows. Otherwise the position itself. */
export function endOfLine(text: string, position: number): number {
  const rest = text.slice(position).match(/^[^\r\n]*/)?.[0] ?? ''
  return /^\s*(?:;?\s*(?:\/\/.*|\/\*.*\*\/\s*)?)$/.test(rest) || position === 0
    ? position + rest.trimEnd().length
    : position
}

/** The names that the module declares or imports, in any scope. */
export function declaredNames({ program }: EditedModule): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of nodesOf(program)) {
    const named = node as Node & { id?: Node & { name?: string }; local?: { name?: string } }
    if (named.id?.name) names.add(named.id.name)
    else if (node.type === 'VariableDeclarator' && named.id)
      for (const each of namesOf(named.id)) names.add(each)
    if (node.type.startsWith('Import') && named.local?.name) names.add(named.local.name)
  }
  return names
}

/** The names that a pattern binds, such as a parameter. */
function* namesOf(pattern: Node): Generator<string> {
  const node = pattern as Pattern
  switch (node.type) {
    case 'Identifier':
      yield node.name
      break
    case 'ObjectPattern':
      for (const each of node.properties) yield* namesOf(each.type === 'Property' ? each.value : each)
      break
    case 'ArrayPattern':
      for (const each of node.elements) if (each) yield* namesOf(each)
      break
    case 'AssignmentPattern':
      yield* namesOf(node.left)
      break
    case 'RestElement':
      yield* namesOf(node.argument)
      break
  }
}
