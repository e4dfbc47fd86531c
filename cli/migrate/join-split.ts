import path from 'node:path'
import type { Node, ObjectExpression, Property } from 'acorn'
import { addImport, type EditedModule } from '../edit/module.js'
import { type Base, objectOf } from './bases.js'
import { elementsOf } from './chain-source.js'
import {
  authsOf,
  configurationOf,
  entryName,
  importsOfBase,
  keysIn,
  type Split,
  splitAt,
  spreadsIn,
} from './find-split.js'
import { removeUnused } from './legacy-options.js'
import type { Sources } from './sources.js'
import {
  bare,
  type ImportedName,
  importedNames,
  isNamed,
  keyOf,
  nameOf,
  propertyNamed,
  removeImports,
} from './syntax.js'

/**
 * Joins `auth.config.ts`, which is all that a proxy loads, with `auth.ts`. Configurations were split for the
 * Edge runtime. `proxy.ts` of Next.js 16 runs on Node.js and can load the whole configuration. A
 * configuration for a middleware on the Edge runtime stays split.
 */
export function joinSplit(sources: Sources): void {
  for (const file of sources.files()) {
    const split = splitAt(sources, file)
    if (split) join(sources, split)
  }
}

/** A part of the source of a base. */
interface Part {
  readonly key: string
  readonly text: string
}

function join(sources: Sources, { file, base, proxies }: Split): void {
  let pieces: Pieces | undefined
  sources.edit(base.file, (module) => {
    pieces = piecesOf(module, base)
  })
  if (!pieces) return
  const all = pieces
  let isJoined = false
  sources.edit(file, (module) => {
    isJoined = writeWhole(sources, file, module, base, all)
  })
  if (!isJoined) return
  for (const proxy of proxies) sources.edit(proxy, (module) => writeProxy(sources, proxy, module, base, file))
  for (const each of [file, ...proxies]) {
    sources.edit(each, (module) =>
      removeUnused(module, (name) => /^(?:default|NextAuth|NextAuthConfig)$/.test(name)),
    )
  }
  for (const each of [file, ...proxies]) {
    const text = sources.read(each)
    // Left by removed imports at the start of the file.
    if (text?.startsWith('\n')) sources.write(each, text.replace(/^\n+/, ''))
  }
  sources.remove(base.file)
}

/** The pieces of a base, or `undefined` if some of them are not written in its module. */
function piecesOf(module: EditedModule, base: Base): Pieces | undefined {
  const object = objectOf(module, base.name)?.object
  if (!object || !isAlone(module, base)) return undefined
  const own = propertyNamed(object, 'callbacks')?.value
  const list = propertyNamed(object, 'providers')?.value
  const parts = partsOf(module, object)
  const callbacks = own ? partsOf(module, bare(own)) : []
  const providers = list ? elementsOf(list) : []
  if (!parts || !callbacks || !providers) return undefined
  return {
    parts,
    callbacks,
    providers: providers.flatMap((each) => (each ? [module.text.slice(each.start, each.end)] : [])),
    imports: importedNames(module),
  }
}

/** Whether a module has imports and a base, and no other statement. */
function isAlone({ program }: EditedModule, { name }: Base): boolean {
  const exported = program.body.find((each) => each.type === 'ExportDefaultDeclaration')?.declaration
  const variable = name === 'default' && exported ? nameOf(bare(exported)) : name
  return program.body.every((statement) => {
    if (statement.type === 'ImportDeclaration' || statement.type === 'ExportDefaultDeclaration') return true
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || variable === undefined) return false
    const [only, ...more] = declaration.declarations
    return more.length === 0 && isNamed(only?.id, variable)
  })
}

/** The properties of an object literal. `undefined` if others may be spread into it. */
function partsOf({ text }: EditedModule, object: Node): readonly Part[] | undefined {
  if (object.type !== 'ObjectExpression') return undefined
  const parts: Part[] = []
  for (const each of (object as ObjectExpression).properties) {
    const key = each.type === 'Property' ? keyOf(each) : undefined
    if (key === undefined) return undefined
    parts.push({ key, text: commentAbove(text, each) + text.slice(each.start, each.end) })
  }
  return parts
}

