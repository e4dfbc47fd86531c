import type { Node, TemplateLiteral } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, boundNames, nameOf } from '../edit/nodes.js'
import { endOfStatement, leaveTodo, onlyDeclared, type Range, startWithEmptyLine, usesOf } from './syntax.js'

/** The exports that Next.js reads as settings of a Route Handler. */
const settings =
  /^(?:dynamic|dynamicParams|revalidate|fetchCache|runtime|preferredRegion|maxDuration|experimental_ppr|generateStaticParams)$/

const heading = 'a-function-of-the-request'

/** Returns `undefined` if a setting is not a literal, or if other code of the module uses it. */
export function settingsOf(module: EditedModule): readonly Node[] | undefined {
  const found = module.program.body.filter((statement) =>
    exportedNames(statement).some((name) => settings.test(name)),
  )
  const isUsed = found.flatMap(exportedNames).some((name) => usesOf(module, name).length > 0)
  return !isUsed && found.every(isLiteralSetting) ? found : undefined
}

function isLiteralSetting(statement: Node): boolean {
  const init = onlyDeclared(statement)?.init
  return init !== null && init !== undefined && isLiteral(bare(init))
}

function isLiteral(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return (node as TemplateLiteral).expressions.length === 0
  if (node.type !== 'ArrayExpression') return node.type === 'Literal'
  const { elements } = node as Node & { elements: readonly (Node | null)[] }
  return elements.every((each) => each !== null && isLiteral(each))
}

/** The names that a statement exports, including `default`, and `*` for all exports of another module. */
export function exportedNames(statement: Node): readonly string[] {
  if (statement.type === 'ExportDefaultDeclaration') return ['default']
  if (statement.type === 'ExportAllDeclaration') {
    return [nameOf((statement as Node & { exported?: Node | null }).exported) ?? '*']
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  const { declaration, specifiers } = statement as Node & {
    declaration?: (Node & { id?: Node; declarations?: readonly { readonly id: Node }[] }) | null
    specifiers: readonly (Node & { exported: Node })[]
  }
  const declared = declaration?.declarations?.map(({ id }) => id) ?? [declaration?.id]
  return [...declared.flatMap(boundNames), ...specifiers.flatMap(({ exported }) => nameOf(exported) ?? [])]
}

/** Removes settings from a module, with the comments above and after them. Returns their source. */
export function takeSettings(module: EditedModule, statements: readonly Node[]): string {
  const { text, edits } = module
  let source = ''
  for (const statement of statements) {
    const { start, end } = withComments(module, statement)
    const lineEnd = endOfStatement(text, end)
    const from = startWithEmptyLine(text, start)
    source += `${text.slice(from, end)}${module.newline}`
    edits.remove(from, lineEnd)
  }
  return source
}

/** The range of a statement, with the comments directly above it, and a comment at the end of its line. */
export function withComments({ comments, text }: EditedModule, statement: Node): Range {
  let { start, end } = statement
  for (const comment of [...comments].reverse()) {
    const isAbove = /^[^\S\n]*\n[^\S\n]*$/.test(text.slice(comment.end, start)) && comment.end <= start
    if (isAbove && /(?:^|\n)[^\S\n]*$/.test(text.slice(0, comment.start))) start = comment.start
  }
  const after = comments.find((comment) => comment.start >= end)
  if (after && /^[^\S\n]*$/.test(text.slice(end, after.start))) end = after.end
  return { start, end }
}

export function leaveExports(module: EditedModule): void {
  for (const statement of module.program.body) {
    const isExport = /^Export(?:Named|All)Declaration$/.test(statement.type)
    const { declaration } = statement as Node & { declaration?: Node | null }
    if (!isExport || declaration?.type.startsWith('TS')) continue
    const message = 'a Route Handler exports only its methods and settings: move this export.'
    leaveTodo(module, statement, message, heading)
  }
}

export function leaveConfig(module: EditedModule): void {
  for (const statement of module.program.body) {
    if (!exportedNames(statement).includes('config')) continue
    const message = 'a Route Handler has no config: export its settings in the route.'
    leaveTodo(module, statement, message, heading)
  }
}
