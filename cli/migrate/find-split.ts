import path from 'node:path'
import type { CallExpression, Node, ObjectExpression, VariableDeclaration } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { type Base, continues, findBase } from './bases.js'
import type { Sources } from './sources.js'
import {
  bare,
  callsOf,
  type ImportedName,
  importedNames,
  isNamed,
  keyOf,
  nameOf,
  placedNodes,
  propertyNamed,
  propertyOf,
  specifiersOf,
  statementOf,
  stringOf,
  usesOf,
} from './syntax.js'

const next = 'authwright/compat/next'

/** A configuration in two modules: an object, and the instance that spreads it. */
export interface Split {
  /** The module of the instance. */
  readonly file: string
  readonly base: Base
  /** Proxies and middlewares that only create an instance of the object. */
  readonly proxies: readonly string[]
}

/** The split configuration of a module with an instance, if both parts can be joined. */
export function splitAt(sources: Sources, file: string): Split | undefined {
  if (!sources.read(file)?.includes(next)) return undefined
  let found: Split | undefined
  sources.edit(file, (module) => {
    const object = configurationOf(module)
    const spread = object?.properties.find(({ type }) => type === 'SpreadElement')
    const local = spread?.type === 'SpreadElement' ? nameOf(bare(spread.argument)) : undefined
    if (!object || !local || !exportsAuth(module)) return
    const base = findBase(sources, file, module, local)
    if (!base || base.file === file || continues(base, keysIn(object))) return
    if (!isOnlySpread(module, object, local) || !namesOnce(sources, file, module, base)) return
    const proxies = usersOf(sources, base).filter((each) => each !== file)
    if (!proxies.every((each) => isOnNode(sources, each) && readsAuthOnly(sources, each, base))) return
    found = { file, base, proxies }
  })
  return found
}

/** The object in the call of `NextAuth` of a module. */
export function configurationOf(module: EditedModule): ObjectExpression | undefined {
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

/** Whether a module only spreads a base, its callbacks and its providers, each in its usual place. */
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
export function spreadsIn(value: Node | undefined, local: string, key: string): readonly Node[] {
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

/** Whether Next.js runs a module on Node.js: a proxy always, a middleware if it is configured to. */
function isOnNode(sources: Sources, file: string): boolean {
  const name = entryName(file)
  let isNode = name === 'proxy'
  if (name !== 'middleware') return isNode
  sources.edit(file, ({ program }) => {
    isNode = program.body.some((statement) => {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
      if (declaration?.type !== 'VariableDeclaration') return false
      return declaration.declarations.some(({ id, init }) => {
        const object = init && bare(init)
        if (!isNamed(id, 'config') || object?.type !== 'ObjectExpression') return false
        return stringOf(propertyNamed(object as ObjectExpression, 'runtime')?.value) === 'nodejs'
      })
    })
  })
  return isNode
}

/** The name of the function that Next.js calls in a module. */
export function entryName(file: string): string | undefined {
  return path.posix.basename(file).match(/^(proxy|middleware)[.][cm]?[jt]sx?$/)?.[1]
}

/** Every use of a base in a proxy: `NextAuth(base).auth`, or `const { auth } = NextAuth(base)`. */
function readsAuthOnly(sources: Sources, file: string, base: Base): boolean {
  let isOnly = false
  sources.edit(file, (module) => {
    const [name] = importsOfBase(sources, file, module, base)
    isOnly =
      name !== undefined &&
      namesOnce(sources, file, module, base) &&
      authsOf(module, name.local) !== undefined
  })
  return isOnly
}

/** Whether a module imports one name of a base, and names its module in no other place. */
function namesOnce(sources: Sources, file: string, module: EditedModule, base: Base): boolean {
  const specifiers = [...specifiersOf(module)].filter(
    ({ value }) => sources.resolve(file, value) === base.file,
  )
  return specifiers.length === 1 && importsOfBase(sources, file, module, base).length === 1
}

export function importsOfBase(
  sources: Sources,
  file: string,
  module: EditedModule,
  base: Base,
): readonly ImportedName[] {
  return importedNames(module).filter(({ from }) => sources.resolve(file, from) === base.file)
}

/** A use of a base that becomes an import of `auth`. */
interface AuthUse {
  /** `NextAuth(base).auth`, or the call in the declaration of `auth`. */
  readonly node: Node
  readonly statement: Node
  /** The constant with `auth`, if the statement declares it. */
  readonly local: string | undefined
}

/** The uses of a base, or `undefined` if one of them is more than `auth`. */
export function authsOf(module: EditedModule, local: string): readonly AuthUse[] | undefined {
  const placed = [...placedNodes(module.program)]
  const found = usesOf(module, local).map(({ node, parent }): AuthUse | undefined => {
    const call = parent as CallExpression
    if (call.type !== 'CallExpression' || !makersOf(module).includes(nameOf(call.callee) ?? ''))
      return undefined
    if (call.arguments.length !== 1 || call.arguments[0] !== node) return undefined
    const around = placed.find((each) => each.node === call)?.parent
    const statement = statementOf(module, call)
    if (!around || !statement) return undefined
    if (around.type !== 'MemberExpression') return declaredAuth(module, statement, call)
    if (propertyOf(around) !== 'auth' || hasComment(module, around)) return undefined
    return { node: around, statement, local: undefined }
  })
  return found.every((each) => each !== undefined) ? found : undefined
}

/** `const { auth } = NextAuth(base)` at the top of the module, if the statement declares nothing else. */
function declaredAuth(module: EditedModule, statement: Node, call: Node): AuthUse | undefined {
  const { declaration } = statement as Node & { declaration?: Node | null }
  const { type, kind, declarations } = (declaration ?? statement) as VariableDeclaration
  if (type !== 'VariableDeclaration' || kind !== 'const' || hasComment(module, statement)) return undefined
  const [{ id, init } = {}, ...others] = declarations
  if (init !== call || others.length > 0 || id?.type !== 'ObjectPattern') return undefined
  // An import has no type annotation.
  if ('typeAnnotation' in id && id.typeAnnotation) return undefined
  const [property, ...more] = id.properties
  if (property?.type !== 'Property' || more.length > 0 || property.computed) return undefined
  const local = nameOf(property.value)
  if (local === undefined || nameOf(property.key) !== 'auth') return undefined
  return { node: call, statement, local }
}

/** Whether the source of a node without strings contains a comment. */
export function hasComment({ text }: EditedModule, { start, end }: Node): boolean {
  return /\/[/*]/.test(text.slice(start, end))
}
