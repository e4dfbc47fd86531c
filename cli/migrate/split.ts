import path from 'node:path'
import type { CallExpression, Node, ObjectExpression, Property } from 'acorn'
import { addImport, type EditedModule } from '../edit/module.js'
import { type Base, continues, findBase, objectOf } from './bases.js'
import { elementsOf } from './chain-source.js'
import { removeUnused } from './legacy-options.js'
import type { Sources } from './sources.js'
import {
  bare,
  callsOf,
  type ImportedName,
  importedNames,
  isNamed,
  keyOf,
  keysOf,
  nameOf,
  placedNodes,
  propertyNamed,
  propertyOf,
  removeImports,
  specifiersOf,
  statementOf,
  usesOf,
} from './syntax.js'

const next = 'authwright/compat/next'

/** A configuration in two modules: an object, and the instance that spreads it. */
interface Split {
  /** The module of the instance. */
  readonly file: string
  readonly base: Base
  /** The proxies and middlewares that make an instance of the object alone. */
  readonly proxies: readonly string[]
}

/**
 * Joins `auth.config.ts`, which a proxy loads alone, with `auth.ts`. The split was made for the Edge runtime; `proxy.ts` of Next.js 16 runs on
 * Node.js and can load the whole configuration. A configuration that a middleware loads on the Edge runtime stays split.
 */
export function joinSplit(sources: Sources): void {
  for (const file of sources.files()) {
    if (!sources.read(file)?.includes(next)) continue
    const split = splitAt(sources, file)
    if (split) join(sources, split)
  }
}

function splitAt(sources: Sources, file: string): Split | undefined {
  let found: Split | undefined
  sources.edit(file, (module) => {
    const object = configurationOf(module)
    const spread = object?.properties.find(({ type }) => type === 'SpreadElement')
    const local = spread?.type === 'SpreadElement' ? nameOf(bare(spread.argument)) : undefined
    if (!object || !local || !exportsAuth(module)) return
    const base = findBase(sources, file, module, local)
    if (!base || base.file === file || continues(base, keysIn(object))) return
    if (!isOnlySpread(module, object, local)) return
    const proxies = usersOf(sources, base).filter((each) => each !== file)
    if (!proxies.every((each) => isOnNode(sources, each) && readsAuthOnly(sources, each, base))) return
    found = { file, base, proxies }
  })
  return found
}

/** The object in the call of `NextAuth` of a module. */
function configurationOf(module: EditedModule): ObjectExpression | undefined {
  for (const local of makersOf(module)) {
    const argument = callsOf(module, local)[0]?.arguments[0]
    const object = argument && bare(argument)
    if (object?.type === 'ObjectExpression') return object as ObjectExpression
  }
  return undefined
}

function makersOf(module: EditedModule): readonly string[] {
  return importedNames(module)
    .filter(({ imported, from }) => from === next && ['default', 'NextAuth'].includes(imported))
    .map(({ local }) => local)
}

/** Whether a module exports `auth`, as `export const { auth } = NextAuth({ … })` does. */
function exportsAuth({ program }: EditedModule): boolean {
  return program.body.some((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    if (declaration?.type !== 'VariableDeclaration') return false
    return declaration.declarations.some(
      ({ id }) =>
        id.type === 'ObjectPattern' &&
        id.properties.some((each) => each.type === 'Property' && isNamed(each.value, 'auth')),
    )
  })
}

function keysIn(object: ObjectExpression): readonly string[] {
  return object.properties.flatMap((each) => (each.type === 'Property' ? (keyOf(each) ?? '') : []))
}

/** Whether a module does no more with a base than spread it, its callbacks and its providers, each where it belongs. */
function isOnlySpread(module: EditedModule, object: ObjectExpression, local: string): boolean {
  const callbacks = propertyNamed(object, 'callbacks')?.value
  const providers = propertyNamed(object, 'providers')?.value
  const allowed = [
    ...object.properties.filter(({ type }) => type === 'SpreadElement'),
    ...spreadsIn(callbacks, local, 'callbacks'),
    ...spreadsIn(providers, local, 'providers'),
  ]
  if (object.properties.filter(({ type }) => type === 'SpreadElement').length !== 1) return false
  return usesOf(module, local).every(({ node }) =>
    allowed.some(({ start, end }) => start <= node.start && node.end <= end),
  )
}

