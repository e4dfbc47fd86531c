import type {
  ArrayExpression,
  CallExpression,
  ConditionalExpression,
  Expression,
  MemberExpression,
  Node,
  ObjectExpression,
} from 'acorn'
import { CommandError } from '../context.js'
import { appendAfter, type EditedModule, endOfLine, localName, nodesOf, withIndent } from './module.js'
import { bare, isNamed, keyOf, propertyNamed, stringOf } from './nodes.js'
import { withParentheses } from './parentheses.js'

/** A configuration in source code: a chain of steps, or an object that is passed to `createAuth()`. */
export interface Configuration {
  /** The steps of the chain in order, without `createAuth()`. */
  readonly steps: readonly Step[]
  /** The call of `createAuth`. */
  readonly root: CallExpression
  /** The argument of `createAuth()`, if it is an object literal. */
  readonly object: ObjectExpression | undefined
}

interface Step {
  readonly name: string
  readonly call: CallExpression & { callee: MemberExpression }
}

export function findConfiguration(module: EditedModule): Configuration | undefined {
  const create = localName(
    module,
    'createAuth',
    (from) => from === 'authwright' || from.startsWith('authwright/'),
  )
  if (create === undefined) return undefined
  const nodes = [...nodesOf(module.program)]
  const roots = nodes.filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' && isNamed((node as CallExpression).callee, create),
  )
  const configurations = roots.map((root) => ({
    root,
    object: objectIn(root.arguments[0]),
    steps: stepsAfter(root, nodes),
  }))
  const rank = ({ steps, object, root }: Configuration) => {
    if (object) return 0
    if (steps.some(({ name }) => name === 'provider')) return 1
    return root.arguments.length === 0 ? 2 : 3
  }
  return configurations.sort((a, b) => rank(a) - rank(b))[0]
}

function objectIn(node: Node | undefined): ObjectExpression | undefined {
  const value = node && bare(node)
  return value?.type === 'ObjectExpression' ? (value as ObjectExpression) : undefined
}

function stepsAfter(root: CallExpression, nodes: readonly Node[]): readonly Step[] {
  const steps: Step[] = []
  for (let last: Expression = root; ; ) {
    const current: Expression = last
    const member = nodes.find(
      (node): node is MemberExpression =>
        node.type === 'MemberExpression' && (node as MemberExpression).object === current,
    )
    if (member?.property.type !== 'Identifier') return steps
    const call = nodes.find(
      (node): node is CallExpression =>
        node.type === 'CallExpression' && (node as CallExpression).callee === member,
    )
    if (call === undefined) return steps
    steps.push({ name: member.property.name, call: call as Step['call'] })
    last = call
  }
}

export function calls(configuration: Configuration, name: string): boolean {
  return callsOf(configuration, name).length > 0
}

export function callsOf({ root, steps }: Configuration, name: string): readonly CallExpression[] {
  return [...nodesOf(steps.at(-1)?.call ?? root)].filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' && isNamed((node as CallExpression).callee, name),
  )
}

/**
 * Whether `dev()` replaces a provider in the configuration: by `dev({ as: provider() })`, or by a condition
 * that chooses between `dev()` and the provider.
 */
export function standsIn({ root, steps }: Configuration, dev: string, provider: string): boolean {
  const isCall = (node: Node, name: string): node is CallExpression =>
    node.type === 'CallExpression' && isNamed((node as CallExpression).callee, name)
  const has = (node: Node, name: string) => [...nodesOf(node)].some((each) => isCall(each, name))
  return [...nodesOf(steps.at(-1)?.call ?? root)].some((node) => {
    if (isCall(node, dev)) {
      const as = optionOf(node, 'as')
      return as !== undefined && has(as, provider)
    }
    if (node.type !== 'ConditionalExpression') return false
    const { consequent, alternate } = node as ConditionalExpression
    return (
      (has(consequent, dev) && has(alternate, provider)) || (has(alternate, dev) && has(consequent, provider))
    )
  })
}

export function addProviders(
  module: EditedModule,
  configuration: Configuration,
  sources: readonly string[],
): void {
  const { object, steps, root } = configuration
  if (object) {
    addElements(module, object, 'providers', sources)
    return
  }
  const last = steps.filter(({ name }) => name === 'provider').at(-1)?.call ?? root
  for (const source of sources) insertStep(module, configuration, last, `provider(${source})`)
}

export function addAdapter(module: EditedModule, configuration: Configuration, source: string): void {
  const { object, steps, root } = configuration
  if (object) {
    addProperty(module, object, `adapter: ${source}`)
    return
  }
  const last = steps.filter(({ name }) => name === 'provider').at(-1)?.call ?? root
  insertStep(module, configuration, last, `adapter(${source})`)
}

