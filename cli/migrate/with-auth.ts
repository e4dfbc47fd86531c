import type { CallExpression, ExportNamedDeclaration, Node } from 'acorn'
import { addImport, type EditedModule } from '../edit/module.js'
import { bare, nameOf } from '../edit/nodes.js'
import { removeUnused } from './edits.js'
import { declaresAtTop, isWithin } from './scopes.js'
import { isTypeScript, type Sources } from './sources.js'
import {
  commentsIn,
  type ImportedName,
  importedNames,
  leaveTodo,
  marker,
  onlyDeclared,
  type Placed,
  placedNodes,
  propertyOf,
  type Range,
  specifiersOf,
  statementOf,
  usesOf,
} from './syntax.js'
import { handlerOfWithAuth, type WithAuthHandler } from './with-auth-handler.js'
import { conditionOf, optionsOfWithAuth, type WithAuthOptions } from './with-auth-options.js'

const middlewareModule = 'next-auth/middleware'
const message = 'read the token with getToken(), and redirect if it is missing.'
const heading = 'middleware-of-next-auth-4'

/**
 * Replaces `withAuth` of `next-auth/middleware`. Like `withAuth`, the replacement does not load the configuration, so it
 * runs in the edge runtime.
 */
export function replaceWithAuth(sources: Sources): void {
  const hasBasePath = sources
    .named(/^next[.]config[.][cm]?[jt]s$/)
    .some((file) => /\bbasePath\b/.test(sources.read(file) ?? ''))
  for (const file of sources.files()) {
    if (!sources.read(file)?.includes(middlewareModule)) continue
    const style = { isTyped: isTypeScript(file), hasBasePath }
    sources.edit(file, (module) => {
      replaceUses(module, style)
      replaceExports(module, style)
    })
    // This is a separate edit, because the first edit may insert imports directly after the import that is
    // removed here.
    sources.edit(file, (module) => removeUnused(module, ({ from }) => from === middlewareModule))
  }
  for (const file of sources.mentioning('.nextauth')) {
    // If the file has a comment at a remaining `withAuth`, this comment also covers the reads of `req.nextauth`.
    if (!sources.read(file)?.includes(marker)) sources.edit(file, leaveTokenReads)
  }
}

/** Leaves a comment at reads of `req.nextauth`, which only `withAuth` sets. Functions that receive its request may be in other modules. */
function leaveTokenReads(module: EditedModule): void {
  for (const { node, parent } of placedNodes(module.program)) {
    const isRead = propertyOf(parent) === 'token' || parent.type === 'VariableDeclarator'
    if (propertyOf(node) === 'nextauth' && isRead) {
      leaveTodo(module, node, 'read the token with getToken(): req.nextauth is not set.', heading)
    }
  }
}

function isWithAuth({ from, imported }: ImportedName): boolean {
  return from === middlewareModule && ['default', 'withAuth', '*'].includes(imported)
}

interface Style {
  readonly isTyped: boolean
  /** Whether the application sets `basePath` in `next.config`. The paths of requests do not contain it. */
  readonly hasBasePath: boolean
}

function replaceUses(module: EditedModule, style: Style): void {
  for (const { imported, local } of importedNames(module).filter(isWithAuth)) {
    for (const use of usesOf(module, local)) {
      const target = imported === '*' ? undefined : targetOf(module, use)
      if (!target || !replace(module, style, target)) leaveTodo(module, use.node, message, heading)
    }
  }
}

function replaceExports(module: EditedModule, style: Style): void {
  for (const { node, value } of specifiersOf(module)) {
    const statement = statementOf(module, node)
    if (value !== middlewareModule || !statement || statement.type === 'ImportDeclaration') continue
    const target = targetOfExport(module, statement)
    if (!target || !replace(module, style, target)) leaveTodo(module, node, message, heading)
  }
}

interface Target {
  readonly statement: Node
  /** The source of the function before its parameters. */
  readonly head: string
  /** Whether code of the application may call the function. */
  readonly isCalled: boolean
  readonly args: readonly Node[]
}

/**
 * The head of a function that is the default export. It has no name if the module has another `middleware`, such as an
 * imported function that the handler calls.
 */
function defaultExport(module: EditedModule): Pick<Target, 'head' | 'isCalled'> {
  const name = declaresAtTop(module, 'middleware') ? '' : 'middleware'
  return { head: `export default async function ${name}`, isCalled: false }
}

