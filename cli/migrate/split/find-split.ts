import path from 'node:path'
import type { CallExpression, Node, ObjectExpression, VariableDeclaration, VariableDeclarator } from 'acorn'
import type { EditedModule } from '../../edit/module.js'
import { bare, isNamed, nameOf, propertyNamed, stringOf } from '../../edit/nodes.js'
import { type Base, canExtend, findBase, importersOf } from '../base-configuration.js'
import type { Sources } from '../sources.js'
import {
  callsOf,
  commentsIn,
  type ImportedName,
  importedNames,
  objectKeys,
  placedNodes,
  propertyOf,
  specifiersOf,
  statementOf,
  usesOf,
} from '../syntax.js'

const next = 'authwright/compat/next'

/** A configuration in two modules: an object, and the instance that spreads it. */
export interface Split {
  /** The module of the instance. */
  readonly file: string
  readonly base: Base
  /** Proxies and middlewares that only create an instance of the object. */
  readonly proxies: readonly string[]
}

export function splitAt(sources: Sources, file: string): Split | undefined {
  if (!sources.read(file)?.includes(next)) return undefined
  const base = sources.edit(file, (module) => spreadBase(sources, file, module))
  if (!base) return undefined
  const proxies = usersOf(sources, base).filter((each) => each !== file)
  const canJoin = proxies.every((each) => isOnNode(sources, each) && readsAuthOnly(sources, each, base))
  return canJoin ? { file, base, proxies } : undefined
}

function spreadBase(sources: Sources, file: string, module: EditedModule): Base | undefined {
  const object = configurationOf(module)
  const spread = object?.properties.find((each) => each.type === 'SpreadElement')
  const local = spread && nameOf(bare(spread.argument))
  if (!object || !local || !exportsAuth(module)) return undefined
  const base = findBase(sources, file, module, local)
  if (!base || base.file === file || canExtend(base, objectKeys(object))) return undefined
  return isOnlySpread(module, object, local) && namesOnce(sources, file, module, base) ? base : undefined
}

export function configurationOf(module: EditedModule): ObjectExpression | undefined {
  for (const local of creatorsOf(module)) {
    const argument = callsOf(module, local)[0]?.arguments[0]
    const object = argument && bare(argument)
    if (object?.type === 'ObjectExpression') return object as ObjectExpression
  }
  return undefined
}

function creatorsOf(module: EditedModule): readonly string[] {
  return importedNames(module)
    .filter(({ imported, from }) => from === next && ['default', 'NextAuth'].includes(imported))
    .map(({ local }) => local)
}

function exportsAuth(module: EditedModule): boolean {
  return exportedVariables(module).some(
    ({ id }) =>
      id.type === 'ObjectPattern' &&
      id.properties.some((each) => each.type === 'Property' && isNamed(each.value, 'auth')),
  )
}

function exportedVariables({ program }: EditedModule): readonly VariableDeclarator[] {
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
  })
}

/**
 * Whether an object uses the base only in spreads: of the base itself, and of its `callbacks` and `providers` in the properties with these
 * names.
 */
function isOnlySpread(module: EditedModule, object: ObjectExpression, local: string): boolean {
  const spreads = object.properties.filter(({ type }) => type === 'SpreadElement')
  const allowed = [
    ...spreads,
    ...spreadsIn(propertyNamed(object, 'callbacks')?.value, local, 'callbacks'),
    ...spreadsIn(propertyNamed(object, 'providers')?.value, local, 'providers'),
  ]
  const isAllowed = (use: Node): boolean =>
    allowed.some(({ start, end }) => start <= use.start && use.end <= end)
  return spreads.length === 1 && usesOf(module, local).every(({ node }) => isAllowed(node))
}

/** The spreads of a property of the base: `...base.callbacks` in an object, or `...base.providers` in an array. */
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

function usersOf(sources: Sources, base: Base): readonly string[] {
  return importersOf(sources, base.file).filter((file) => {
    if (file === base.file) return false
    const places = sources.edit(file, (module) => placesOf(sources, file, module, base)) ?? []
    return places.length > 0
  })
}