export function hasAdapter(configuration: Configuration): boolean {
  return adapterIn(configuration) !== undefined
}

export function adapterIn({ object, steps }: Configuration): Node | undefined {
  const step = steps.find(({ name }) => name === 'adapter')
  return step?.call.arguments[0] ?? propertyNamed(object, 'adapter')?.value
}

export function callbacksOf({ object, steps }: Configuration): readonly ObjectExpression[] {
  const values = [
    propertyNamed(object, 'callbacks')?.value,
    ...steps.filter(({ name }) => name === 'callbacks').map(({ call }) => call.arguments[0]),
  ]
  return values.flatMap((value) => objectIn(value) ?? [])
}

/** Whether callbacks come from another place, such as a variable or a spread object. */
export function hasOtherCallbacks(configuration: Configuration): boolean {
  const { object, steps } = configuration
  const own = propertyNamed(object, 'callbacks')
  const count = steps.filter(({ name }) => name === 'callbacks').length + (own ? 1 : 0)
  const objects = callbacksOf(configuration)
  return objects.length < count || [...objects, ...(object ? [object] : [])].some(hasSpread)
}

function hasSpread({ properties }: ObjectExpression): boolean {
  return properties.some(({ type }) => type === 'SpreadElement')
}

type OptionStep = 'options' | 'session' | 'jwt'

/**
 * The arguments of a step. For `.options()`, includes the whole object that is passed to `createAuth()`. An element is
 * `undefined` if it is not an object literal.
 */
function optionsOf(
  { object, steps }: Configuration,
  step: OptionStep,
): readonly (ObjectExpression | undefined)[] {
  const own = step === 'options' ? object : propertyNamed(object, step)?.value
  return [
    ...(own ? [objectIn(own)] : []),
    ...steps.filter(({ name }) => name === step).map(({ call }) => objectIn(call.arguments[0])),
  ]
}

/**
 * The value of the option, without a type assertion around it. `'unknown'` if the source does not show whether the configuration sets the
 * option.
 */
export function optionIn(
  configuration: Configuration,
  step: OptionStep,
  name: string,
): Node | 'unknown' | undefined {
  // If the configuration sets an option several times, the last value is used.
  for (const options of [...optionsOf(configuration, step)].reverse()) {
    if (options === undefined) return 'unknown'
    for (const property of [...options.properties].reverse()) {
      if (property.type !== 'Property' || property.computed) return 'unknown'
      if (keyOf(property) === name) return definedValue(property.value)
    }
  }
  const { object, root, steps } = configuration
  const isComplete =
    steps.at(-1)?.name === 'build' &&
    (object ? object.properties.every(({ type }) => type === 'Property') : root.arguments.length === 0)
  return isComplete ? undefined : 'unknown'
}

export function basePathIn(configuration: Configuration): string | undefined {
  const option = optionIn(configuration, 'options', 'basePath')
  if (option === undefined || option === 'unknown') return undefined
  return textOf(option)?.replace(/\/+$/, '') ?? UNKNOWN_BASE_PATH
}

export const UNKNOWN_BASE_PATH = '/<basePath>'

export function strategyOf(configuration: Configuration): string | undefined {
  // If the configuration sets an option several times, the last value is used.
  for (const options of [...optionsOf(configuration, 'session')].reverse()) {
    if (options === undefined) return 'unknown'
    const property = propertyNamed(options, 'strategy')
    if (property) return textOf(property.value) ?? 'unknown'
    if (hasSpread(options)) return 'unknown'
  }
  return undefined
}

export function setJwtStrategy(module: EditedModule, configuration: Configuration): void {
  const { object, steps, root } = configuration
  const source = `strategy: ${module.quote}jwt${module.quote}`
  const [options] = optionsOf(configuration, 'session')
  if (options) addProperty(module, options, source)
  else if (object) addProperty(module, object, `session: { ${source} }`)
  else {
    const last = steps.filter(({ name }) => name === 'provider').at(-1)?.call ?? root
    insertStep(module, configuration, last, `session({ ${source} })`)
  }
}

/** The number of providers. Those behind `&&`, such as `isDevelopment && dev()`, do not count. */
export function countProviders({ object, steps }: Configuration): number {
  const { elements: listed = [] } = arrayIn(propertyNamed(object, 'providers')?.value) ?? {}
  const chained = steps.filter(({ name }) => name === 'provider').map(({ call }) => call.arguments[0])
  return [...listed, ...chained].filter((each) => each && !isConditional(each)).length
}

