import type { CallExpression, ExportNamedDeclaration, Node } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, boundNames, nameOf } from '../edit/nodes.js'
import { removeStatement, replaceStatement } from './edits.js'
import { callsOf, onlyDeclared, type Placed, statementOf, usesOf } from './syntax.js'

export interface RouteHandlers {
  readonly calls: readonly CallExpression[]
  readonly statements: readonly Node[]
  /** The other statements and specifiers that export the results of the calls. */
  readonly exports: readonly Node[]
}

/** Returns `undefined` if other code uses the handlers, or if an export is not a handler of a route. */
export function routeHandlers(module: EditedModule, create: string): RouteHandlers | undefined {
  const calls = callsOf(module, create)
  if (calls.length === 0 || usesOf(module, create).length > calls.length) return undefined
  const statements: Node[] = []
  const exports: Node[] = []
  for (const call of calls) {
    const statement = creatingStatement(module, call)
    if (!statement) return undefined
    statements.push(statement)
    const name = nameOf(onlyDeclared(statement)?.id)
    for (const use of name === undefined ? [] : usesOf(module, name)) {
      const place = exportOf(module, use)
      if (!place) return undefined
      exports.push(place)
    }
  }
  return { calls, statements, exports }
}

/** The statement whose value is the call, such as `const handler = NextAuth(…)` or `export default NextAuth(…)`. */
export function creatingStatement(module: EditedModule, call: CallExpression): Node | undefined {
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

/** The code that exports a handler: `handler as GET`, `export default handler` or `export const POST = handler`. */
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

function isMethod(name: string | undefined): boolean {
  return name === 'GET' || name === 'POST'
}

/** Whether the route has other handlers, such as `export async function POST()` or `export { POST } from './post'`. */
export function hasOwnHandler({ program }: EditedModule, create: string, found: RouteHandlers): boolean {
  return program.body.some((statement) => {
    if (statement.type === 'ExportNamedDeclaration' && hasOwnExport(statement, found)) return true
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'FunctionDeclaration') return isHandlerName(nameOf(declaration.id))
    if (declaration?.type !== 'VariableDeclaration' || found.exports.includes(statement)) return false
    return declaration.declarations.some(({ id, init }) => {
      const value = init && bare(init)
      const callee = nameOf((value as (Node & { callee?: Node }) | undefined)?.callee)
      return callee !== create && boundNames(id).some(isHandlerName)
    })
  })
}

function hasOwnExport({ specifiers }: ExportNamedDeclaration, found: RouteHandlers): boolean {
  return specifiers.some(
    (specifier) => isHandlerName(nameOf(specifier.exported)) && !found.exports.includes(specifier),
  )
}

function isHandlerName(name: string | undefined): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(name ?? '')
}

export function removeExports(module: EditedModule, exports: readonly Node[]): void {
  for (const statement of new Set(exports.map((each) => statementOf(module, each)))) {
    if (!statement) continue
    const { specifiers = [] } = statement as Node & { specifiers?: readonly Node[] }
    const remaining = specifiers.filter((specifier) => !exports.includes(specifier))
    if (remaining.length === 0) removeStatement(module, statement)
    else {
      const names = remaining.map(({ start, end }) => module.text.slice(start, end))
      replaceStatement(module, statement, `export { ${names.join(', ')} }${module.end}`, remaining)
    }
  }
}