/** The comments on the lines above a property, with the space before it. */
function commentAbove(text: string, { start }: Node): string {
  const [, comment = ''] =
    text.slice(0, start).match(/\n((?:[^\S\n]*(?:\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)\n)+[^\S\n]*)$/) ?? []
  return comment.trimStart()
}

interface Pieces {
  readonly parts: readonly Part[]
  readonly callbacks: readonly Part[]
  readonly providers: readonly string[]
  readonly imports: readonly ImportedName[]
}

/** Writes the parts of a base where it is spread. Returns whether both modules mean one configuration. */
function writeWhole(
  sources: Sources,
  file: string,
  module: EditedModule,
  base: Base,
  { parts, callbacks, providers, imports }: Pieces,
): boolean {
  const { edits, newline, text } = module
  const object = configurationOf(module)
  const [imported] = importsOfBase(sources, file, module, base)
  const at = object?.properties.findIndex(({ type }) => type === 'SpreadElement') ?? -1
  const spread = object?.properties[at]
  if (!object || !spread || !imported) return false
  const keys = keysIn(object)
  const before = object.properties
    .slice(0, at)
    .flatMap((each) => (each.type === 'Property' ? (keyOf(each) ?? '') : []))
  if (parts.some(({ key }) => before.includes(key))) return false
  const kept = parts.filter(({ key }) => !keys.includes(key))
  // An option with two values would mean two configurations.
  const doubled = parts.filter(({ key }) => keys.includes(key) && !['callbacks', 'providers'].includes(key))
  if (doubled.some(({ key, text: own }) => !own.endsWith(textOf(module, propertyNamed(object, key)) ?? '\n')))
    return false

  const own = propertyNamed(object, 'callbacks')?.value
  const named = own?.type === 'ObjectExpression' ? keysIn(own as ObjectExpression) : []
  const added = own ? callbacks.filter(({ key }) => !named.includes(key)) : []
  const [place] = spreadsIn(own, imported.local, 'callbacks')
  const [first] = own?.type === 'ObjectExpression' ? (own as ObjectExpression).properties : []
  if (!place && added.some(({ key }) => key !== 'authorized' || !first)) return false
  const [listed] = spreadsIn(propertyNamed(object, 'providers')?.value, imported.local, 'providers')

  const moved = [...[...kept, ...added].map((part) => part.text), ...(listed ? providers : [])].join('\n')
  const existing = importedNames(module)
  const missing = imports
    .filter(({ local }) => mentions(moved, local))
    .filter((name) => !existing.some((one) => isSameImport(sources, [file, one], [base.file, name])))
  // In this module, the name means something else.
  if (missing.some(({ local }) => mentions(text, local))) return false

  const source = added.map((part) => part.text).join(`,${newline}${indentOf(text, own ?? object, '    ')}`)
  if (place) replaceItem(module, place, source)
  else if (source !== '' && first)
    edits.appendLeft(first.start, `${source},${newline}${indentOf(text, first, '    ')}`)
  if (listed) replaceItem(module, listed, providers.join(', '))
  replaceItem(
    module,
    spread,
    kept.map((part) => part.text).join(`,${newline}${indentOf(text, spread, '  ')}`),
  )
  removeImports(module, [imported])
  prependImports(module, missing, (from) =>
    from.startsWith('.')
      ? relative(path.posix.dirname(file), path.posix.join(path.posix.dirname(base.file), from))
      : from,
  )
  return true
}

/** Whether a name occurs in code, also as a part of something else, such as a property or a comment. */
function mentions(code: string, name: string): boolean {
  return code.split(/[^\w$]+/).includes(name)
}

/** Whether two modules import the same under one name. */
function isSameImport(
  sources: Sources,
  [file, one]: readonly [file: string, name: ImportedName],
  [otherFile, other]: readonly [file: string, name: ImportedName],
): boolean {
  const moduleOf = (importer: string, from: string): string => sources.resolve(importer, from) ?? from
  return (
    one.local === other.local &&
    one.imported === other.imported &&
    moduleOf(file, one.from) === moduleOf(otherFile, other.from)
  )
}

