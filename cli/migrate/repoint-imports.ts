import type { ExportNamedDeclaration, ImportDeclaration, Node, ObjectPattern, Property } from 'acorn'
import { type EditedModule, endOfLine } from '../edit/module.js'
import { keyOf, nameOf, stringOf } from '../edit/nodes.js'
import type { Sources } from './sources.js'
import { commentsIn, keysOf, leaveTodo, specifiersOf } from './syntax.js'
import { nodesAround, usedExports } from './used-exports.js'

const heading = 'a-function-of-the-request'
const noDefault = 'the route has no default export: use its GET and POST.'

export function repointImports(sources: Sources, from: string, to: string): void {
  editImports(sources, from, [to], (file, module, { node }) => {
    setSpecifier(module, node, sources.project.specifier(file, to))
    if (usedExports(module, node)?.includes('default')) leaveTodo(module, node, noDefault, heading)
  })
}

export interface SplitModules {
  readonly route: string
  /** The names that the new route exports: methods and settings. */
  readonly routeExports: ReadonlySet<string>
  readonly instance: string
  readonly instanceExports: ReadonlySet<string>
}

export function repointToSplit(
  sources: Sources,
  from: string,
  exports: ReadonlySet<string>,
  { route, routeExports, instance, instanceExports }: SplitModules,
): void {
  const isOfRoute = (name: string) => routeExports.has(name)
  const isOnlyRoute = [...exports].every(isOfRoute)
  editImports(sources, from, [route, instance], (file, module, { node, value }) => {
    const toRoute = route === from ? value : sources.project.specifier(file, route)
    const used = usedExports(module, node)
    if (used ? used.length > 0 && used.every(isOfRoute) : isOnlyRoute) {
      setSpecifier(module, node, toRoute)
      return
    }
    setSpecifier(module, node, sources.project.specifier(file, instance))
    const isSplit = used && (!used.some(isOfRoute) || splitImport(module, node, used, { isOfRoute, toRoute }))
    const message = 'the route still exports its methods and settings: import them from there.'
    if (!isSplit) leaveTodo(module, node, message, heading)
    else if (used.includes('default') && !instanceExports.has('default')) {
      leaveTodo(module, node, noDefault, heading)
    }
  })
}

interface Specifier {
  readonly node: Node
  readonly value: string
}

function editImports(
  sources: Sources,
  from: string,
  targets: readonly string[],
  edit: (file: string, module: EditedModule, specifier: Specifier) => void,
): void {
  const [segment = from] = from.match(/\[.+?\]+/) ?? []
  for (const file of new Set([...sources.files(), ...sources.mentioning(segment)])) {
    if (file === from || targets.includes(file)) continue
    sources.edit(file, (module) => {
      for (const specifier of specifiersOf(module)) {
        if (sources.resolve(file, specifier.value) === from) edit(file, module, specifier)
      }
    })
  }
}

function setSpecifier({ edits, text }: EditedModule, { start, end }: Node, specifier: string): void {
  if (text.slice(start + 1, end - 1) !== specifier) edits.overwrite(start + 1, end - 1, specifier)
}

interface RouteImports {
  isOfRoute(name: string): boolean
  readonly toRoute: string
}

/** Imports the names of the route from `toRoute`. Returns whether this is possible. */
function splitImport(
  module: EditedModule,
  source: Node,
  used: readonly string[],
  route: RouteImports,
): boolean {
  const [around] = nodesAround(module, source)
  if (around?.type === 'ImportDeclaration' || around?.type === 'ExportNamedDeclaration') {
    return splitStatement(module, around as Statement, route)
  }
  const declarator = nodesAround(module, source).find(({ type }) => type === 'VariableDeclarator')
  const { id } = (declarator ?? {}) as { id?: Node }
  if (!declarator || id?.type !== 'ObjectPattern' || keysOf(id).join() !== used.join()) return false
  return splitPattern(module, declarator, source, route)
}

type Statement = (ImportDeclaration | ExportNamedDeclaration) & { readonly source: Node }

function splitStatement(
  module: EditedModule,
  { specifiers, source, start, end }: Statement,
  { isOfRoute, toRoute }: RouteImports,
): boolean {
  const { edits, text, newline } = module
  if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) return false
  const ofRoute = specifiers.filter((each) => isOfRoute(nameInModule(each)))
  const others = specifiers.filter((each) => !ofRoute.includes(each))
  const named = others.filter(({ type }) => type !== 'ImportDefaultSpecifier')
  const clauses = others
    .filter((each) => !named.includes(each))
    .map((each) => text.slice(each.start, each.end))
  if (named.length > 0) clauses.push(bracedList(module, named))
  const keyword = text.slice(start, end).match(/^(?:import|export)(?:\s+type(?=\s*\{))?/)?.[0] ?? ''
  const comments = commentsIn(module, { start, end: source.start }, specifiers)
  edits.overwrite(start, source.start, [...comments, `${keyword} ${clauses.join(', ')} from `].join(newline))
  const quote = text[source.start]
  const added = `${keyword} ${bracedList(module, ofRoute)} from ${quote}${toRoute}${quote}${text.slice(source.end, end)}`
  edits.appendLeft(endOfLine(text, end), newline + added)
  return true
}

function nameInModule(specifier: Node): string {
  const { imported, local } = specifier as Node & { imported?: Node; local: Node }
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  return nameOf(imported ?? local) ?? stringOf(imported ?? local) ?? ''
}

/** Splits a pattern such as `const { GET, authOptions } = await import('./route')`. */
function splitPattern(
  module: EditedModule,
  declarator: Node,
  source: Node,
  { isOfRoute, toRoute }: RouteImports,
): boolean {
  const { edits, text } = module
  const { id } = declarator as Node & { id: ObjectPattern & { typeAnnotation?: Node } }
  if (id.typeAnnotation || commentsIn(module, id).length > 0) return false
  const ofRoute = id.properties.filter((each) => isOfRoute(keyOf(each as Property) ?? ''))
  const others = id.properties.filter((each) => !ofRoute.includes(each))
  const before = text.slice(id.end, source.start + 1)
  const after = text.slice(source.end - 1, declarator.end)
  edits.overwrite(id.start, id.end, bracedList(module, others))
  edits.appendLeft(declarator.end, `, ${bracedList(module, ofRoute)}${before}${toRoute}${after}`)
  return true
}

function bracedList({ text }: EditedModule, nodes: readonly Node[]): string {
  return `{ ${nodes.map(({ start, end }) => text.slice(start, end)).join(', ')} }`
}
