import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, importsOf } from '../../edit/module.js'
import { bare, isNamed, keyOf, propertyNamed } from '../../edit/nodes.js'
import { type Base, objectOf } from '../base-configuration.js'
import { arrayOf, commentsAround, elementsOf, listed } from '../chain-source.js'
import { commentsIn, type ImportedName, importedNames } from '../syntax.js'

export interface Part {
  /** The name of the property. Empty for a provider. */
  readonly key: string
  readonly source: string
  readonly comments: readonly string[]
}

interface Parts {
  readonly parts: readonly Part[]
  /** Comments after the last part. */
  readonly rest: readonly string[]
}

export interface Pieces {
  readonly properties: Parts
  readonly callbacks: Parts
  readonly providers: Parts
  readonly imports: readonly ImportedName[]
  /** Comments outside of the object. */
  readonly comments: readonly string[]
}

export const none: Parts = { parts: [], rest: [] }

/** Returns `undefined` if the module does not show the whole base, or contains other code. */
export function piecesOf(module: EditedModule, base: Base): Pieces | undefined {
  const object = objectOf(module, base.name)?.object
  if (!object || !isAlone(module, base)) return undefined
  const callbacks = propertyNamed(object, 'callbacks')?.value
  const providers = propertyNamed(object, 'providers')?.value
  const propertyParts = propertiesOf(module, object)
  const callbackParts = callbacks ? propertiesOf(module, bare(callbacks)) : none
  const providerParts = providers ? providersOf(module, bare(providers)) : none
  if (!propertyParts || !callbackParts || !providerParts) return undefined
  return {
    properties: propertyParts,
    callbacks: callbackParts,
    providers: providerParts,
    imports: importedNames(module),
    comments: commentsIn(module, { start: 0, end: module.text.length }, [object, ...importsOf(module)]),
  }
}

function isAlone({ program }: EditedModule, { name }: Base): boolean {
  return program.body.every((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return true
    // An import without names runs a module for its side effects.
    if (statement.type === 'ImportDeclaration')
      return statement.specifiers.length > 0 && (statement.attributes ?? []).length === 0
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return false
    const [only, ...more] = declaration.declarations
    return more.length === 0 && isNamed(only?.id, name)
  })
}

function propertiesOf({ text }: EditedModule, object: Node): Parts | undefined {
  if (object.type !== 'ObjectExpression') return undefined
  const { properties } = object as ObjectExpression
  const keys = properties.map((each) => (each.type === 'Property' ? keyOf(each) : undefined))
  if (keys.includes(undefined)) return undefined
  return partsOf(text, object, properties, (index) => keys[index] ?? '')
}

function providersOf({ text }: EditedModule, list: Node): Parts | undefined {
  const elements = elementsOf(list)
  if (!elements) return undefined
  const providers = elements.filter((each) => each !== null)
  // A comment in an empty list usually says that the providers are in the other module, so the comment is
  // removed.
  if (providers.length === 0) return none
  return partsOf(text, arrayOf(list) ?? list, providers, () => '')
}

function partsOf(text: string, list: Node, nodes: readonly Node[], toKey: (index: number) => string): Parts {
  const { items, rest } = listed(text, list, nodes)
  const parts = items.map((item, index) => ({
    key: toKey(index),
    source: text.slice(item.node.start, item.node.end),
    comments: commentsAround(item),
  }))
  return { parts, rest }
}
