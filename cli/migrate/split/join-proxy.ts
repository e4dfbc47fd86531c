import path from 'node:path'
import type { Node } from 'acorn'
import { declaredNames, type EditedModule, nodesOf } from '../../edit/module.js'
import { isNamed } from '../../edit/nodes.js'
import { relativeSpecifier } from '../../project/project.js'
import type { Base } from '../base-configuration.js'
import { removeImports } from '../edits.js'
import type { Sources } from '../sources.js'
import { commentsIn, freeName, usesOf } from '../syntax.js'
import { authsOf, entryName, importsOfBase } from './find-split.js'

/** `file` is the module of the instance. */
export function writeProxy(
  sources: Sources,
  proxy: string,
  module: EditedModule,
  base: Base,
  file: string,
): void {
  const { edits, end, newline, quote } = module
  const [imported] = importsOfBase(sources, proxy, module, base)
  if (!imported) return
  const from = `from ${quote}${specifierOf(sources, proxy, imported.from, file)}${quote}${end}`
  const freeLocal = freeName(module, ['auth', 'authProxy'])
  const freeClause = freeLocal === 'auth' ? 'auth' : `auth as ${freeLocal}`
  const entry = entryName(proxy)
  let isImported = false
  for (const { node, statement, local } of authsOf(module, imported.local) ?? []) {
    const replace = (source: string): void => {
      edits.overwrite(statement.start, statement.end, source)
    }
    if (local !== undefined) {
      const clause = local === 'auth' ? 'auth' : `auth as ${local}`
      const isUsed = usesOf(module, local).some(
        ({ node: { start } }) => start < statement.start || statement.end < start,
      )
      if (statement.type !== 'ExportNamedDeclaration') replace(`import { ${clause} } ${from}`)
      else if (!isUsed) replace(`export { ${clause} } ${from}`)
      // A re-export does not declare a local name, but other code needs this name, so it is imported and
      // exported separately.
      else replace(`import { ${clause} } ${from}${newline}export { ${local} }${end}`)
    } else if (
      entry &&
      statement.type === 'ExportDefaultDeclaration' &&
      (statement as Node & { declaration: Node }).declaration === node &&
      commentsIn(module, statement).length === 0 &&
      !hasName(module, entry)
    ) {
      replace(`export { auth as ${entry} } ${from}`)
    } else {
      isImported = true
      edits.overwrite(node.start, node.end, freeLocal)
    }
  }
  const { declaration } = imported
  if (isImported) edits.overwrite(declaration.start, declaration.end, `import { ${freeClause} } ${from}`)
  else removeImports(module, [imported])
}

function hasName(module: EditedModule, name: string): boolean {
  return (
    declaredNames(module).has(name) ||
    [...nodesOf(module.program)].some((node) =>
      isNamed((node as Node & { exported?: Node | null }).exported, name),
    )
  )
}

/** The import path of `file`. It has the alias and the extension of the base's import path `from` if the project resolves such a path. */
function specifierOf(sources: Sources, proxy: string, from: string, file: string): string {
  const extension = from.match(/[.][cm]?[jt]sx?$/)?.[0] ?? ''
  const bareFile = file.replace(/[.]\w+$/, '')
  const alias = from.match(/^[@~#][^/]*\//)?.[0]
  const candidates = [
    ...(alias ? [alias + bareFile + extension, alias + bareFile.replace(/^src\//, '') + extension] : []),
    relativeSpecifier(path.posix.dirname(proxy), bareFile) + extension,
  ]
  return candidates.find((each) => sources.resolve(proxy, each) === file) ?? candidates.at(-1) ?? ''
}
