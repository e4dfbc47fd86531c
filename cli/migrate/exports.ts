import type { Node } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, boundNames, nameOf, stringOf } from '../edit/nodes.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Place, Sources } from './sources.js'
import { declaredValue, importedNames } from './syntax.js'

/** The name is `default` for a default export that is not a variable. */
export interface Declared {
  readonly file: string
  readonly name: string
}

export function declarationOf(
  sources: Sources,
  file: string,
  name: string,
  seen: ReadonlySet<string> = new Set(),
): Declared | undefined {
  if (seen.has(file)) return undefined
  const inModule = (specifier: unknown, other: string) => {
    const target = sources.resolve(file, String(specifier))
    return target === undefined ? undefined : declarationOf(sources, target, other, new Set([...seen, file]))
  }
  return sources.inspect(file, (module): Declared | undefined => {
    const { body } = module.program
    const ofLocal = (local: string): Declared | undefined => {
      const imported = importedNames(module).find((each) => each.local === local)
      return imported ? inModule(imported.from, imported.imported) : { file, name: local }
    }
    for (const statement of body) {
      if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
        return ofLocal(nameOf(bare(statement.declaration)) ?? 'default')
      }
      if (statement.type !== 'ExportNamedDeclaration') continue
      const { declaration, specifiers, source } = statement
      const declared =
        declaration?.type === 'VariableDeclaration'
          ? declaration.declarations.flatMap(({ id }) => boundNames(id))
          : boundNames(declaration?.id)
      if (declared.includes(name)) return { file, name }
      for (const specifier of specifiers) {
        if ((nameOf(specifier.exported) ?? stringOf(specifier.exported)) !== name) continue
        const local = nameOf(specifier.local) ?? ''
        return source ? inModule(source.value, local) : ofLocal(local)
      }
    }
    if (name === 'default') return undefined
    // A named export takes precedence over `export *`.
    for (const statement of body) {
      const isStar = statement.type === 'ExportAllDeclaration' && !statement.exported
      const found = isStar ? inModule(statement.source.value, name) : undefined
      if (found) return found
    }
    return undefined
  })
}

/** @param name - `default` for a default export that is not a variable. */
export function valueNamed(module: EditedModule, name: string): Node | undefined {
  const exported = module.program.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const { declaration } = (exported ?? {}) as Node & { declaration?: Node }
  return name === 'default'
    ? declaration && bare(declaration)
    : declaredValue(module, { type: 'Identifier', name } as Node & { name: string })
}

export function originOf(
  sources: Sources,
  file: string,
  module: EditedModule,
  node: Node,
): Declared | undefined {
  const name = nameOf(node)
  const imported = importedNames(module).find(({ local }) => local === name)
  if (!imported) return { file, name: name ?? 'default' }
  const target = sources.resolve(file, imported.from)
  return target === undefined ? undefined : declarationOf(sources, target, imported.imported)
}

/**
 * If the expression is a name, returns the value that the project declares for this name, possibly in another
 * file. `undefined` if there is no such value.
 */
export function followed(
  place: Place,
  expression: Node,
  seen: readonly string[] = [],
): { readonly place: Place; readonly value: Node } | undefined {
  const { sources, file, module } = place
  const value = bare(expression)
  const name = nameOf(value)
  if (name === undefined) return { place, value }
  if (isWithin(value, shadowsOf(module, name))) return undefined
  const declared = originOf(sources, file, module, value)
  const key = `${declared?.file} ${declared?.name}`
  if (!declared || seen.includes(key)) return undefined
  const other = declared.file === file ? module : sources.inspect(declared.file, (each) => each)
  const next = other && valueNamed(other, declared.name)
  return next && followed({ sources, file: declared.file, module: other }, next, [...seen, key])
}

/** Whether a file that cannot be parsed names a module that exports the constant. */
export function mayImport(sources: Sources, file: string, constant: Declared): boolean {
  const strings = (sources.read(file) ?? '').matchAll(/['"]([^'"\n]+)/g)
  return [...strings].some(([, specifier = '']) => {
    const target = sources.resolve(file, specifier)
    if (target === undefined) return false
    return [constant.name, 'default'].some((name) => {
      const declared = declarationOf(sources, target, name)
      return declared?.file === constant.file && declared.name === constant.name
    })
  })
}
