import type { CallExpression, Node, ObjectExpression, Property, VariableDeclaration } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, boundNames, isNamed, keyOf, nameOf, stringOf } from '../edit/nodes.js'
import { isWithin, shadowsOf } from './scopes.js'
import { assignedIn, importedNames, propertyOf, type Range, usesOf } from './syntax.js'

export interface WithAuthHandler {
  /** The name of the parameter for the request. */
  readonly request: string
  /** The source of the parameters after the request. */
  readonly otherParameters: readonly string[]
  readonly body: string
  /** The ranges of source that `otherParameters` and `body` contain. */
  readonly kept: readonly Range[]
  /** The ranges inside `kept` that are replaced or removed. */
  readonly dropped: readonly Range[]
}

type FunctionNode = Node & { readonly params: readonly Node[]; readonly body: Node }

/**
 * Replaces `req.nextauth.token` with `token`. `undefined` if the function may use the name `token` or the object
 * `req.nextauth` for something else.
 *
 * @param secret - The source of the option `secret` of `withAuth`.
 */
export function handlerOfWithAuth(
  module: EditedModule,
  node: Node,
  secret: string | undefined,
): WithAuthHandler | undefined {
  const handler = bare(node) as FunctionNode & { generator?: boolean }
  if (!/^(?:Arrow)?FunctionExpression$/.test(handler.type) || handler.generator) return undefined
  const [first, ...others] = handler.params
  const request = first ? nameOf(first) : 'req'
  if (request === undefined) return undefined
  const { body } = handler
  const declarations = [...nodesOf(body)].filter((each) => declaresToken(module, each, request, secret))
  const reads = readsIn(module, body, request).filter((read) => !isWithin(read, declarations))
  const assigned = assignedIn(body)
  if (reads.some((read) => assigned.has(read)) || !isOneToken(module, handler, declarations, reads))
    return undefined
  if (!readsTokenOnly(handler, [...declarations, ...reads])) return undefined
  const { text } = module
  return {
    request,
    otherParameters: others.map(({ start, end }) => text.slice(start, end)),
    body: bodyOf(text, body, declarations, reads),
    kept: [...others, body],
    dropped: [...declarations, ...reads],
  }
}

function readsIn(module: EditedModule, body: Node, request: string): readonly Node[] {
  const shadows = shadowsOf(module, request).filter((each) => isWithin(each, [body]))
  return [...nodesOf(body)].filter((node) => isTokenOf(node, request) && !isWithin(node, shadows))
}

function isTokenOf(node: Node, request: string): boolean {
  return propertyOf(node) === 'token' && isNextAuthOf((node as Node & { object: Node }).object, request)
}

function isNextAuthOf(node: Node, request: string): boolean {
  return propertyOf(node) === 'nextauth' && isNamed((node as Node & { object: Node }).object, request)
}

/**
 * Whether a statement is `const token = req.nextauth.token`, `const { token } = req.nextauth` or
 * `const token = await getToken({ req })`.
 */
function declaresToken(
  module: EditedModule,
  node: Node,
  request: string,
  secret: string | undefined,
): boolean {
  if (node.type !== 'VariableDeclaration') return false
  const { kind, declarations } = node as VariableDeclaration
  const [{ id, init } = {}, ...others] = declarations
  if (kind !== 'const' || others.length > 0 || !id || !init) return false
  const value = withoutChain(bare(init))
  if (isNamed(id, 'token')) return isTokenOf(value, request) || isSameToken(module, value, request, secret)
  if (id.type !== 'ObjectPattern' || !isNextAuthOf(value, request)) return false
  const [property, ...more] = id.properties
  return more.length === 0 && property?.type === 'Property' && isTokenProperty(property)
}

function isTokenProperty(property: Node): boolean {
  const { value } = property as Node & { value: Node }
  return keyOf(property as Property) === 'token' && isNamed(value, 'token')
}

function withoutChain(node: Node): Node {
  return node.type === 'ChainExpression' ? (node as Node & { expression: Node }).expression : node
}

/**
 * Whether an expression is `await getToken({ req })` with the same secret, so that it returns the token of
 * `withAuth`.
 */
