import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import type { Sources } from './sources.js'
import {
  bare,
  endOfStatement,
  type ImportedName,
  importedNames,
  isNamed,
  keyOf,
  nameOf,
  placedNodes,
  propertyNamed,
  removeImports,
  stringOf,
  usesOf,
} from './syntax.js'

/**
 * Writes the constants of the module that an object is put together of into it, where nothing else uses them: an object that it spreads, the
 * list of providers, the callbacks. Returns whether it wrote one.
 */
export function inlinePieces(
  module: EditedModule,
  object: ObjectExpression,
  isUsedElsewhere: (name: string) => boolean,
): boolean {
  const { text, edits } = module
  const keys = object.properties.flatMap((each) => (each.type === 'Property' ? (keyOf(each) ?? '') : []))
  for (const property of object.properties) {
    const value = bare(property.type === 'Property' ? property.value : property.argument)
    const name = nameOf(value)
    const piece = name === undefined ? undefined : pieceOf(module, name)
    if (name === undefined || !piece || usesOf(module, name).length > 1 || isUsedElsewhere(name)) continue
    const { declared, statement } = piece
    const source = text.slice(declared.start, declared.end)
    if (property.type === 'Property') {
      if (!/^(?:Array|Object)/.test(declared.type)) continue
      const key = text.slice(property.key.start, property.key.end)
      edits.overwrite(property.start, property.end, `${key}: ${source}`)
    } else {
      const { properties } = declared as Partial<ObjectExpression>
      const own = properties?.map((each) => (each.type === 'Property' ? (keyOf(each) ?? '') : ''))
      if (declared.type !== 'ObjectExpression' || own?.some((key) => key === '' || keys.includes(key)))
        continue
      edits.overwrite(property.start, property.end, source.slice(1, -1).trim().replace(/,$/, ''))
    }
    const written = text.slice(statement.start, declared.start) + text.slice(declared.end, statement.end)
    const unused = importedNames(module).filter(
      ({ local }) =>
        new RegExp(`\\b${local}\\b`).test(written) &&
        usesOf(module, local).every(({ node }) => isIn(node, statement)),
    )
    removeImports(module, unused)
    const blank = /\n[^\S\n]*\n$/.test(text.slice(0, statement.start)) ? 1 : 0
    edits.remove(statement.start - blank, endOfStatement(text, statement.end))
    return true
  }
  return false
}

function isIn({ start, end }: Node, outer: Node): boolean {
  return outer.start <= start && end <= outer.end
}

/** What a constant of the module is declared as, where its statement declares nothing else. */
function pieceOf(
  module: EditedModule,
  name: string,
): { readonly declared: Node; readonly statement: Node } | undefined {
  for (const statement of module.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) continue
    const [{ id, init } = {}] = declaration.declarations
    if (id && init && isNamed(id, name)) return { declared: bare(init), statement }
  }
  return undefined
}

/** What a module imports of a name of another. */
export function importsOf(
  sources: Sources,
  file: string,
  module: EditedModule,
  from: string,
  name: string,
): readonly ImportedName[] {
  return importedNames(module).filter(
    (each) => each.imported === name && sources.resolve(file, each.from) === from,
  )
}

/**
 * Writes what other modules read of the options in place of the reads, where they read strings and variables only, as
 * `authOptions.pages.signIn`. Returns what undoes it.
 */
export function inlineReads(
  sources: Sources,
  file: string,
  optionsOf: (
    module: EditedModule,
  ) => { readonly name: string; readonly object: ObjectExpression } | undefined,
): () => void {
  let options:
    | { readonly name: string; readonly readValue: (keys: readonly string[]) => string | undefined }
    | undefined
  sources.edit(file, (module) => {
    const found = optionsOf(module)
    if (!found || usesOf(module, found.name).length > 1) return
    options = { name: found.name, readValue: (keys) => plainValue(module, found.object, keys) }
  })
  if (options === undefined) return () => {}
  const { name, readValue } = options
  const before = new Map<string, string>()
  for (const other of sources.files()) {
    const text = sources.read(other)
    if (other === file || !text?.includes(name)) continue
    before.set(other, text)
    sources.edit(other, (module) => {
      for (const { local } of importsOf(sources, other, module, file, name))
        replaceReads(module, local, readValue)
    })
  }
  return () => {
    for (const [other, text] of before) sources.write(other, text)
  }
}

function replaceReads(
  module: EditedModule,
  local: string,
  readValue: (keys: readonly string[]) => string | undefined,
): void {
  for (const { node, parent } of placedNodes(module.program)) {
    const keys = node.type === 'MemberExpression' ? keysBelow(node, local) : undefined
    const value = keys && readValue(keys)
    if (value === undefined) continue
    // `authOptions.pages?.signIn || '/login'`: what stands behind a string is never read.
    const holder = [...nodesOf(module.program)].find((each) => {
      const { left, operator } = each as Node & { left?: Node; operator?: string }
      return left?.end === node.end && left.start === node.start && /^(?:[|][|]|[?][?])$/.test(operator ?? '')
    })
    const whole =
      holder && /^['"]/.test(value) ? holder : parent.type === 'TSNonNullExpression' ? parent : node
    module.edits.overwrite(whole.start, whole.end, value)
  }
}

/** `['pages', 'signIn']` of `local.pages?.signIn`. */
function keysBelow(node: Node, local: string): readonly string[] | undefined {
  const keys: string[] = []
  for (let at = bare(node); ; ) {
    if (isNamed(at, local)) return keys
    if (at.type === 'ChainExpression') at = (at as Node & { expression: Node }).expression
    const { object, property, computed } = at as Node & { object?: Node; property?: Node; computed?: boolean }
    const key = computed ? undefined : nameOf(property)
    if (!object || key === undefined) return undefined
    keys.unshift(key)
    at = bare(object)
  }
}

/** The source of a string or a variable of the environment in an object. */
function plainValue(
  { text }: EditedModule,
  object: ObjectExpression,
  keys: readonly string[],
): string | undefined {
  let at: Node = object
  for (const key of keys) {
    const value: Node | undefined =
      at.type === 'ObjectExpression' ? propertyNamed(at as ObjectExpression, key)?.value : undefined
    if (value === undefined) return undefined
    at = bare(value)
  }
  const source = text.slice(at.start, at.end)
  return stringOf(at) !== undefined || /^process[.]env[.]\w+$/.test(source) ? source : undefined
}
