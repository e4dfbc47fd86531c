import path from 'node:path'
import type { Node, ObjectExpression } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { type Base, objectOf } from './bases.js'
import { arrayOf, elementsOf, listed } from './chain-source.js'
import { configurationOf, importsOfBase, type Split, splitAt, spreadsIn } from './find-split.js'
import { relative, writeProxy } from './join-proxy.js'
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
  removeUnused,
} from './syntax.js'

/**
 * Joins `auth.config.ts`, the only file that a proxy loads, with `auth.ts`. Configurations were split for the
 * Edge runtime. `proxy.ts` of Next.js 16 runs on Node.js and can load the whole configuration. A
 * configuration for a middleware on the Edge runtime stays split.
 */
export function joinSplit(sources: Sources): void {
  for (const file of sources.files()) {
    const split = splitAt(sources, file)
    if (split) join(sources, split)
  }
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
    const plan = planJoin(sources, file, module, base, all)
    if (!plan) return
    writeJoin(module, plan, (from) =>
      from.startsWith('.')
        ? relative(path.posix.dirname(file), path.posix.join(path.posix.dirname(base.file), from))
        : from,
    )
    isJoined = true
  })
  if (!isJoined) return
  for (const proxy of proxies) sources.edit(proxy, (module) => writeProxy(sources, proxy, module, base, file))
  for (const each of [file, ...proxies]) {
    sources.edit(each, (module) =>
      removeUnused(
        module,
        ({ from, imported }) =>
          from === 'authwright/compat/next' && /^(?:default|NextAuth|NextAuthConfig)$/.test(imported),
      ),
    )
  }
  for (const each of [file, ...proxies]) {
    const text = sources.read(each)
    // Removes the blank lines that removed imports leave at the start of the file.
    if (text?.startsWith('\n')) sources.write(each, text.replace(/^\n+/, ''))
  }
  sources.remove(base.file)
}

/** A property or a provider of a base. */
interface Part {
  /** The name of the property, or empty for a provider. */
  readonly key: string
  readonly source: string
  readonly comments: readonly string[]
}

interface Parts {
  readonly parts: readonly Part[]
  /** Comments after the last part. */
  readonly rest: readonly string[]
}

interface Pieces {
  readonly properties: Parts
  readonly callbacks: Parts
  readonly providers: Parts
  readonly imports: readonly ImportedName[]
  /** Comments outside of the object. */
  readonly comments: readonly string[]
}

const none: Parts = { parts: [], rest: [] }

/** The pieces of a base, or `undefined` if some of them are not written in its module. */
function piecesOf(module: EditedModule, base: Base): Pieces | undefined {
  const object = objectOf(module, base.name)?.object
  if (!object || !isAlone(module, base)) return undefined
  const callbacks = propertyNamed(object, 'callbacks')?.value
  const providers = propertyNamed(object, 'providers')?.value
  const pieces = {
    properties: propertiesOf(module, object),
    callbacks: callbacks ? propertiesOf(module, bare(callbacks)) : none,
    providers: providers ? providersOf(module, bare(providers)) : none,
  }
  const { properties, callbacks: own, providers: list } = pieces
  if (!properties || !own || !list) return undefined
  return {
    properties,
    callbacks: own,
    providers: list,
    imports: importedNames(module),
    comments: commentsAround(module, object),
  }
}

/** Whether a module has imports of names and a base, and no other statement. */
function isAlone({ program }: EditedModule, { name }: Base): boolean {
  const exported = program.body.find((each) => each.type === 'ExportDefaultDeclaration')?.declaration
  const variable = name === 'default' && exported ? nameOf(bare(exported)) : name
  return program.body.every((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return true
    // Imports without names load a module for its effects.
    if (statement.type === 'ImportDeclaration')
      return statement.specifiers.length > 0 && (statement.attributes ?? []).length === 0
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || variable === undefined) return false
    const [only, ...more] = declaration.declarations
    return more.length === 0 && isNamed(only?.id, variable)
  })
}

/** The properties of an object literal. `undefined` if others may be spread into it. */
function propertiesOf({ text }: EditedModule, object: Node): Parts | undefined {
  if (object.type !== 'ObjectExpression') return undefined
  const { properties } = object as ObjectExpression
  const keys = properties.map((each) => (each.type === 'Property' ? keyOf(each) : undefined))
  if (keys.includes(undefined)) return undefined
  return partsOf(text, object, properties, (index) => keys[index] ?? '')
}

/** The providers of an array literal, or `undefined`. */
function providersOf({ text }: EditedModule, list: Node): Parts | undefined {
  const elements = elementsOf(list)
  if (!elements) return undefined
  const written = elements.filter((each) => each !== null)
  // In an empty list, a comment says that the other module has the providers.
  if (written.length === 0) return none
  return partsOf(text, arrayOf(list) ?? list, written, () => '')
}

function partsOf(
  text: string,
  holder: Node,
  nodes: readonly Node[],
  toKey: (index: number) => string,
): Parts {
  const { items, rest } = listed(text, holder, nodes)
  const parts = items.map(({ node, before, after }, index) => ({
    key: toKey(index),
    source: text.slice(node.start, node.end),
    comments: after === '' ? before : [...before, after],
  }))
  return { parts, rest }
}

