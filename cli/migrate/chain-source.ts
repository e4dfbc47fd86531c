import type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  Literal,
  MemberExpression,
  Node,
  ObjectExpression,
  Property,
  SpreadElement,
} from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, keyOf, nameOf } from '../edit/nodes.js'
import { commentOrMark, withParentheses } from '../edit/parentheses.js'
import { commentsIn, propertyOf, type Range } from './syntax.js'

/** Matches a comment with the type of a configuration object. */
export const configType =
  /^\/\*\*\s*@(?:type|satisfies) \{import\(["']authwright\/compat[^{}]*[.]\w+Config\}\s*\*\/$/

/** The steps, in the order in which they determine types. */
const steps = ['adapter', 'session', 'jwt', 'callbacks', 'events', 'pages', 'cookies'] as const

interface ChainOptions {
  /** The source that the chain replaces. Its comments outside of the object are kept. */
  readonly replaced: readonly Range[]
  /** Whether to add `.build()`. */
  readonly isWhole: boolean
  /** Whether to add the option `compat` if it is missing. */
  readonly hasOptions: boolean
}

export function chainOf(
  module: EditedModule,
  start: string,
  object: ObjectExpression,
  { replaced, isWhole, hasOptions }: ChainOptions,
): string {
  const { text, newline } = module
  const outerIndent = indentOf(text, object.start)
  const first = object.properties[0]
  const innerIndent =
    first && indentOf(text, first.start) !== outerIndent ? indentOf(text, first.start) : `${outerIndent}  `
  const unit = innerIndent.slice(outerIndent.length) || '  '
  const list = listed(text, object, object.properties)
  const items = list.items.filter((item): item is Listed<Property> => item.node.type === 'Property')
  const named = (name: string) => items.find(({ node }) => keyOf(node) === name)
  const lines = replaced.flatMap((range) => commentLines(module, range, [object]))
  const add = (step: string, { before, after }: Pick<Listed<Node>, 'before' | 'after'>) => {
    lines.push(...before, after === '' ? step : `${step} ${after}`)
  }

  const base = list.items.find(({ node }) => node.type === 'SpreadElement')
  if (base) lines.push(...commentsAround(base))
  const providers = named('providers')
  const array = providers && arrayOf(providers.node.value)
  if (providers && array) {
    const { key, value } = providers.node
    lines.push(...providers.before, ...commentLines(module, { start: key.end, end: array.start }))
    const elements = array.elements.filter((each): each is Expression => each !== null)
    const within = listed(text, array, elements)
    for (const item of within.items) {
      const depth = indentOf(text, item.node.start)
      const sources =
        providersOf(module, item.node, (node) => indented(module, node, depth, innerIndent)) ?? []
      const before = [...item.before, ...commentsInSpread(module, item.node)]
      for (const [index, source] of sources.entries()) {
        add(`.provider(${source})`, index === 0 ? { before, after: item.after } : { before: [], after: '' })
      }
    }
    const after = commentsAround({ before: [], after: providers.after })
    lines.push(...within.rest, ...commentLines(module, { start: array.end, end: value.end }), ...after)
  }
  for (const step of steps) {
    const item = named(step)
    if (!item) continue
    // An empty property would result in an empty step.
    if (/^\{\s*\}$/.test(text.slice(item.node.value.start, item.node.value.end))) {
      lines.push(...commentsAround(item))
      continue
    }
    const { key, value } = item.node
    const before = [...item.before, ...commentLines(module, { start: key.end, end: value.start })]
    add(`.${step}(${argumentOf(module, step, item.node)})`, { before, after: item.after })
  }
  const isStep = (name: string | undefined) => name === 'providers' || steps.some((step) => step === name)
  const options = items.filter(({ node }) => !isStep(keyOf(node)))
  const optionLines = options.flatMap(({ node, before, after }) => [
    ...before,
    `${indented(module, node, innerIndent, innerIndent + unit)},${after === '' ? '' : ` ${after}`}`,
  ])
  // Without `compat`, stored sessions and the tokens of accounts in the database would be unreadable.
  if (hasOptions && !options.some(({ node }) => keyOf(node) === 'compat')) {
    optionLines.push(`compat: ${module.quote}authjs${module.quote},`)
  }
  lines.push(
    ...(optionLines.length === 0
      ? []
      : optionLines.length === 1 && !optionLines[0]?.includes('\n') && !options[0]?.after.startsWith('//')
        ? [`.options({ ${optionLines[0]?.replace(/,$/, '')} })`]
        : [
            `.options({${newline}${optionLines.map((line) => innerIndent + unit + line).join(newline)}${newline}${innerIndent}})`,
          ]),
    ...list.rest,
    ...(isWhole ? ['.build()'] : []),
  )
  return `${start}${lines.map((line) => newline + innerIndent + line).join('')}`
}

export function commentsAround({ before, after }: Pick<Listed<Node>, 'before' | 'after'>): readonly string[] {
  return after === '' ? before : [...before, after]
}

function argumentOf(
  { text, newline }: EditedModule,
  step: string,
  { value, shorthand, key }: Property,
): string {
  if (shorthand) return text.slice(key.start, key.end)
  if (step !== 'callbacks' || value.type !== 'ObjectExpression') return text.slice(value.start, value.end)
  const rank = (property: Node) => ['session', 'jwt'].indexOf(keyOf(property as Property) ?? '')
  const before = value.properties
  // `jwt` and `session` come first, because the other callbacks use the types of their results.
  const after = [...before].sort((a, b) => rank(b) - rank(a))
  if (after.every((property, index) => property === before[index])) return text.slice(value.start, value.end)
  const parts = partsOf(text, value)
  const last = parts.get(before.at(-1) as Node)
  let result = '{'
  let isInLineComment = false
  const add = (source: string) => {
    result += isInLineComment && !/^\s*\n/.test(source) ? newline + source : source
  }
  for (const property of after) {
    const { source, comment } = parts.get(property) as Part
    add(result === '{' ? source.replace(/^\s*\n/, newline) : source)
    if (property !== after.at(-1) || last?.hasComma) result += ','
    result += comment
    isInLineComment = comment.trimStart().startsWith('//')
  }
  add(text.slice(last?.end, value.end))
  return result
}

interface Part {
  /** The comments above the property, and the property. */
  readonly source: string
  /** The comment at the end of the property's line. Empty if there is none. */
  readonly comment: string
  readonly hasComma: boolean
  readonly end: number
}

function partsOf(text: string, { start, end, properties }: ObjectExpression): ReadonlyMap<Node, Part> {
  const parts = new Map<Node, Part>()
  let position = start + 1
  for (const [index, property] of properties.entries()) {
    const gap = text.slice(property.end, properties[index + 1]?.start ?? end - 1)
    const { inner, comment, hasComma, length } = tailOf(gap)
    const source = text.slice(position, property.end) + inner
    position = property.end + length
    parts.set(property, { source, comment, hasComma, end: position })
  }
  return parts
}

export function elementsOf(value: Node): readonly (Expression | SpreadElement | null)[] | undefined {
  const array = arrayOf(value)
  return array?.elements
}

/** Returns an array literal. A filter that only removes missing elements, such as `.filter(Boolean)`, is ignored. */
export function arrayOf(
  value: Node,
): (Node & { elements: readonly (Expression | SpreadElement | null)[] }) | undefined {
  const node = bare(value)
  if (node.type === 'ArrayExpression') return node as never
  if (node.type !== 'CallExpression') return undefined
  const { callee, arguments: args } = node as CallExpression
  const [test, ...others] = args
  if (propertyOf(callee) !== 'filter' || !test || others.length > 0 || !isTruthiness(test)) return undefined
  return arrayOf((callee as MemberExpression).object)
}

function isTruthiness(test: Node): boolean {
  if (isNamed(test, 'Boolean')) return true
  if (test.type !== 'ArrowFunctionExpression') return false
  const { params, body } = test as ArrowFunctionExpression
  const name = nameOf(params[0])
  return name !== undefined && params.length === 1 && isPresence(bare(body), name)
}

/** Whether an expression is `each`, `!!each`, `Boolean(each)` or `each !== undefined`. */
function isPresence(node: Node, name: string): boolean {
  const { argument, callee, arguments: args, left, right, operator } = node as Node & Comparison
  if (node.type === 'UnaryExpression') {
    const inner = argument as (Node & Comparison) | undefined
    return operator === '!' && inner?.operator === '!' && isNamed(inner.argument, name)
  }
  if (node.type === 'CallExpression')
    return isNamed(callee, 'Boolean') && args?.length === 1 && isNamed(args[0], name)
  if (node.type === 'BinaryExpression')
    return /^!==?$/.test(operator ?? '') && isNamed(left, name) && isMissing(right)
  return isNamed(node, name)
}

interface Comparison {
  readonly argument?: Node
  readonly callee?: Node
  readonly arguments?: readonly Node[]
  readonly left?: Node
  readonly right?: Node
  readonly operator?: string
}

function isMissing(node: Node | undefined): boolean {
  if (isNamed(node, 'undefined')) return true
  return node?.type === 'Literal' && /^(?:null|false)$/.test(String((node as Literal).raw))
}

/**
 * The source of the providers in an element of the list. A conditional spread, such as `...(isTest ? [provider] : [])`, contains several.
 */
export function providersOf(
  { text }: EditedModule,
  element: Node,
  source = ({ start, end }: Node): string => text.slice(start, end),
): readonly string[] | undefined {
  if (element.type !== 'SpreadElement') {
    const node = bare(element)
    return /^(?:Call|Identifier|Logical|Conditional|Object)/.test(node.type) ? [source(node)] : undefined
  }
  const parts = partsOfSpread(element as SpreadElement)
  if (!parts) return undefined
  const operand = (node: Node) => (isOperand(node) ? source(node) : `(${source(node)})`)
  return parts.providers.map((provider) => `${operand(parts.condition)} && ${operand(provider)}`)
}

interface ConditionalSpread {
  readonly condition: Node
  readonly providers: readonly Node[]
}

function partsOfSpread(element: SpreadElement): ConditionalSpread | undefined {
  const argument = bare(element.argument)
  const { test, consequent, alternate, left, right, operator } = argument as Node &
    Record<string, Node> & {
      operator?: string
    }
  const [condition, list, otherwise] =
    argument.type === 'ConditionalExpression'
      ? [test, consequent, alternate]
      : argument.type === 'LogicalExpression' && operator === '&&'
        ? [left, right, undefined]
        : []
  if (!condition || !list || bare(list).type !== 'ArrayExpression') return undefined
  if (otherwise && (elementsOf(otherwise)?.length ?? 1) !== 0) return undefined
  const items = elementsOf(list) ?? []
  const providers = items.filter((item) => item !== null && item.type !== 'SpreadElement')
  return providers.length === items.length ? { condition, providers } : undefined
}

/** Whether an expression can be an operand of `&&` without parentheses. */
function isOperand(node: Node): boolean {
  return (
    /^(?:Identifier|MemberExpression|CallExpression|UnaryExpression|LogicalExpression|ObjectExpression)$/.test(
      node.type,
    ) && !/^(?:[|][|]|[?][?])$/.test(operatorOf(node) ?? '')
  )
}

function commentsInSpread(module: EditedModule, element: Node): readonly string[] {
  const parts = element.type === 'SpreadElement' ? partsOfSpread(element as SpreadElement) : undefined
  return parts ? commentLines(module, element, [parts.condition, ...parts.providers]) : []
}

function operatorOf(node: Node): string | undefined {
  return (node as Node & { operator?: string }).operator
}

export interface Listed<Item extends Node> {
  readonly node: Item
  /** The lines of comments above the node, without their indentation. */
  readonly before: readonly string[]
  /** The comment at the end of the node's line. Empty if there is none. */
  readonly after: string
}

export function listed<Item extends Node>(
  text: string,
  { start, end }: Node,
  nodes: readonly Item[],
): { readonly items: readonly Listed<Item>[]; readonly rest: readonly string[] } {
  const items: Listed<Item>[] = []
  let at = start + 1
  const places = nodes.map((node, index) =>
    withParentheses(text, node, nodes[index - 1]?.end ?? start + 1, nodes[index + 1]?.start ?? end - 1),
  )
  for (const [index, node] of nodes.entries()) {
    const place = places[index] ?? node
    const { inner, comment, length } = tailOf(text.slice(place.end, places[index + 1]?.start ?? end - 1))
    const before = [
      ...comments(withoutParentheses(text.slice(at, node.start))),
      ...comments(withoutParentheses(text.slice(node.end, place.end))),
      ...comments(inner),
    ]
    at = place.end + length
    items.push({ node, before, after: comment.trim() })
  }
  return { items, rest: comments(text.slice(at, end - 1)) }
}

interface Tail {
  /** The source before the comma. */
  readonly inner: string
  /** The comment at the end of the line. Empty if there is none. */
  readonly comment: string
  readonly hasComma: boolean
  /** Includes the comma and the comment. */
  readonly length: number
}

/** @param gap - The source after an item of a list. */
function tailOf(gap: string): Tail {
  const comma = [...gap.matchAll(commentOrMark)].find(([mark]) => mark === ',')?.index
  const from = comma === undefined ? 0 : comma + 1
  const comment = gap.slice(from).match(/^[^\S\n]*(?:\/\/[^\r\n]*|\/\*[^\n]*?\*\/(?=[^\S\n]*\n))/)?.[0] ?? ''
  const inner = gap.slice(0, comma ?? 0)
  return { inner, comment, hasComma: comma !== undefined, length: from + comment.length }
}

function withoutParentheses(gap: string): string {
  return gap.replace(commentOrMark, (mark) => (mark === '(' || mark === ')' ? '' : mark))
}

function comments(gap: string): readonly string[] {
  return gap
    .replace(commentOrMark, (mark) => (mark === ',' ? '' : mark))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('*') ? ` ${line}` : line))
}

/** The lines of the comments in a range, except the comments inside `except`, and comments with the type of the configuration object. */
function commentLines(module: EditedModule, range: Range, except: readonly Range[] = []): readonly string[] {
  return commentsIn(module, range, except)
    .filter((comment) => !configType.test(comment))
    .flatMap(comments)
}

/** Replaces the indent `from` with `to`, except in the first line, and in lines that begin inside a string, such as a template. */
function indented({ text, program }: EditedModule, { start, end }: Node, from: string, to: string): string {
  const source = text.slice(start, end)
  if (from === to || !source.includes('\n')) return source
  const strings = [...nodesOf(program)].filter(({ type }) => type === 'TemplateElement' || type === 'Literal')
  let at = start
  const lines = source.split('\n').map((line) => {
    const lineStart = at
    at += line.length + 1
    const isInString = strings.some((each) => each.start < lineStart && lineStart <= each.end)
    if (lineStart === start || isInString || !line.startsWith(from)) return line
    return to + line.slice(from.length)
  })
  return lines.join('\n')
}

function indentOf(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1)
  return line.match(/^[^\S\n]*/)?.[0] ?? ''
}
