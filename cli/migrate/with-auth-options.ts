import type { CallExpression, Literal, LogicalExpression, Node, ObjectExpression, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, isNamed, keyOf } from '../edit/nodes.js'
import { commentsIn, propertyOf } from './syntax.js'

export interface WithAuthOptions {
  readonly signIn: Property | undefined
  readonly error: Property | undefined
  readonly authorized: Property | undefined
  /** Whether `authorized` returns `true` for every request. `authorized` is then `undefined`. */
  readonly letsAllThrough: boolean
  readonly secret: Property | undefined
}

/** Returns `undefined` if the source does not show all options, or if an option is not supported. */
export function optionsOfWithAuth(node: Node | undefined): WithAuthOptions | undefined {
  const options = propertiesIn(node, ['pages', 'callbacks', 'secret'])
  const pages = propertiesIn(options?.get('pages')?.value, ['signIn', 'error'])
  const callbacks = propertiesIn(options?.get('callbacks')?.value, ['authorized'])
  if (!options || !pages || !callbacks) return undefined
  const authorized = callbacks.get('authorized')
  const letsAllThrough = authorized !== undefined && returnsTrue(authorized.value)
  return {
    signIn: pages.get('signIn'),
    error: pages.get('error'),
    authorized: letsAllThrough ? undefined : authorized,
    letsAllThrough,
    secret: options.get('secret'),
  }
}

/** Returns an empty map without a node. Returns `undefined` if the node is not an object literal, or has a key that is not in `names`. */
function propertiesIn(
  node: Node | undefined,
  names: readonly string[],
): ReadonlyMap<string, Property> | undefined {
  const found = new Map<string, Property>()
  if (node === undefined) return found
  const object = bare(node)
  if (object.type !== 'ObjectExpression') return undefined
  for (const property of (object as ObjectExpression).properties) {
    const key = property.type === 'Property' && property.kind === 'init' ? keyOf(property) : undefined
    if (key === undefined || !names.includes(key) || found.has(key)) return undefined
    found.set(key, property as Property)
  }
  return found
}

export function conditionOf(module: EditedModule, authorized: Property, request: string): string {
  const { text } = module
  const { value, method } = authorized
  const inline = inlineCondition(module, value, request)
  if (inline !== undefined) return inline
  const source = text.slice(value.start, value.end)
  const callee = method ? `async function ${source}` : source
  const { params } = value as Node & { params?: readonly Node[] }
  // TypeScript refuses an argument for a function literal without parameters.
  const args = params?.length === 0 ? '' : `{ token, req${request === 'req' ? '' : `: ${request}`} }`
  // `withAuth` also lets a request through if the function returns `undefined` and there is a token.
  return `(await (${callee})(${args})) ?? token`
}

/** Returns `undefined` if the function does more than return an expression with `token` and `req`. */
function inlineCondition(module: EditedModule, value: Node, request: string): string | undefined {
  const { text } = module
  const { params, body } = value as Node & { params?: readonly Node[]; body?: Node }
  if (!body || commentsIn(module, value).length > 0) return undefined
  const source = text.slice(body.start, body.end)
  const result = body.type === 'BlockStatement' ? source.match(/^\{\s*return ([^;\n]+);?\s*\}$/)?.[1] : source
  const names = params?.[0] ? text.slice(params[0].start, params[0].end) : '{}'
  const isPlain = /^\{[\s\w,]*\}$/.test(names.replace(/:\s*\{[^}]*\}$/, ''))
  if (result === undefined || !isPlain || (/\breq\b/.test(result) && request !== 'req')) return undefined
  const isToken = /^(?:!!token|token !== null|token != null|Boolean\(token\)|token)$/
  if (isToken.test(result.trim())) return 'token'
  const returned = returnedBy(body)
  const settled = mayBePromise(returned) ? awaited(result.trim(), returned) : result.trim()
  if (isNeverNullish(returned)) return settled
  return `${isOperand(returned) ? settled : `(${settled})`} ?? token`
}

/** Whether the expression can precede `??` without parentheses. */
function isOperand({ type, operator }: Node & { operator?: string }): boolean {
  return /^(?:Identifier|(?:Member|Chain)Expression)$/.test(type) || operator === '??'
}

function awaited(source: string, { type }: Node): string {
  return type === 'CallExpression' ? `await ${source}` : `await (${source})`
}

function returnsTrue(value: Node): boolean {
  const { body } = value as Node & { body?: Node & { body?: readonly Node[] } }
  if (!body || (body.body?.length ?? 1) !== 1) return false
  return (returnedBy(body) as Node & { value?: unknown }).value === true
}

/** The expression in a body that is an expression, or a block with one `return`. */
function returnedBy(body: Node): Node {
  const { body: statements } = body as Node & { body?: readonly (Node & { argument?: Node })[] }
  return statements?.[0]?.argument ?? body
}

/** Matches methods of strings and arrays that return a boolean. */
const predicates = /^(?:startsWith|endsWith|includes|some|every)$/

function mayBePromise(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'CallExpression') return !returnsBoolean(value as CallExpression)
  if (/^(?:New|Import|TaggedTemplate)Expression$/.test(value.type)) return true
  return resultsOf(value).some(mayBePromise)
}

function isNeverNullish(node: Node): boolean {
  const value = bare(node)
  const { operator } = value as Node & { operator?: string }
  switch (value.type) {
    case 'CallExpression':
      return returnsBoolean(value as CallExpression)
    case 'UnaryExpression':
      return operator !== 'void'
    case 'BinaryExpression':
    case 'TemplateLiteral':
      return true
    case 'Literal':
      return (value as Literal).value !== null
    case 'LogicalExpression': {
      const { left, right } = value as LogicalExpression
      // Without a token, the result of `token && …` does not matter: `withAuth` redirects.
      return isNeverNullish(right) && (operator !== '&&' || isNamed(left, 'token') || isNeverNullish(left))
    }
    default: {
      const results = value.type === 'ChainExpression' ? [] : resultsOf(value)
      return results.length > 0 && results.every(isNeverNullish)
    }
  }
}

function returnsBoolean({ callee }: CallExpression): boolean {
  return isNamed(callee, 'Boolean') || predicates.test(propertyOf(callee) ?? '')
}

/** The parts of an expression, one of which becomes its value. */
function resultsOf(node: Node): readonly Node[] {
  const { left, right, consequent, alternate, expression, expressions } = node as Node &
    Record<'left' | 'right' | 'consequent' | 'alternate' | 'expression', Node> & {
      expressions: readonly Node[]
    }
  switch (node.type) {
    case 'LogicalExpression':
      return [left, right]
    case 'AssignmentExpression':
      return [right]
    case 'ConditionalExpression':
      return [consequent, alternate]
    case 'ChainExpression':
      return [expression]
    case 'SequenceExpression':
      return expressions.slice(-1)
    default:
      return []
  }
}