function arrayIn(node: Node | undefined): ArrayExpression | undefined {
  const value = node && bare(node)
  return value?.type === 'ArrayExpression' ? (value as ArrayExpression) : undefined
}

function isConditional(node: Node): boolean {
  return node.type === 'LogicalExpression' && (node as Node & { operator: string }).operator === '&&'
}

/**
 * Adds a callback. If callbacks also come from another place, adds it in a separate step, because a property would
 * replace them.
 */
export function addCallback(module: EditedModule, configuration: Configuration, source: string): void {
  const { object, steps, root } = configuration
  const callbacks = callbacksOf(configuration).at(-1)
  const isComplete = !hasOtherCallbacks(configuration)
  if (callbacks && isComplete) addProperty(module, callbacks, source)
  else if (object && isComplete) addProperty(module, object, `callbacks: { ${source} }`)
  else {
    const last = steps.filter(({ name }) => name !== 'build').at(-1)?.call ?? root
    insertStep(module, configuration, last, `callbacks({ ${source} })`)
  }
}

function insertStep(
  { text, edits, newline }: EditedModule,
  { steps }: Configuration,
  after: CallExpression,
  source: string,
): void {
  const indent = steps
    .map(({ call }) => text.slice(call.callee.object.end, call.callee.property.start))
    .map((between) => between.match(/\n([^\S\n]*)[.?]*$/)?.[1])
    .find((each) => each !== undefined)
  const next = steps.find(({ call }) => call.callee.object === after)
  const following = next ? text.slice(after.end, next.call.callee.property.start) : ''
  if (indent === undefined || (next && !following.includes('\n'))) {
    edits.appendLeft(after.end, indent === undefined ? `.${source}` : `${newline}${indent}.${source}`)
    return
  }
  const lineStart = newline + indent
  edits.appendLeft(endOfLine(text, after.end), `${lineStart}.${withIndent(source, lineStart)}`)
}

function addElements(
  module: EditedModule,
  object: ObjectExpression,
  name: string,
  sources: readonly string[],
): void {
  const list = sources.join(', ')
  const value = propertyNamed(object, name)?.value
  if (value === undefined && !hasSpread(object)) {
    addProperty(module, object, `${name}: [${list}]`)
    return
  }
  if (value === undefined) {
    throw new CommandError(
      `The configuration spreads another object, which may contain ${name}. Add ${list} by hand. Nothing was written.`,
    )
  }
  const array = arrayIn(value)
  if (array === undefined) {
    throw new CommandError(
      `${name} is not an array in the configuration. Add ${list} to it by hand. Nothing was written.`,
    )
  }
  const last = array.elements.at(-1)
  if (!last) {
    module.edits.appendLeft(array.start + 1, list)
    return
  }
  const start = array.elements.at(-2)?.end ?? array.start + 1
  const place = withParentheses(module.text, last, start, array.end - 1)
  appendAfter(module, place, sources)
}

function addProperty(module: EditedModule, object: ObjectExpression, source: string): void {
  const { text, edits } = module
  const last = object.properties.at(-1)
  if (last) {
    appendAfter(module, last, [source])
    return
  }
  const [start, end] = [object.start + 1, object.end - 1]
  const content = text.slice(start, end)
  const isUnchanged = edits.slice(object.start, object.end) === `{${content}}`
  if (content.trim() !== '') edits.appendLeft(start, ` ${source},`)
  else if (isUnchanged) {
    if (content !== '') edits.remove(start, end)
    edits.appendLeft(start, ` ${source}`).appendRight(end, ' ')
  } else edits.appendLeft(start, `, ${source}`)
}

export function optionOf({ arguments: [argument] }: CallExpression, name: string): Node | undefined {
  return definedValue(propertyNamed(objectIn(argument), name)?.value)
}

/** The value of an option. An option that is `undefined` counts as absent. */
function definedValue(node: Node | undefined): Node | undefined {
  const value = node && bare(node)
  return isNamed(value, 'undefined') ? undefined : value
}

/** Whether the source does not show all options of a call. */
export function hasUnknownOptions({ arguments: [argument] }: CallExpression): boolean {
  const object = objectIn(argument)
  if (object === undefined) return argument !== undefined
  return object.properties.some((property) => property.type !== 'Property' || property.computed)
}

export function mayHaveOption(call: CallExpression, name: string): boolean {
  return hasUnknownOptions(call) || optionOf(call, name) !== undefined
}

export function hasUnknownId(call: CallExpression): boolean {
  const id = optionOf(call, 'id')
  return id !== undefined && textOf(id) === undefined
}

export function textOf(node: Node | undefined): string | undefined {
  return node && stringOf(bare(node))
}
