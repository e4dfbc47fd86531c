import type { Node, ObjectExpression } from 'acorn'
import type { EditedModule } from '../../edit/module.js'
import { bare, propertyNamed } from '../../edit/nodes.js'
import type { Base } from '../base-configuration.js'
import type { Sources } from '../sources.js'
import { type ImportedName, importedNames } from '../syntax.js'
import { none, type Part, type Pieces } from './base-parts.js'
import { configurationOf, importsOfBase, spreadsIn } from './find-split.js'

/** A place in the module of the instance, and the parts to insert there. Without a place, there are no parts. */
interface Place {
  readonly place?: Node | undefined
  readonly parts: readonly Part[]
}

export interface Plan {
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

/** Properties that are merged. All others must have the same value in both modules. */
const merged: readonly string[] = ['callbacks', 'providers']

interface Join {
  readonly sources: Sources
  readonly file: string
  readonly module: EditedModule
  readonly base: Base
  readonly pieces: Pieces
}

/** Returns `undefined` if the result would be a different configuration. */
export function planJoin(join: Join): Plan | undefined {
  const { sources, file, module, base, pieces } = join
  const { text } = module
  const object = configurationOf(module)
  const [imported] = importsOfBase(sources, file, module, base)
  const spread = object?.properties.find(({ type }) => type === 'SpreadElement')
  if (!object || !spread || !imported) return undefined
  const all = pieces.properties.parts
  if (!all.every((part) => isKept(text, object, spread, part))) return undefined
  const properties = all.filter(({ key }) => !propertyNamed(object, key))

  const existingCallbacks = propertyNamed(object, 'callbacks')?.value
  const callbacks = existingCallbacks
    ? planCallbacks(text, bare(existingCallbacks), imported.local, pieces.callbacks.parts)
    : none
  const list = propertyNamed(object, 'providers')?.value
  const [place] = spreadsIn(list, imported.local, 'providers')
  if (!callbacks || (list && !place && pieces.providers.parts.length > 0)) return undefined
  const providers = place ? { place, parts: pieces.providers.parts } : none

  const moved = [...properties, ...callbacks.parts, ...providers.parts]
  const imports = planImports(join, moved)
  if (!imports) return undefined
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
      ...(existingCallbacks ? pieces.callbacks.rest : []),
      ...(list ? pieces.providers.rest : []),
    ],
  }
}

/** Whether a property of the base has the same effect after the spread is removed. */
function isKept(text: string, object: ObjectExpression, spread: Node, part: Part): boolean {
  const existing = propertyNamed(object, part.key)
  // The spread overrides a property that comes before it.
  if (existing && existing.start < spread.start) return false
  return merged.includes(part.key) || hasOneValue(text, object, part)
}

/** Returns `undefined` if the module uses one of the names for something else. */
function planImports(
  { sources, file, module, base, pieces }: Join,
  moved: readonly Part[],
): readonly ImportedName[] | undefined {
  const source = moved.map((part) => part.source).join('\n')
  const existing = importedNames(module)
  const imports = pieces.imports
    .filter(({ local }) => mentions(source, local))
    .filter((name) => !existing.some((each) => isSameImport(sources, [file, each], [base.file, name])))
  return imports.some(({ local }) => mentions(module.text, local)) ? undefined : imports
}

function hasOneValue(text: string, object: ObjectExpression, { key, source }: Part): boolean {
  const existing = propertyNamed(object, key)
  return !existing || text.slice(existing.start, existing.end) === source
}

function planCallbacks(
  text: string,
  existing: Node,
  local: string,
  callbacks: readonly Part[],
): Place | undefined {
  if (existing.type !== 'ObjectExpression') return callbacks.length === 0 ? none : undefined
  const object = existing as ObjectExpression
  if (!callbacks.every((part) => hasOneValue(text, object, part))) return undefined
  const parts = callbacks.filter(({ key }) => !propertyNamed(object, key))
  const [spread] = spreadsIn(existing, local, 'callbacks')
  if (spread || parts.length === 0) return { place: spread, parts }
  // Without `...base.callbacks`, only the proxy uses the callbacks of the base, and it calls only
  // `authorized`. If another callback were inserted here, it would start to run.
  const [first] = object.properties
  return first && parts.every(({ key }) => key === 'authorized') ? { place: first, parts } : undefined
}

function mentions(code: string, name: string): boolean {
  return code.split(/[^\w$]+/).includes(name)
}

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
