import type { ImportDeclaration, MemberExpression, Node, Property } from 'acorn'
import { declaredNames, type EditedModule, importsOf, namesOf, nodesOf } from './module.js'

/** The names of variables that code reads: no names of properties, and none of imports. */
export function* referencesOf(node: Node, except: readonly Node[] = []): Generator<string> {
  if (except.includes(node) || node.type === 'ImportDeclaration' || node.type === 'MetaProperty') return
  if (node.type === 'Identifier') {
    yield (node as Node & { name: string }).name
    return
  }
  const named = node as MemberExpression | Property
  const skipped =
    (node.type === 'MemberExpression' &&
      !(named as MemberExpression).computed &&
      (named as MemberExpression).property) ||
    (node.type === 'Property' && !(named as Property).computed && (named as Property).key) ||
    undefined
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child === null || typeof child !== 'object' || typeof child.type !== 'string') continue
      // A shorthand property has one node for its key and its value.
      if (child === skipped && key !== 'value') continue
      yield* referencesOf(child as Node, except)
    }
  }
}

/** The variables of a module that a part of it reads, without those that the part itself declares. */
export function variablesIn(module: EditedModule, part: Node): readonly string[] {
  const own = new Set(boundIn(part))
  const known = new Set([...declaredNames(module), ...boundIn(module.program)])
  // A module of CommonJS has these without a declaration.
  for (const name of ['require', '__dirname', '__filename']) known.add(name)
  return [...new Set(referencesOf(part))].filter((name) => known.has(name) && !own.has(name))
}

/** The names that parameters and declarations below a node bind. */
function* boundIn(node: Node): Generator<string> {
  for (const each of nodesOf(node)) {
    const { params, id } = each as Node & { params?: readonly Node[]; id?: Node | null }
    if (Array.isArray(params)) for (const param of params) yield* namesOf(param)
    if (each.type === 'VariableDeclarator' && id) yield* namesOf(id)
  }
}

/** Where a name is imported from. */
interface ImportOfName {
  readonly from: string
  /** The name in that module; absent for a default import or a namespace. */
  readonly imported: string | undefined
  /** `import { … } from '…'`, without a semicolon. */
  readonly statement: string
}

/** The import of a local name, or `undefined` where it is none. */
export function importOf(module: EditedModule, local: string): ImportOfName | undefined {
  for (const declaration of importsOf(module)) {
    const specifier = declaration.specifiers.find((each) => each.local.name === local)
    if (specifier === undefined) continue
    const from = String(declaration.source.value)
    const text = module.text.slice(specifier.start, specifier.end)
    const isNamed = specifier.type === 'ImportSpecifier'
    const imported = isNamed && specifier.imported.type === 'Identifier' ? specifier.imported.name : undefined
    const isType = (declaration as { importKind?: string }).importKind === 'type'
    const statement = `import ${isType ? 'type ' : ''}${isNamed ? `{ ${text} }` : text} from '${from}'`
    return { from, imported, statement }
  }
  return undefined
}

/** `const { name } = require(from)` for one name alone. */
export function requireOf(
  { program }: EditedModule,
  local: string,
): { readonly declaration: Node; readonly from: string; readonly imported: string } | undefined {
  for (const node of program.body) {
    if (node.type !== 'VariableDeclaration' || node.declarations.length !== 1) continue
    const [{ id, init } = {}] = node.declarations
    if (init?.type !== 'CallExpression' || id?.type !== 'ObjectPattern' || id.properties.length !== 1)
      continue
    const [[property], [argument], { callee }] = [id.properties, init.arguments, init]
    if (callee.type !== 'Identifier' || callee.name !== 'require' || argument?.type !== 'Literal') continue
    if (property?.type !== 'Property' || property.key.type !== 'Identifier') continue
    if (property.value.type === 'Identifier' && property.value.name === local)
      return { declaration: node, from: String(argument.value), imported: property.key.name }
  }
  return undefined
}

/** The statement that imports one name alone, such as `import { sqlite } from '…'` or the same by `require`. */
export function soleImport(module: EditedModule, local: string): Node | undefined {
  return (
    importsOf(module).find(
      ({ specifiers }) => specifiers.length === 1 && specifiers[0]?.local.name === local,
    ) ?? requireOf(module, local)?.declaration
  )
}

/** Removes imports that only the part has used. Call it before imports are added. */
export function removeImports(module: EditedModule, locals: readonly string[], part: Node): void {
  const { text, edits } = module
  const used = new Set(referencesOf(module.program, [part]))
  const unused = locals.filter((local) => !used.has(local))
  const declarations = importsOf(module)
  const isRemoved = ({ specifiers }: ImportDeclaration) =>
    specifiers.length > 0 && specifiers.every(({ local }) => unused.includes(local.name))
  for (const [index, declaration] of declarations.entries()) {
    const { start, end, specifiers } = declaration
    if (!isRemoved(declaration)) {
      for (const [at, { local, start, end }] of specifiers.entries()) {
        if (!unused.includes(local.name)) continue
        const [previous, next] = [specifiers[at - 1], specifiers[at + 1]]
        if (next) edits.remove(start, next.start)
        else edits.remove(previous?.end ?? start, end)
      }
      continue
    }
    const line = text.slice(end).match(/^[^\S\n]*\n?/)?.[0] ?? ''
    const before = text.slice(0, start).match(/\r?\n[^\S\n]*$/)?.[0] ?? ''
    // Statements are added after the last one: its line end is theirs.
    if (declarations.slice(index).every(isRemoved)) edits.remove(start - before.length, end)
    else edits.remove(start, end + line.length)
  }
}