/**
 * The head of a function with a name. If the function is not the entry point of Next.js, the application may call it
 * with a request and an event.
 */
function namedFunction(name: string, isExported: boolean): Pick<Target, 'head' | 'isCalled'> {
  return {
    head: `${isExported ? 'export ' : ''}async function ${name}`,
    isCalled: !(isExported && /^(?:middleware|proxy)$/.test(name)),
  }
}

/** The code to replace for `export default withAuth(…)`, `export default withAuth`, or a constant with the result. */
function targetOf(module: EditedModule, { node, parent }: Placed): Target | undefined {
  const isCalled = parent.type === 'CallExpression' && (parent as CallExpression).callee === node
  const args = isCalled ? (parent as CallExpression).arguments : []
  const value = isCalled ? parent : node
  const statement = statementOf(module, value)
  if (statement?.type === 'ExportDefaultDeclaration') {
    const { declaration } = statement as Node & { declaration: Node }
    return bare(declaration) === value ? { statement, ...defaultExport(module), args } : undefined
  }
  const declared = statement && onlyDeclared(statement)
  const name = nameOf(declared?.id)
  if (!statement || !declared?.init || !name || !isCalled || bare(declared.init) !== value) return undefined
  return { statement, ...namedFunction(name, statement.type === 'ExportNamedDeclaration'), args }
}

/** The code to replace for `export { default } from 'next-auth/middleware'`, with or without another name. */
function targetOfExport(module: EditedModule, statement: Node): Target | undefined {
  if (statement.type !== 'ExportNamedDeclaration') return undefined
  const [specifier, ...others] = (statement as ExportNamedDeclaration).specifiers
  const name = nameOf(specifier?.exported)
  if (!specifier || !name || others.length > 0) return undefined
  if (!['default', 'withAuth'].includes(nameOf(specifier.local) ?? '')) return undefined
  const named = name === 'default' ? defaultExport(module) : namedFunction(name, true)
  return { statement, ...named, args: [] }
}

/** Returns `false` if a part of the statement would be lost. */
function replace(module: EditedModule, style: Style, target: Target): boolean {
  const { isTyped } = style
  const guard = guardOf(module, target.args)
  if (guard === undefined) return false
  const { edits, newline } = module
  const { statement } = target
  const getToken = importGetToken(module)
  const response = addImport(module, 'NextResponse', 'next/server', ['NextResponse', 'NextServerResponse'])
  const requestType = isTyped ? importRequestType(module) : undefined
  const { handler } = guard
  const comments = [
    ...commentsIn(module, statement, keptOf(guard)),
    ...(handler?.dropped ?? []).flatMap((each) => commentsIn(module, each)),
  ]
  const lines = guardLines(module, style, guard, { getToken, response })
  const source = [
    ...comments,
    `${target.head}(${parametersOf(target, handler, requestType)}) {`,
    ...lines.map((line) => `  ${line}`),
    `${handler?.body ?? `  return undefined${module.end}\n`}}`,
  ]
  edits.overwrite(statement.start, statement.end, source.join('\n').replaceAll(/\r?\n/g, newline))
  return true
}

function importGetToken(module: EditedModule): string {
  const existing = importedNames(module).find(
    ({ imported, from }) => imported === 'getToken' && from === 'next-auth/jwt',
  )
  return existing?.local ?? addImport(module, 'getToken', 'authwright/compat/jwt')
}

function importRequestType(module: EditedModule): string {
  const isImported = importedNames(module).some(
    ({ local, from }) => local === 'NextRequest' && from === 'next/server',
  )
  if (isImported) return 'NextRequest'
  return addImport(module, 'NextRequest', 'next/server', ['NextRequest', 'NextServerRequest'])
}

interface Guard {
  readonly options: WithAuthOptions
  readonly handler: WithAuthHandler | undefined
}

function guardOf(module: EditedModule, args: readonly Node[]): Guard | undefined {
  const [first, second, ...others] = args
  const isHandler = first !== undefined && bare(first).type !== 'ObjectExpression'
  if (others.length > 0 || (second && !isHandler)) return undefined
  const options = optionsOfWithAuth(isHandler ? second : first)
  if (!options) return undefined
  if (!isHandler) return guardWith(module, options, undefined)
  const secret = options.secret && sourceOf(module, options.secret.value)
  const handler = handlerOfWithAuth(module, first, secret)
  return handler && guardWith(module, options, handler)
}

