import type { CallExpression, ExportNamedDeclaration, Node, ObjectExpression, ObjectPattern } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, nameOf, stringOf } from '../edit/nodes.js'
import { importedNames, keysOf, objectKeys, placedNodes, propertyOf } from './syntax.js'

/**
 * The exports of a module that the code around its import path uses, such as `GET` in
 * `(await import('./route')).GET`. `undefined` if they are unknown, such as for `export *`.
 */
export function usedExports(module: EditedModule, source: Node): readonly string[] | undefined {
  const around = nodesAround(module, source)
  const index = around.findIndex(({ type }) => loads.test(type))
  const load = around[index]
  if (load === undefined) return undefined
  const outer = around.slice(index)
  switch (load.type) {
    case 'ImportDeclaration':
      return namesOfImport(module, load)
    case 'ExportNamedDeclaration':
      return (load as ExportNamedDeclaration).specifiers.map(
        ({ local }) => nameOf(local) ?? stringOf(local) ?? '',
      )
    case 'ImportExpression':
      return namesOfValue(module, outer)
    case 'TSImportType': {
      const [first] = leftmost((load as Node & { qualifier?: Node }).qualifier)
      return first === undefined ? namesOfType(outer) : [first]
    }
    case 'CallExpression':
      return namesOfCall(module, load as CallExpression, outer)
    case 'TSModuleDeclaration':
      return []
    default:
      return undefined
  }
}

const loads =
  /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration|CallExpression|TS(?:ImportType|ModuleDeclaration|ExternalModuleReference))$/

/** The nodes that contain a node, beginning with the innermost. */
export function nodesAround({ program }: EditedModule, node: Node): readonly Node[] {
  return [...nodesOf(program)]
    .filter((each) => each !== node && each.start <= node.start && node.end <= each.end)
    .reverse()
}

function namesOfImport(module: EditedModule, load: Node): readonly string[] | undefined {
  const names: string[] = []
  for (const { declaration, imported, specifier } of importedNames(module)) {
    if (declaration !== load) continue
    const found =
      imported === '*' ? membersOf(module, (specifier as Node & { local: Node }).local) : [imported]
    if (found === undefined) return undefined
    names.push(...found)
  }
  return names
}

/** The exports that a call of `require()` uses, or a call of a test runner that loads the module or replaces it with a mock. */
function namesOfCall(
  module: EditedModule,
  { callee, arguments: [, factory] }: CallExpression,
  outer: readonly Node[],
): readonly string[] | undefined {
  const name = nameOf(callee) ?? propertyOf(callee) ?? ''
  if (/^(?:require|importActual|requireActual|importMock|requireMock)$/.test(name)) {
    return namesOfValue(module, outer)
  }
  const { body } = (factory ?? {}) as { body?: Node }
  const mock = body && bare(body)
  return mock?.type === 'ObjectExpression' ? objectKeys(mock as ObjectExpression) : []
}

/** `value` is the module itself, or a promise of it. */
function namesOfValue(
  module: EditedModule,
  [value, ...outer]: readonly Node[],
): readonly string[] | undefined {
  const [parent, above] = outer
  if (value === undefined || parent === undefined) return undefined
  if (parent.type === 'AwaitExpression' || bare(parent) === bare(value)) return namesOfValue(module, outer)
  if (parent.type === 'ExpressionStatement') return []
  if (parent.type === 'VariableDeclarator') {
    return namesOfPattern(module, (parent as Node & { id: Node }).id)
  }
  if ((parent as Node & { object?: Node }).object !== value) return undefined
  const name = propertyOf(parent)
  if (name !== 'then') return name === undefined ? undefined : [name]
  const { params } = ((above as CallExpression | undefined)?.arguments?.[0] ?? {}) as {
    params?: readonly Node[]
  }
  return params?.[0] && namesOfPattern(module, params[0])
}

/** The name in a type such as `(typeof import('./route'))['GET']`. */
function namesOfType([value, ...outer]: readonly Node[]): readonly string[] | undefined {
  const [parent] = outer
  if (value === undefined || parent === undefined) return undefined
  if (/^TS(?:TypeQuery|ParenthesizedType)$/.test(parent.type)) return namesOfType(outer)
  const { objectType, indexType } = parent as Node & { objectType?: Node; indexType?: { literal?: Node } }
  const name = objectType === value ? stringOf(indexType?.literal) : undefined
  return name === undefined ? undefined : [name]
}

function namesOfPattern(module: EditedModule, pattern: Node): readonly string[] | undefined {
  if (pattern.type === 'Identifier') return membersOf(module, pattern)
  if (pattern.type !== 'ObjectPattern') return undefined
  const names = keysOf(pattern)
  return names.length === (pattern as ObjectPattern).properties.length ? names : undefined
}

/** The names in `route.GET`. Scopes that declare the name again are not distinguished. */
function membersOf({ program }: EditedModule, declared: Node): readonly string[] | undefined {
  const local = nameOf(declared) ?? ''
  const members: string[] = []
  for (const { node, parent } of placedNodes(program)) {
    if (node === declared || !isNamed(node, local)) continue
    const { object, property, key, computed, shorthand } = parent as Node & Record<string, unknown>
    if ((property === node || key === node) && computed !== true && shorthand !== true) continue
    const name = object === node ? propertyOf(parent) : undefined
    if (name === undefined) return undefined
    members.push(name)
  }
  return members
}

function leftmost(qualifier: Node | undefined): readonly string[] {
  const { left } = (qualifier ?? {}) as { left?: Node }
  const name = nameOf(qualifier)
  return left ? leftmost(left) : name === undefined ? [] : [name]
}