/** Imports names of other declarations, each declaration with its names in one statement. */
function prependImports(
  { edits, quote, end, newline }: EditedModule,
  names: readonly ImportedName[],
  toSpecifier: (from: string) => string,
): void {
  for (const declaration of new Set(names.map((name) => name.declaration))) {
    const clause = clauseOf(names.filter((name) => name.declaration === declaration))
    const specifier = toSpecifier(String(declaration.source.value))
    edits.prepend(`import ${clause} from ${quote}${specifier}${quote}${end}${newline}`)
  }
}

/** The clause of an import declaration with these names. */
function clauseOf(names: readonly ImportedName[]): string {
  const areTypes = names.every(({ isType }) => isType)
  const others = names.filter(({ imported }) => imported !== 'default' && imported !== '*')
  const braces = others.map(({ imported, local, isType }) => {
    const name = imported === local ? local : `${imported} as ${local}`
    return isType && !areTypes ? `type ${name}` : name
  })
  const clause = [
    ...names.flatMap(({ imported, local }) => (imported === 'default' ? [local] : [])),
    ...names.flatMap(({ imported, local }) => (imported === '*' ? [`* as ${local}`] : [])),
    ...(braces.length > 0 ? [`{ ${braces.join(', ')} }`] : []),
  ].join(', ')
  return areTypes ? `type ${clause}` : clause
}

function textOf({ text }: EditedModule, node: Node | undefined): string | undefined {
  return node && text.slice(node.start, node.end)
}

/** Replaces a list item, or removes it together with its comma. */
function replaceItem({ edits, text }: EditedModule, item: Node, source: string): void {
  if (source !== '') {
    edits.overwrite(item.start, item.end, source)
    return
  }
  const comma = text.slice(item.end).match(/^\s*,\s*/)?.[0] ?? ''
  edits.remove(item.start, item.end + comma.length)
}

function indentOf(text: string, { start }: Node, otherwise: string): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return /^[^\S\n]+$/.test(line) ? line : otherwise
}

function relative(from: string, to: string): string {
  const found = path.posix.relative(from, to)
  return found.startsWith('.') ? found : `./${found}`
}

function writeProxy(sources: Sources, proxy: string, module: EditedModule, base: Base, file: string): void {
  const { edits, end, quote } = module
  const [imported] = importsOfBase(sources, proxy, module, base)
  if (!imported) return
  const specifier = specifierOf(sources, proxy, imported.from, file)
  for (const { node, statement } of authsOf(module, imported.local) ?? []) {
    const isExport = /^Export/.test(statement.type)
    const whole = bare((statement as Node & { declaration?: Node }).declaration ?? node)
    if (statement.type === 'ExportDefaultDeclaration' && whole === node) {
      edits.overwrite(
        statement.start,
        statement.end,
        `export { auth as ${entryName(proxy)} } from ${quote}${specifier}${quote}${end}`,
      )
    } else if (node.type === 'VariableDeclarator') {
      const { id } = node as Node & { id: { properties: readonly Property[] } }
      const local = nameOf(id.properties[0]?.value) ?? 'auth'
      const clause = local === 'auth' ? 'auth' : `auth as ${local}`
      const word = isExport ? 'export' : 'import'
      edits.overwrite(
        statement.start,
        statement.end,
        `${word} { ${clause} } from ${quote}${specifier}${quote}${end}`,
      )
    } else edits.overwrite(node.start, node.end, addImport(module, 'auth', specifier))
  }
  removeImports(module, [imported])
}

/**
 * The import path of the instance's module. It uses the same alias as the base, and an extension if the base
 * had one.
 */
function specifierOf(sources: Sources, proxy: string, from: string, file: string): string {
  const extension = from.match(/[.][cm]?[jt]sx?$/)?.[0] ?? ''
  const bareFile = file.replace(/[.]\w+$/, '')
  const alias = from.match(/^[@~#][^/]*\//)?.[0]
  const candidates = [
    ...(alias ? [alias + bareFile + extension, alias + bareFile.replace(/^src\//, '') + extension] : []),
    relative(path.posix.dirname(proxy), bareFile) + extension,
  ]
  return candidates.find((each) => sources.resolve(proxy, each) === file) ?? candidates.at(-1) ?? ''
}
