import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, keyOf, nameOf, propertyNamed, stringOf } from '../edit/nodes.js'
import { removeImports } from './edits.js'
import { declarationOf } from './exports.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Sources } from './sources.js'
import {
  assignedIn,
  endOfStatement,
  type ImportedName,
  importedNames,
  objectKeys,
  placedNodes,
  startWithEmptyLine,
  usesOf,
} from './syntax.js'

/** Inlines one constant. Returns `false` if there is none. */
export function inlinePieces(
  module: EditedModule,
  object: ObjectExpression,
  isUsedElsewhere: (name: string) => boolean,
): boolean {
  const { text, edits } = module
  const keys = objectKeys(object)
  for (const property of object.properties) {
    const value = bare(property.type === 'Property' ? property.value : property.argument)
    const name = nameOf(value)
    const piece = name === undefined ? undefined : pieceOf(module, name)
    if (name === undefined || !piece || usesOf(module, name).length !== 1 || isUsedElsewhere(name)) continue
    const { declared, statement } = piece
    const source = text.slice(declared.start, declared.end)
    if (property.type === 'Property') {
      if (!/^(?:Array|Object)/.test(declared.type)) continue
      const key = text.slice(property.key.start, property.key.end)
      edits.overwrite(property.start, property.end, `${key}: ${source}`)
    } else {
      const { properties } = declared as Partial<ObjectExpression>
      const pieceKeys = properties?.map((each) => (each.type === 'Property' ? (keyOf(each) ?? '') : ''))
      if (declared.type !== 'ObjectExpression' || pieceKeys?.some((key) => key === '' || keys.includes(key)))
        continue
      writeSpread(module, property, declared as ObjectExpression)
    }
    // Imports that only the rest of the statement uses, such as the type of an annotation, are removed with the
    // statement.
    const rest = text.slice(statement.start, declared.start) + text.slice(declared.end, statement.end)
    const unused = importedNames(module).filter(
      ({ local }) =>
        new RegExp(`\\b${local}\\b`).test(rest) &&
        usesOf(module, local).every(({ node }) => isWithin(node, [statement])),
    )
    removeImports(module, unused)
    edits.remove(startWithEmptyLine(text, statement.start), endOfStatement(text, statement.end))
    return true
  }
  return false
}

/**
 * Replaces a spread with the properties of its object. A line comment at the end is followed by a line break, so that it does not contain
 * the next comma.
 */
function writeSpread({ text, edits, newline }: EditedModule, spread: Node, object: ObjectExpression): void {
  const last = object.properties.at(-1)
  const from = last?.end ?? object.start + 1
  const comma = last && commaAfter(text, from)
  const tail =
    comma === undefined || comma >= object.end
      ? text.slice(from, object.end - 1)
      : text.slice(from, comma) + text.slice(comma + 1, object.end - 1)
  const head = last ? text.slice(object.start + 1, from).trimStart() : ''
  const comments = tail.trimEnd()
  const next = commaAfter(text, spread.end)
  if (last && !comments.includes('//')) {
    edits.overwrite(spread.start, spread.end, head + comments)
    return
  }
  const rest = text.slice(next === spread.end ? next + 1 : spread.end)
  const gap = comments.includes('//') && !/^[^\S\n]*\n/.test(rest) ? newline : ''
  const replacement = (last ? `${head},${comments}` : comments.trimStart()) + gap
  if (next !== undefined) edits.remove(next, next + 1)
  if (replacement === '') edits.remove(spread.start, spread.end)
  else edits.overwrite(spread.start, spread.end, replacement)
}

/** Returns the position of the next comma, if only spaces and comments are before it. */
function commaAfter(text: string, position: number): number | undefined {
  const gap = text.slice(position).match(/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/)?.[0].length ?? 0
  return text[position + gap] === ',' ? position + gap : undefined
}

function pieceOf(
  module: EditedModule,
  name: string,
): { readonly declared: Node; readonly statement: Node } | undefined {
  for (const statement of module.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) continue
    const [{ id, init } = {}] = declaration.declarations
    if (id && init && isNamed(id, name)) return { declared: bare(init), statement }
  }
  return undefined
}

/** The imports in `module` of the name that `from` exports, directly or through a re-export. */
export function importsOf(
  sources: Sources,
  file: string,
  module: EditedModule,
  from: string,
  name: string,
): readonly ImportedName[] {
  return importedNames(module).filter((each) => {
    const target = sources.resolve(file, each.from)
    if (target === undefined) return false
    const declared = target === from ? undefined : declarationOf(sources, target, each.imported)
    return declared
      ? declared.file === from && declared.name === name
      : target === from && each.imported === name
  })
}

/** Whether a module imports all exports of `from` as one object, and contains the name. */
export function readsWhole(
  sources: Sources,
  file: string,
  module: EditedModule,
  from: string,
  name: string,
): boolean {
  const mention = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$&')}(?![\\w$])`)
  if (!mention.test(sources.read(file) ?? '')) return false
  return wholeImports(module).some((specifier) => {
    const target = sources.resolve(file, specifier)
    if (target === undefined || target === from) return target === from
    const declared = declarationOf(sources, target, name)
    return declared?.file === from && declared.name === name
  })
}