/** Returns `undefined` if an option uses a variable whose name the new function also declares. */
function guardWith(
  module: EditedModule,
  options: WithAuthOptions,
  handler: WithAuthHandler | undefined,
): Guard | undefined {
  const { signIn, error, authorized, secret } = options
  const values = [signIn?.value, error?.value, authorized?.value, secret?.value].filter(
    (each) => each !== undefined,
  )
  const names = ['token', handler?.request ?? 'req']
  const isUsed = names.some((name) => usesOf(module, name).some(({ node }) => isWithin(node, values)))
  return isUsed ? undefined : { options, handler }
}

function keptOf({ options, handler }: Guard): readonly Range[] {
  const { signIn, error, authorized, secret } = options
  return [signIn?.value, error?.value, authorized?.value, secret, ...(handler?.kept ?? [])].filter(
    (each) => each !== undefined,
  )
}

function sourceOf({ text }: EditedModule, { start, end }: Range): string {
  return text.slice(start, end)
}

/** The source of a value, in parentheses if an operator before it would change its meaning. */
function operandOf(module: EditedModule, node: Node): string {
  const source = sourceOf(module, node)
  return /^(?:Conditional|Logical|TSAs|TSSatisfies)/.test(node.type) ? `(${source})` : source
}

function parametersOf(
  { isCalled }: Target,
  handler: WithAuthHandler | undefined,
  requestType: string | undefined,
): string {
  const typed = (name: string, type: string | undefined) => (type === undefined ? name : `${name}: ${type}`)
  const others = handler?.otherParameters ?? []
  // TypeScript does not accept a request and an event for a function with one parameter.
  const rest = isCalled && others.length === 0 ? [typed('..._rest', requestType && 'unknown[]')] : []
  return [typed(handler?.request ?? 'req', requestType), ...others, ...rest].join(', ')
}

interface LocalNames {
  readonly getToken: string
  readonly response: string
}

/**
 * The first lines of the new function. As with `withAuth`, the function of the application does not run on the pages and routes for signing in.
 */
function guardLines(
  module: EditedModule,
  { hasBasePath }: Style,
  { options: { signIn, error, authorized, letsAllThrough, secret }, handler }: Guard,
  { getToken, response }: LocalNames,
): readonly string[] {
  const { end, quote } = module
  const request = handler?.request ?? 'req'
  const args = [request === 'req' ? 'req' : `req: ${request}`, ...(secret ? [sourceOf(module, secret)] : [])]
  const read = `const token = await ${getToken}({ ${args.join(', ')} })${end}`
  const condition = authorized ? conditionOf(module, authorized, request) : 'token'
  const path = `${request}.nextUrl.pathname`
  const pages = [signIn, error].filter((each) => each !== undefined)
  const isPublicPath = `/^\\/(?:api\\/auth|_next|favicon[.]ico)(?:\\/|$)/.test(${path})`
  const isPublic = [...pages.map(({ value }) => `${path} === ${operandOf(module, value)}`), isPublicPath]
  const first = handler ? [`if (${isPublic.join(' || ')}) return undefined${end}`, read] : [read]
  if (letsAllThrough) return first
  const conditions = [
    condition === 'token' ? '!token' : `!(${condition})`,
    ...(handler
      ? []
      : [...pages.map(({ value }) => `${path} !== ${operandOf(module, value)}`), `!${isPublicPath}`]),
  ]
  const page = signIn ? operandOf(module, signIn.value) : `${quote}/api/auth/signin${quote}`
  const target = /\bsignIn\b/.test(page) ? 'target' : 'signIn'
  const base = hasBasePath ? `${request}.nextUrl.basePath + ` : ''
  return [
    ...first,
    `if (${conditions.join(' && ')}) {`,
    `  const ${target} = new URL(${base}${page}, ${request}.url)${end}`,
    `  ${target}.searchParams.set(${quote}callbackUrl${quote}, ${base}${path} + ${request}.nextUrl.search)${end}`,
    `  return ${response}.redirect(${target})${end}`,
    '}',
  ]
}
