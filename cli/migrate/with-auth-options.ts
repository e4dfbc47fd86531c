import type { Node, ObjectExpression, Property } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, commentsIn, keyOf, propertyOf } from './syntax.js'

export interface WithAuthOptions {
  readonly signIn: Property | undefined
  readonly error: Property | undefined
  readonly authorized: Property | undefined
  /** Whether `authorized` returns `true` for every request. `authorized` is then `undefined`. */
  readonly letsAllThrough: boolean
  readonly secret: Property | undefined
}

/** `undefined` if the source does not show all options, or if an option is not supported. */
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

/** Empty without an object. `undefined` if it is not a literal, or has a key that is not in `names`. */
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

/** `undefined` if the function does more than return an expression with `token` and `req`. */
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
  const returned = bare(returnedBy(body))
  if (!mayBePromise(returned)) return result.trim()
  return returned.type === 'CallExpression' ? `await ${result.trim()}` : `await (${result.trim()})`
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
  const { left, right, consequent, alternate, expression, callee } = node as Node &
    Record<'left' | 'right' | 'consequent' | 'alternate' | 'expression' | 'callee', Node | undefined>
  if (node.type === 'CallExpression') return !predicates.test(propertyOf(callee) ?? '')
  const results =
    node.type === 'LogicalExpression'
      ? [left, right]
      : node.type === 'ConditionalExpression'
        ? [consequent, alternate]
        : node.type === 'ChainExpression'
          ? [expression]
          : []
  return results.some((each) => each !== undefined && mayBePromise(bare(each)))
}