/** `...base.callbacks` in an object, or `...base.providers` in an array. */
function spreadsIn(value: Node | undefined, local: string, key: string): readonly Node[] {
  const { properties, elements } = (value ?? {}) as {
    properties?: readonly Node[]
    elements?: readonly (Node | null)[]
  }
  return (properties ?? elements ?? []).filter((each): each is Node => {
    const argument =
      each?.type === 'SpreadElement' ? bare((each as Node & { argument: Node }).argument) : undefined
    const { object } = (argument ?? {}) as { object?: Node }
    return argument?.type === 'MemberExpression' && isNamed(object, local) && propertyOf(argument) === key
  })
}

/** The other files that name the module of a base, in an import or in a mock. */
function usersOf(sources: Sources, base: Base): readonly string[] {
  const word = path.posix.basename(base.file).replace(/[.]\w+$/, '')
  return sources.mentioning(word).filter((file) => {
    let isUser = false
    sources.edit(file, (module) => {
      isUser = [...specifiersOf(module)].some(({ value }) => sources.resolve(file, value) === base.file)
    })
    return isUser && file !== base.file
  })
}

/** Whether Next.js runs a module on Node.js: a proxy always, a middleware if it says so. */
function isOnNode(sources: Sources, file: string): boolean {
  const name = entryName(file)
  return (
    name === 'proxy' ||
    (name === 'middleware' && /\bruntime:\s*['"]nodejs['"]/.test(sources.read(file) ?? ''))
  )
}

/** The name of the function that Next.js calls in a module. */
function entryName(file: string): string | undefined {
  return path.posix.basename(file).match(/^(proxy|middleware)[.][cm]?[jt]sx?$/)?.[1]
}

/** Every use of a base in a proxy: `NextAuth(base).auth`, or `const { auth } = NextAuth(base)`. */
function readsAuthOnly(sources: Sources, file: string, base: Base): boolean {
  let isOnly = false
  sources.edit(file, (module) => {
    const names = importsOfBase(sources, file, module, base)
    const [name] = names
    isOnly = names.length === 1 && name !== undefined && authsOf(module, name.local) !== undefined
  })
  return isOnly
}

function importsOfBase(
  sources: Sources,
  file: string,
  module: EditedModule,
  base: Base,
): readonly ImportedName[] {
  return importedNames(module).filter(({ from }) => sources.resolve(file, from) === base.file)
}

interface AuthUse {
  /** `NextAuth(base).auth`, or the declaration of `auth`. */
  readonly node: Node
  readonly statement: Node
}

function authsOf(module: EditedModule, local: string): readonly AuthUse[] | undefined {
  const uses = usesOf(module, local)
  const placed = [...placedNodes(module.program)]
  const found = uses.map(({ node, parent }): AuthUse | undefined => {
    const call = parent as CallExpression
    if (call.type !== 'CallExpression' || !makersOf(module).includes(nameOf(call.callee) ?? ''))
      return undefined
    if (call.arguments.length !== 1 || call.arguments[0] !== node) return undefined
    const around = placed.find((each) => each.node === call)?.parent
    const statement = statementOf(module, call)
    if (!around || !statement) return undefined
    if (around.type === 'MemberExpression' && propertyOf(around) === 'auth')
      return { node: around, statement }
    const { id } = around as { id?: Node }
    if (around.type !== 'VariableDeclarator' || id?.type !== 'ObjectPattern') return undefined
    return keysOf(id).join() === 'auth' ? { node: around, statement } : undefined
  })
  return found.every((each) => each !== undefined) ? found : undefined
}

/** A part of the source of a base. */
interface Part {
  readonly key: string
  readonly text: string
}

function join(sources: Sources, { file, base, proxies }: Split): void {
  let parts: readonly Part[] | undefined
  let imports: readonly { name: ImportedName; source: string }[] = []
  let callbacks: readonly Part[] = []
  let providers: readonly string[] = []
  sources.edit(base.file, (module) => {
    const object = objectOf(module, base.name)?.object
    if (!object || !isAlone(module, base)) return
    parts = partsOf(module, object)
    const own = propertyNamed(object, 'callbacks')?.value
    if (own?.type === 'ObjectExpression') callbacks = partsOf(module, own as ObjectExpression)
    const list = propertyNamed(object, 'providers')?.value
    providers = ((list && elementsOf(list)) ?? []).flatMap((each) =>
      each ? [module.text.slice(each.start, each.end)] : [],
    )
    imports = importedNames(module)
      .filter(({ local, isType }) => !isType && usesOf(module, local).length > 0)
      .map((name) => ({ name, source: module.text.slice(name.declaration.start, name.declaration.end) }))
  })
  if (!parts) return
  const all = parts
  let isJoined = false
  sources.edit(file, (module) => {
    isJoined = writeWhole(sources, file, module, base, { parts: all, callbacks, providers, imports })
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
    // Of imports that were the first lines.
    if (text?.startsWith('\n')) sources.write(each, text.replace(/^\n+/, ''))
  }
  sources.remove(base.file)
}

/** Whether a module has imports and a base, and no other statement. */
function isAlone({ program }: EditedModule, { name }: Base): boolean {
  return program.body.every((statement) => {
    if (statement.type === 'ImportDeclaration' || statement.type === 'ExportDefaultDeclaration') return true
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return false
    return (
      declaration.declarations.length === 1 &&
      (name === 'default' || isNamed(declaration.declarations[0]?.id, name))
    )
  })
}

function partsOf({ text }: EditedModule, object: ObjectExpression): readonly Part[] {
  return object.properties
    .filter((each): each is Property => each.type === 'Property')
    .map((each) => ({
      key: keyOf(each) ?? '',
      text: commentAbove(text, each) + text.slice(each.start, each.end),
    }))
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
  readonly imports: readonly { readonly name: ImportedName; readonly source: string }[]
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

  const moved = kept.map((part) => part.text)
  const own = propertyNamed(object, 'callbacks')?.value
  if (own && callbacks.length > 0) {
    if (own.type !== 'ObjectExpression') return false
    const named = keysIn(own as ObjectExpression)
    const added = callbacks.filter(({ key }) => !named.includes(key))
    const [place] = spreadsIn(own, imported.local, 'callbacks')
    if (!place && added.some(({ key }) => key !== 'authorized')) return false
    const source = added.map((part) => part.text).join(`,${newline}${indentOf(text, own, '    ')}`)
    const [first] = (own as ObjectExpression).properties
    if (place) replaceItem(module, place, source)
    else if (source !== '' && first)
      edits.appendLeft(first.start, `${source},${newline}${indentOf(text, first, '    ')}`)
    moved.push(...added.map((part) => part.text))
  }
  const list = propertyNamed(object, 'providers')?.value
  const [listed] = spreadsIn(list, imported.local, 'providers')
  if (listed) {
    replaceItem(module, listed, providers.join(', '))
    moved.push(...providers)
  }
  replaceItem(
    module,
    spread,
    kept.map((part) => part.text).join(`,${newline}${indentOf(text, spread, '  ')}`),
  )

  removeImports(module, [imported])
  for (const { name, source } of imports) {
    if (!moved.some((each) => new RegExp(`\\b${name.local}\\b`).test(each))) continue
    if (importedNames(module).some(({ local }) => local === name.local)) continue
    const specifier = name.from.startsWith('.')
      ? relative(path.posix.dirname(file), path.posix.join(path.posix.dirname(base.file), name.from))
      : name.from
    edits.prepend(`${source.replace(/(["'])[^"']*\1(;?)$/, `$1${specifier}$1$2`)}${newline}`)
  }
  return true
}

function textOf({ text }: EditedModule, node: Node | undefined): string | undefined {
  return node && text.slice(node.start, node.end)
}

/** Replaces an item of a list, with its comma where nothing takes its place. */
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

/** The module of the instance, named as the base was: by the same alias, and with an extension where that has one. */
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