function isSameToken(module: EditedModule, node: Node, request: string, secret: string | undefined): boolean {
  if (node.type !== 'AwaitExpression') return false
  const { callee, arguments: args } = bare((node as Node & { argument: Node }).argument) as CallExpression
  const isGetToken = importedNames(module).some(
    ({ local, imported, from }) =>
      imported === 'getToken' && from === 'next-auth/jwt' && isNamed(callee, local),
  )
  const [options] = args ?? []
  if (!isGetToken || args.length !== 1 || options?.type !== 'ObjectExpression') return false
  const { properties } = options as ObjectExpression
  const optionNamed = (name: string) =>
    properties.find((each): each is Property => each.type === 'Property' && keyOf(each) === name)?.value
  const requestOption = optionNamed('req')
  const secretOption = optionNamed('secret')
  if (properties.length !== (secretOption ? 2 : 1) || !isNamed(requestOption, request)) return false
  const source = secretOption && module.text.slice(secretOption.start, secretOption.end)
  return secretOf(source) === secretOf(secret)
}

/** The source of a secret. `undefined` if it is the secret that `getToken` reads by default. */
function secretOf(source: string | undefined): string | undefined {
  return /^process[.]env[.](?:NEXT)?AUTH_SECRET[!]?$/.test(source ?? '') ? undefined : source
}

/** Whether the name `token` means the token of `withAuth` everywhere in the function. */
function isOneToken(
  module: EditedModule,
  handler: FunctionNode,
  declarations: readonly Node[],
  reads: readonly Node[],
): boolean {
  if (usesOf(module, 'token').some(({ node }) => isWithin(node, [handler]))) return false
  return ![...nodesOf(handler)].some((node) => {
    if (!bindsToken(node) || isWithin(node, declarations)) return false
    // A nested function may have a parameter named `token` if it does not read `req.nextauth.token`.
    const isNested = node !== handler && node.type !== 'VariableDeclarator'
    return !isNested || reads.some((read) => isWithin(read, [node]))
  })
}

function bindsToken(node: Node): boolean {
  if (!/^(?:VariableDeclarator|.*Function\w*|Class\w+|CatchClause)$/.test(node.type)) return false
  const {
    id,
    params = [],
    param,
  } = node as Node & {
    id?: Node | null
    params?: readonly Node[]
    param?: Node | null
  }
  return [id, param, ...params].flatMap(boundNames).includes('token')
}

function readsTokenOnly(handler: Node, replaced: readonly Node[]): boolean {
  return [...nodesOf(handler)].every(
    (node) => (nameOf(node) ?? stringOf(node)) !== 'nextauth' || isWithin(node, replaced),
  )
}

function bodyOf(text: string, body: Node, declarations: readonly Range[], reads: readonly Range[]): string {
  const changes = [
    ...declarations.map((each) => ({ ...lineOf(text, each), source: '' })),
    ...reads.map(({ start, end }) => ({ start, end, source: 'token' })),
  ]
  if (body.type !== 'BlockStatement') return `  return ${changed(text, body, changes)}\n`
  const statements = changed(text, { start: body.start + 1, end: body.end - 1 }, changes)
  return outdented(statements.replace(/^[^\S\n]*\n/, '').replace(/[^\S\n]*$/, ''))
}

/**
 * The range of a statement with its whole line, or only with the spaces after it if the line contains more
 * code.
 */
function lineOf(text: string, { start, end }: Range): Range {
  const before = text.slice(0, start).match(/(?<=\n)[^\S\n]*$/)?.[0]
  const after = text.slice(end).match(/^[^\S\n]*/)?.[0].length ?? 0
  const isAlone = before !== undefined && text[end + after] === '\n'
  return isAlone ? { start: start - before.length, end: end + after + 1 } : { start, end: end + after }
}

function changed(
  text: string,
  { start, end }: Range,
  changes: readonly (Range & { readonly source: string })[],
): string {
  let source = ''
  let at = start
  for (const change of [...changes].sort((a, b) => a.start - b.start)) {
    source += text.slice(at, change.start) + change.source
    at = change.end
  }
  return source + text.slice(at, end)
}

/** Indents statements less. Statements with a template literal are not changed, because its lines may be part of the string. */
function outdented(statements: string): string {
  const indents = statements
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.match(/^ */)?.[0].length ?? 0)
  const surplus = statements.includes('`') ? 0 : Math.max(0, Math.min(...indents) - 2)
  return statements.replaceAll(new RegExp(`^ {${surplus}}`, 'gm'), '')
}