/** The comments of a module outside of an object and of its imports. */
function commentsAround({ program, text }: EditedModule, object: Node): readonly string[] {
  let around = text.slice(0, object.start) + ' '.repeat(object.end - object.start) + text.slice(object.end)
  for (const { type, start, end } of program.body) {
    if (type !== 'ImportDeclaration') continue
    around = around.slice(0, start) + ' '.repeat(end - start) + around.slice(end)
  }
  return around.match(/\/\/.*|\/\*[\s\S]*?\*\//g) ?? []
}

/** The place for parts of the base. Without a place, there are no parts. */
interface Place {
  readonly place?: Node | undefined
  readonly parts: readonly Part[]
}

/** The places for the parts of a base in the module of the instance. */
interface Plan {
  readonly imported: ImportedName
  /** The spread of the base, and the properties that replace it. */
  readonly spread: Node
  readonly properties: readonly Part[]
  /** The callbacks, with the spread that they replace or the callback that they precede. */
  readonly callbacks: Place
  /** The providers, with the spread that they replace. */
  readonly providers: Place
  readonly imports: readonly ImportedName[]
  /** The comments of the base that do not belong to any of these parts. */
  readonly comments: readonly string[]
}

/** Plans the join of both modules. `undefined` if they do not mean one configuration. */
function planJoin(
  sources: Sources,
  file: string,
  module: EditedModule,
  base: Base,
  pieces: Pieces,
): Plan | undefined {
  const { text } = module
  const object = configurationOf(module)
  const [imported] = importsOfBase(sources, file, module, base)
  const spread = object?.properties.find(({ type }) => type === 'SpreadElement')
  if (!object || !spread || !imported) return undefined
  const all = pieces.properties.parts
  if (all.some(({ key }) => (propertyNamed(object, key)?.start ?? spread.end) < spread.start))
    return undefined
  const merged = ['callbacks', 'providers']
  if (!all.every((part) => merged.includes(part.key) || hasOneValue(text, object, part))) return undefined
  const properties = all.filter(({ key }) => !propertyNamed(object, key))

  const own = propertyNamed(object, 'callbacks')?.value
  const callbacks = own ? planCallbacks(text, bare(own), imported.local, pieces.callbacks.parts) : none
  const list = propertyNamed(object, 'providers')?.value
  const [place] = spreadsIn(list, imported.local, 'providers')
  if (!callbacks || (list && !place && pieces.providers.parts.length > 0)) return undefined
  const providers = place ? { place, parts: pieces.providers.parts } : none

  const parts = [...properties, ...callbacks.parts, ...providers.parts]
  const moved = parts.map(({ source }) => source).join('\n')
  const existing = importedNames(module)
  const imports = pieces.imports
    .filter(({ local }) => mentions(moved, local))
    .filter((name) => !existing.some((one) => isSameImport(sources, [file, one], [base.file, name])))
  // In this module, the name means something else.
  if (imports.some(({ local }) => mentions(text, local))) return undefined
  const dropped = all.filter((part) => !properties.includes(part))
  return {
    imported,
    spread,
    properties,
    callbacks,
    providers,
    imports,
    comments: [
      ...pieces.comments,
      ...dropped.flatMap(({ comments }) => comments),
      ...pieces.properties.rest,
      ...(own ? pieces.callbacks.rest : []),
      ...(list ? pieces.providers.rest : []),
    ],
  }
}

/** Whether an object has no value for a property of the base, or the same one. */
function hasOneValue(text: string, object: ObjectExpression, { key, source }: Part): boolean {
  const own = propertyNamed(object, key)
  return !own || text.slice(own.start, own.end) === source
}
/** Plans at which place the callbacks of the base are inserted. `undefined` if they conflict with existing ones. */
function planCallbacks(
  text: string,
  own: Node,
  local: string,
  callbacks: readonly Part[],
): Place | undefined {
  if (own.type !== 'ObjectExpression') return callbacks.length === 0 ? none : undefined
  const object = own as ObjectExpression
  if (!callbacks.every((part) => hasOneValue(text, object, part))) return undefined
  const parts = callbacks.filter(({ key }) => !propertyNamed(object, key))
  const [spread] = spreadsIn(own, local, 'callbacks')
  if (spread || parts.length === 0) return { place: spread, parts }
  // Without the spread, only the proxy has the callbacks of the base, and it calls `authorized` alone.
  const [first] = object.properties
  return first && parts.every(({ key }) => key === 'authorized') ? { place: first, parts } : undefined
}

function writeJoin(module: EditedModule, plan: Plan, toSpecifier: (from: string) => string): void {
  const { edits, newline, text } = module
  const { spread, properties, callbacks, providers, comments } = plan
  const write = (place: Node, parts: readonly Part[], otherwise: string): string => {
    const gap = newline + indentOf(text, place, otherwise)
    return parts.map((part) => [...part.comments, part.source].join(gap)).join(`,${gap}`)
  }
  if (callbacks.place) {
    const source = write(callbacks.place, callbacks.parts, '    ')
    const gap = newline + indentOf(text, callbacks.place, '    ')
    if (callbacks.place.type === 'SpreadElement') replaceItem(module, callbacks.place, source)
    else edits.appendLeft(callbacks.place.start, `${source},${gap}`)
  }
  if (providers.place) {
    const hasComments = providers.parts.some((part) => part.comments.length > 0)
    const line = providers.parts.map(({ source }) => source).join(', ')
    const source = hasComments ? write(providers.place, providers.parts, '    ') : line
    replaceItem(module, providers.place, source)
  }
  const gap = newline + indentOf(text, spread, '  ')
  edits.appendLeft(spread.start, comments.map((comment) => comment + gap).join(''))
  replaceItem(module, spread, write(spread, properties, '  '))
  removeImports(module, [plan.imported])
  prependImports(module, plan.imports, toSpecifier)
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