function wholeImports({ program }: EditedModule): readonly string[] {
  return [...nodesOf(program)].flatMap((node) => {
    const { source, exported, callee, argument, expression, specifiers } = node as Node & {
      specifiers?: readonly Node[]
      argument?: Node & { literal?: Node }
    } & Record<'source' | 'exported' | 'callee' | 'expression', Node | null | undefined>
    const isNamespace = specifiers?.some(({ type }) => type === 'ImportNamespaceSpecifier') || exported
    if (/^(?:ImportDeclaration|ExportAllDeclaration)$/.test(node.type) && !isNamespace) return []
    const specifier = /^(?:Import(?:Declaration|Expression)|ExportAllDeclaration)$/.test(node.type)
      ? source
      : node.type === 'TSImportType'
        ? (argument?.literal ?? argument)
        : node.type === 'TSExternalModuleReference'
          ? expression
          : node.type === 'CallExpression' && nameOf(callee) === 'require'
            ? (node as Node & { arguments: readonly Node[] }).arguments[0]
            : undefined
    return stringOf(specifier) ?? []
  })
}

/** Inlines reads such as `authOptions.pages.signIn`. Returns a function that undoes the changes. */
export function inlineReads(
  sources: Sources,
  file: string,
  optionsOf: (
    module: EditedModule,
  ) => { readonly name: string; readonly object: ObjectExpression } | undefined,
): () => void {
  let options:
    | { readonly name: string; readonly readValue: (keys: readonly string[]) => string | undefined }
    | undefined
  sources.edit(file, (module) => {
    const found = optionsOf(module)
    if (!found || usesOf(module, found.name).length > 1) return
    options = { name: found.name, readValue: (keys) => plainValue(module, found.object, keys) }
  })
  if (options === undefined) return () => {}
  const { name, readValue } = options
  const before = new Map<string, string>()
  for (const other of sources.files()) {
    const text = sources.read(other)
    if (other === file || !text?.includes(name)) continue
    before.set(other, text)
    sources.edit(other, (module) => {
      for (const { local } of importsOf(sources, other, module, file, name))
        replaceReads(module, local, readValue)
    })
  }
  return () => {
    for (const [other, text] of before) sources.write(other, text)
  }
}

function replaceReads(
  module: EditedModule,
  local: string,
  readValue: (keys: readonly string[]) => string | undefined,
): void {
  const targets = assignedIn(module.program)
  const shadows = shadowsOf(module, local)
  const replaced: Node[] = []
  for (const { node, parent } of placedNodes(module.program)) {
    if (node.type !== 'MemberExpression' || targets.has(node) || isWithin(node, [...shadows, ...replaced]))
      continue
    const keys = keysBelow(node, local)
    const value = keys && readValue(keys)
    if (value === undefined) continue
    // In `authOptions.pages?.signIn || '/login'`, the fallback is never used if the option is a string that
    // is not empty.
    const fallback = [...nodesOf(module.program)].find((each) => {
      const { left, operator } = each as Node & { left?: Node; operator?: string }
      return left?.end === node.end && left.start === node.start && /^(?:[|][|]|[?][?])$/.test(operator ?? '')
    })
    // With an empty string, `||` uses the fallback.
    if (/^(['"])\1$/.test(value) && (fallback as { operator?: string } | undefined)?.operator === '||')
      continue
    const whole =
      fallback && /^['"]/.test(value) ? fallback : parent.type === 'TSNonNullExpression' ? parent : node
    module.edits.overwrite(whole.start, whole.end, value)
    replaced.push(whole)
  }
}

/** The keys of a member expression below a name: `['pages', 'signIn']` for `local.pages?.signIn`. */
function keysBelow(node: Node, local: string): readonly string[] | undefined {
  const keys: string[] = []
  for (let current = bare(node); ; ) {
    if (isNamed(current, local)) return keys
    if (current.type === 'ChainExpression') current = (current as Node & { expression: Node }).expression
    const { object, property, computed } = current as Node & {
      object?: Node
      property?: Node
      computed?: boolean
    }
    const key = computed ? undefined : nameOf(property)
    if (!object || key === undefined) return undefined
    keys.unshift(key)
    current = bare(object)
  }
}

/** Returns `undefined` unless the value is a string or `process.env.NAME`. */
function plainValue(
  { text }: EditedModule,
  object: ObjectExpression,
  keys: readonly string[],
): string | undefined {
  let current: Node = object
  for (const key of keys) {
    const value: Node | undefined =
      current.type === 'ObjectExpression' ? propertyNamed(current as ObjectExpression, key)?.value : undefined
    if (value === undefined) return undefined
    current = bare(value)
  }
  const source = text.slice(current.start, current.end)
  return stringOf(current) !== undefined || /^process[.]env[.]\w+$/.test(source) ? source : undefined
}
