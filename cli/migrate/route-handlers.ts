import type { CallExpression, Node } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { isWithin } from './scopes.js'
import {
  bare,
  callsOf,
  commentsIn,
  endOfStatement,
  importedNames,
  nameOf,
  onlyDeclared,
  type Placed,
  type Range,
  statementOf,
  usesOf,
} from './syntax.js'

/** A module whose exports are only the results of `NextAuth()`, apart from other code. */
export interface RouteHandlers {
  readonly calls: readonly CallExpression[]
  /** The statements with the calls. */
  readonly made: readonly Node[]
  /** The other statements, and the specifiers, that export the results. */
  readonly exports: readonly Node[]
}

/**
 * Finds the statements that make handlers by `NextAuth()` and export them. `undefined` if other code of the
 * module uses the handlers, or if their names are not those of a route.
 */
export function routeHandlers(module: EditedModule, create: string): RouteHandlers | undefined {
  const calls = callsOf(module, create)
  if (calls.length === 0 || usesOf(module, create).length > calls.length) return undefined
  const made: Node[] = []
  const exports: Node[] = []
  for (const call of calls) {
    const statement = madeBy(module, call)
    if (!statement) return undefined
    made.push(statement)
    const name = nameOf(onlyDeclared(statement)?.id)
    for (const use of name === undefined ? [] : usesOf(module, name)) {
      const place = exportOf(module, use)
      if (!place) return undefined
      exports.push(place)
    }
  }
  return { calls, made, exports }
}

/** The statement that makes a handler and nothing else: `const handler = NextAuth(…)` or `export default NextAuth(…)`. */
export function madeBy(module: EditedModule, call: CallExpression): Node | undefined {
  const statement = statementOf(module, call)
  if (!statement || valueIn(statement) !== call) return undefined
  const name = nameOf(onlyDeclared(statement)?.id)
  if (statement.type === 'ExportDefaultDeclaration') return statement
  if (name === undefined) return undefined
  return statement.type === 'ExportNamedDeclaration' && !isMethod(name) ? undefined : statement
}

/** The value that a statement declares or exports by default, if it does nothing else. */
function valueIn(statement: Node): Node | undefined {
  const value =
    statement.type === 'ExportDefaultDeclaration'
      ? (statement as Node & { declaration: Node }).declaration
      : onlyDeclared(statement)?.init
  return value ? bare(value) : undefined
}

/** The export of a handler: `handler as GET`, `export default handler` or `export const POST = handler`. */
function exportOf(module: EditedModule, { node, parent }: Placed): Node | undefined {
  if (parent.type === 'ExportSpecifier') {
    const name = nameOf((parent as Node & { exported: Node }).exported)
    return name === 'default' || isMethod(name) ? parent : undefined
  }
  const statement = statementOf(module, node)
  if (!statement || valueIn(statement) !== node) return undefined
  if (statement.type === 'ExportDefaultDeclaration') return statement
  const isExported = statement.type === 'ExportNamedDeclaration'
  return isExported && isMethod(nameOf(onlyDeclared(statement)?.id)) ? statement : undefined
}

/** The methods that the handlers of an instance have. */
function isMethod(name: string | undefined): boolean {
  return name === 'GET' || name === 'POST'
}

/**
 * Whether the application has another handler besides the result of `NextAuth()`, such as `export async
 * function POST()`.
 */
export function hasOwnHandler({ program }: EditedModule, create: string): boolean {
  return program.body.some((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'FunctionDeclaration') return isHandlerName(declaration.id)
    if (declaration?.type !== 'VariableDeclaration') return false
    return declaration.declarations.some(({ id, init }) => {
      const value = init && bare(init)
      const callee = nameOf((value as (Node & { callee?: Node }) | undefined)?.callee)
      return isHandlerName(id) && nameOf(value) === undefined && callee !== create
    })
  })
}

function isHandlerName(node: Node): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(nameOf(node) ?? '')
}

/** Removes the exports of handlers. The other specifiers of their statements stay. */
export function removeExports(module: EditedModule, exports: readonly Node[]): void {
  for (const statement of new Set(exports.map((each) => statementOf(module, each)))) {
    if (!statement) continue
    const { specifiers = [] } = statement as Node & { specifiers?: readonly Node[] }
    const left = specifiers.filter((specifier) => !exports.includes(specifier))
    if (left.length === 0) removeStatement(module, statement)
    else {
      const names = left.map(({ start, end }) => module.text.slice(start, end))
      replaceStatement(module, statement, `export { ${names.join(', ')} }${module.end}`, left)
    }
  }
}

/** Removes a statement with its line. The comments in it stay. */
export function removeStatement(module: EditedModule, statement: Node): void {
  const { edits, newline, text } = module
  const comments = commentsIn(module, statement)
  if (comments.length > 0) {
    edits.overwrite(statement.start, statement.end, comments.join(newline))
    return
  }
  const blank = text.slice(0, statement.start).match(/\r?\n[^\S\n]*\n$/) ? newline.length : 0
  edits.remove(statement.start - blank, endOfStatement(text, statement.end))
}

/** Replaces a statement, below its comments that are not in the parts that the source contains. */
export function replaceStatement(
  module: EditedModule,
  statement: Node,
  source: string,
  kept: readonly Range[] = [],
): void {
  const comments = commentsIn(module, statement, kept)
  module.edits.overwrite(statement.start, statement.end, [...comments, source].join(module.newline))
}

/** The imports that a module uses only in parts of it, by their local names. */
export function importsOnlyIn(module: EditedModule, parts: readonly Node[]): ReadonlySet<string> {
  const names = importedNames(module).map(({ local }) => local)
  return new Set(
    names.filter((name) => {
      const uses = usesOf(module, name)
      return uses.length > 0 && uses.every(({ node }) => isWithin(node, parts))
    }),
  )
}
