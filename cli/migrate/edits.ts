import type { ExportSpecifier, Node, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { isWithin } from './scopes.js'
import {
  commentsIn,
  endOfStatement,
  type ImportedName,
  importedNames,
  type Placed,
  type Range,
  startWithEmptyLine,
  usesOf,
} from './syntax.js'

export function renameUses(module: EditedModule, from: string, to: string): void {
  if (from === to) return
  for (const use of usesOf(module, from)) renameUse(module, use, to)
}

export function renameUse(module: EditedModule, { node, parent }: Placed, to: string): void {
  const { edits, text } = module
  const isShorthand = (parent as Partial<Property>).shorthand === true
  const from = text.slice(node.start, node.end)
  if (parent.type === 'ExportSpecifier') renameExported(module, parent as ExportSpecifier, to)
  else edits.update(node.start, node.end, isShorthand && from !== to ? `${from}: ${to}` : to)
}

/** Renames the local name of an export. The exported name stays, because other modules import it. */
export function renameExported({ edits, text }: EditedModule, specifier: ExportSpecifier, to: string): void {
  const { local, exported } = specifier
  const name = text.slice(exported.start, exported.end)
  const needsName = exported.start === local.start && name !== to
  edits.update(local.start, local.end, needsName ? `${to} as ${name}` : to)
}

/** Removes a statement, but not the comments inside it. */
export function removeStatement(module: EditedModule, statement: Node): void {
  const { edits, newline, text } = module
  const comments = commentsIn(module, statement)
  if (comments.length > 0) {
    edits.overwrite(statement.start, statement.end, comments.join(newline))
    return
  }
  edits.remove(startWithEmptyLine(text, statement.start), endOfStatement(text, statement.end))
}

/** Replaces the statement with `source`. The comments of the statement stay above, except those in `kept`, which `source` contains. */
export function replaceStatement(
  module: EditedModule,
  statement: Node,
  source: string,
  kept: readonly Range[] = [],
): void {
  const comments = commentsIn(module, statement, kept)
  module.edits.overwrite(statement.start, statement.end, [...comments, source].join(module.newline))
}

export function importsOnlyIn(module: EditedModule, parts: readonly Node[]): ReadonlySet<string> {
  const names = importedNames(module).map(({ local }) => local)
  return new Set(
    names.filter((name) => {
      const uses = usesOf(module, name)
      return uses.length > 0 && uses.every(({ node }) => isWithin(node, parts))
    }),
  )
}

/** Removes names from imports. If other names remain in an import, the comments inside the import move above it. */
export function removeImports(module: EditedModule, names: readonly ImportedName[]): void {
  const { edits, newline, text } = module
  for (const declaration of new Set(names.map((each) => each.declaration))) {
    const removed = names.filter((each) => each.declaration === declaration).map(({ specifier }) => specifier)
    const remaining = declaration.specifiers.filter((specifier) => !removed.includes(specifier))
    if (remaining.length === 0) {
      edits.remove(declaration.start, endOfStatement(text, declaration.end))
      continue
    }
    const isDefault = ({ type }: Node) => type === 'ImportDefaultSpecifier'
    const [first] = remaining.filter(isDefault)
    const named = remaining.filter((specifier) => !isDefault(specifier))
    const list = named.map((specifier) => text.slice(specifier.start, specifier.end)).join(', ')
    const isNamespace = named[0]?.type === 'ImportNamespaceSpecifier'
    const clause = [
      ...(first ? [text.slice(first.start, first.end)] : []),
      ...(list === '' ? [] : [isNamespace ? list : `{ ${list} }`]),
    ]
    const start =
      text.slice(declaration.start, declaration.end).match(/^import(?:\s+type\b)?/)?.[0] ?? 'import'
    const { source } = declaration
    const comments = commentsIn(module, { start: declaration.start, end: source.start })
    edits.overwrite(
      declaration.start,
      source.start,
      [...comments, `${start} ${clause.join(', ')} from `].join(newline),
    )
  }
}

/** Removes unused imports. Candidates are only names that the migration replaces, because the markup of a component may use other names. */
export function removeUnused(module: EditedModule, isCandidate: (name: ImportedName) => boolean): void {
  const unused = importedNames(module).filter(
    (name) => isCandidate(name) && usesOf(module, name.local).length === 0,
  )
  if (unused.length > 0) removeImports(module, unused)
}
