import type { ImportDeclaration, Node } from 'acorn'
import { declaredNames, type EditedModule, nodesOf } from '../edit/module.js'
import { endOfStatement, nameOf, stringOf } from './syntax.js'

/** A name that a module imports. `imported` is `default`, `*`, or the exported name. */
export interface ImportedName {
  readonly imported: string
  readonly local: string
  readonly from: string
  readonly isType: boolean
  readonly declaration: ImportDeclaration
  readonly specifier: Node
}

/** The names that a module imports by `import`. */
export function importedNames({ program }: EditedModule): readonly ImportedName[] {
  return program.body
    .filter((node) => node.type === 'ImportDeclaration')
    .flatMap((declaration) =>
      declaration.specifiers.map((specifier) => ({
        imported:
          specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : specifier.type === 'ImportNamespaceSpecifier'
              ? '*'
              : (nameOf(specifier.imported) ?? stringOf(specifier.imported) ?? ''),
        local: specifier.local.name,
        from: String(declaration.source.value),
        isType: isTypeOnly(declaration) || isTypeOnly(specifier),
        declaration,
        specifier,
      })),
    )
}

function isTypeOnly(node: Node): boolean {
  return (node as Node & { importKind?: string }).importKind === 'type'
}

/** A name for the module that it does not declare yet. */
export function freeName(module: EditedModule, names: readonly string[]): string {
  const taken = declaredNames(module)
  return names.find((name) => !taken.has(name)) ?? `${names.at(-1)}_`
}

/** Every place where a module is named: imports, exports, `import()`, `require()`, mocks of tests and `declare module`. */
export function* specifiersOf({ program }: EditedModule): Generator<{ node: Node; value: string }> {
  for (const node of nodesOf(program)) {
    const { source, argument, id, callee, expression } = node as Node & Record<string, Node | undefined>
    const args = (node as Node & { arguments?: readonly Node[] }).arguments
    const found =
      /^(?:Import|Export)/.test(node.type) && source
        ? source
        : node.type === 'TSImportType'
          ? ((argument as (Node & { literal?: Node }) | undefined)?.literal ?? argument)
          : node.type === 'TSModuleDeclaration'
            ? id
            : node.type === 'TSExternalModuleReference'
              ? expression
              : node.type === 'CallExpression' && callee && loadsModule(callee)
                ? args?.[0]
                : undefined
    const value = stringOf(found)
    if (found && value !== undefined) yield { node: found, value }
  }
}

/** `require`, `require.resolve`, and the functions of Vitest, Jest and Bun that take the name of a module. */
function loadsModule(callee: Node): boolean {
  if (nameOf(callee) === 'require') return true
  const { object, property } = callee as Node & { object?: Node; property?: Node }
  const owner = nameOf(object)
  const name = nameOf(property) ?? ''
  if (owner === 'require') return name === 'resolve'
  if (!['vi', 'vitest', 'jest', 'mock'].includes(owner ?? '')) return false
  return /mock|^module$|importActual|requireActual|requireMock/i.test(name)
}

/** Takes names out of the imports of the module; an import that is left without one goes. */
export function removeImports(module: EditedModule, names: readonly ImportedName[]): void {
  const { edits, text } = module
  for (const declaration of new Set(names.map((each) => each.declaration))) {
    const gone = names.filter((each) => each.declaration === declaration).map(({ specifier }) => specifier)
    const left = declaration.specifiers.filter((specifier) => !gone.includes(specifier))
    if (left.length === 0) {
      edits.remove(declaration.start, endOfStatement(text, declaration.end))
      continue
    }
    const isDefault = ({ type }: Node) => type === 'ImportDefaultSpecifier'
    const [first] = left.filter(isDefault)
    const named = left.filter((specifier) => !isDefault(specifier))
    const list = named.map((specifier) => text.slice(specifier.start, specifier.end)).join(', ')
    const isNamespace = named[0]?.type === 'ImportNamespaceSpecifier'
    const clause = [
      ...(first ? [text.slice(first.start, first.end)] : []),
      ...(list === '' ? [] : [isNamespace ? list : `{ ${list} }`]),
    ]
    const start =
      text.slice(declaration.start, declaration.end).match(/^import(?:\s+type\b)?/)?.[0] ?? 'import'
    edits.overwrite(declaration.start, declaration.source.start, `${start} ${clause.join(', ')} from `)
  }
}