/** Whether Next.js runs a file on Node.js: a proxy, or a middleware whose `config` has `runtime: 'nodejs'`. */
function isOnNode(sources: Sources, file: string): boolean {
  const name = entryName(file)
  return name === 'proxy' || (name === 'middleware' && sources.edit(file, runtimeOf) === 'nodejs')
}

function runtimeOf(module: EditedModule): string | undefined {
  const config = exportedVariables(module).find(({ id }) => isNamed(id, 'config'))
  const object = config?.init && bare(config.init)
  if (object?.type !== 'ObjectExpression') return undefined
  return stringOf(propertyNamed(object as ObjectExpression, 'runtime')?.value)
}

/** The name of the function that Next.js calls. */
export function entryName(file: string): string | undefined {
  return path.posix.basename(file).match(/^(proxy|middleware)[.][cm]?[jt]sx?$/)?.[1]
}

/** Whether a module uses the base only in `NextAuth(base).auth` and `const { auth } = NextAuth(base)`. */
function readsAuthOnly(sources: Sources, file: string, base: Base): boolean {
  const uses = sources.edit(file, (module) => {
    const [imported] = importsOfBase(sources, file, module, base)
    return imported && namesOnce(sources, file, module, base) ? authsOf(module, imported.local) : undefined
  })
  return uses !== undefined
}

function namesOnce(sources: Sources, file: string, module: EditedModule, base: Base): boolean {
  return (
    placesOf(sources, file, module, base).length === 1 &&
    importsOfBase(sources, file, module, base).length === 1
  )
}

function placesOf(sources: Sources, file: string, module: EditedModule, base: Base): readonly Node[] {
  return [...specifiersOf(module)]
    .filter(({ value }) => sources.resolve(file, value) === base.file)
    .map(({ node }) => node)
}

export function importsOfBase(
  sources: Sources,
  file: string,
  module: EditedModule,
  base: Base,
): readonly ImportedName[] {
  return importedNames(module).filter(({ from }) => sources.resolve(file, from) === base.file)
}

interface AuthUse {
  /** `NextAuth(base).auth`, or the call in the declaration of `auth`. */
  readonly node: Node
  readonly statement: Node
  /** The constant with `auth`, if the statement declares it. */
  readonly local: string | undefined
}

export function authsOf(module: EditedModule, local: string): readonly AuthUse[] | undefined {
  const creators = creatorsOf(module)
  const placed = [...placedNodes(module.program)]
  const found = usesOf(module, local).map(({ node, parent }) => {
    const call = parent as CallExpression
    const isInstance = call.type === 'CallExpression' && creators.includes(nameOf(call.callee) ?? '')
    if (!isInstance || call.arguments.length !== 1 || call.arguments[0] !== node) return undefined
    return authOf(module, call, placed.find((each) => each.node === call)?.parent)
  })
  return found.every((each) => each !== undefined) ? found : undefined
}

function authOf(
  module: EditedModule,
  call: CallExpression,
  parent: Node | null | undefined,
): AuthUse | undefined {
  const statement = statementOf(module, call)
  if (!parent || !statement) return undefined
  if (parent.type !== 'MemberExpression') return declaredAuth(module, statement, call)
  const isAuth = propertyOf(parent) === 'auth' && commentsIn(module, parent).length === 0
  return isAuth ? { node: parent, statement, local: undefined } : undefined
}

function declaredAuth(module: EditedModule, statement: Node, call: Node): AuthUse | undefined {
  const { declaration } = statement as Node & { declaration?: Node | null }
  const { type, kind, declarations } = (declaration ?? statement) as VariableDeclaration
  if (type !== 'VariableDeclaration' || kind !== 'const' || commentsIn(module, statement).length > 0)
    return undefined
  const [{ id, init } = {}, ...others] = declarations
  if (init !== call || others.length > 0 || id?.type !== 'ObjectPattern') return undefined
  // The import that replaces the declaration cannot have a type annotation.
  if ('typeAnnotation' in id && id.typeAnnotation) return undefined
  const [property, ...more] = id.properties
  if (property?.type !== 'Property' || more.length > 0 || property.computed) return undefined
  const local = nameOf(property.value)
  if (local === undefined || nameOf(property.key) !== 'auth') return undefined
  return { node: call, statement, local }
}
