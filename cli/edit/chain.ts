import type {
  CallExpression,
  ConditionalExpression,
  Expression,
  Literal,
  MemberExpression,
  Node,
  ObjectExpression,
  Property,
} from 'acorn'
import { CommandError } from '../context.js'
import { type EditedModule, endOfLine, localName, nodesOf, separatorAfter } from './module.js'
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

/** A step of a chain, such as `.provider(…)`. */
interface Step {
  readonly name: string
  readonly call: CallExpression & { callee: MemberExpression }
}

/**
 * Finds the configuration of a module. If the module calls `createAuth()` several times, prefers a call with
 * an object, then a chain with providers, then a call without arguments.
 */
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
      node.type === 'CallExpression' && isIdentifier((node as CallExpression).callee, create),
  )
  const configurations = roots.map((root) => {
    const [argument] = root.arguments
    const object = argument?.type === 'ObjectExpression' ? argument : undefined
    return { root, object, steps: stepsAfter(root, nodes) }
  })
  const rank = ({ steps, object, root }: Configuration) => {
    if (object) return 0
    if (steps.some(({ name }) => name === 'provider')) return 1
    return root.arguments.length === 0 ? 2 : 3
  }
  return configurations.sort((a, b) => rank(a) - rank(b))[0]
}

/** The steps that are chained to a call of `createAuth()`. */
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

/** Whether the configuration calls the function with this local name. */
export function calls(configuration: Configuration, name: string): boolean {
  return callsOf(configuration, name).length > 0
}

/** The calls of a function in the configuration, by its local name. */
export function callsOf({ root, steps }: Configuration, name: string): readonly CallExpression[] {
  return [...nodesOf(steps.at(-1)?.call ?? root)].filter(
    (node): node is CallExpression =>
      node.type === 'CallExpression' && isIdentifier((node as CallExpression).callee, name),
  )
}

/**
 * Whether `dev()` replaces a provider in the configuration: by `dev({ as: provider() })`, or by a condition
 * that chooses between `dev()` and the provider.
 */
export function standsIn({ root, steps }: Configuration, dev: string, provider: string): boolean {
  const isCall = (node: Node, name: string): node is CallExpression =>
    node.type === 'CallExpression' && isIdentifier((node as CallExpression).callee, name)
  const has = (node: Node, name: string) => [...nodesOf(node)].some((each) => isCall(each, name))
  return [...nodesOf(steps.at(-1)?.call ?? root)].some((node) => {
    if (isCall(node, dev)) {
      const [options] = node.arguments
      const as = options?.type === 'ObjectExpression' ? propertyOf(options, 'as')?.value : undefined
      return as !== undefined && has(as, provider)
    }
    if (node.type !== 'ConditionalExpression') return false
    const { consequent, alternate } = node as ConditionalExpression
    return (
      (has(consequent, dev) && has(alternate, provider)) || (has(alternate, dev) && has(consequent, provider))
    )
  })
}

/**
 * Adds a step `.provider(…)` for each source after the last provider. In an object, adds elements to
 * `providers`.
 */
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

/** Adds the step `.adapter(…)` after the providers. In an object, adds the property `adapter`. */
export function addAdapter(module: EditedModule, configuration: Configuration, source: string): void {
  const { object, steps, root } = configuration
  if (object) {
    addProperty(module, object, `adapter: ${source}`)
    return
  }
  const last = steps.filter(({ name }) => name === 'provider').at(-1)?.call ?? root
  insertStep(module, configuration, last, `adapter(${source})`)
}

/** Whether the configuration has an adapter. */
export function hasAdapter({ object, steps }: Configuration): boolean {
  return steps.some(({ name }) => name === 'adapter') || propertyOf(object, 'adapter') !== undefined
}

/** The object literals with callbacks: the arguments of `.callbacks()`, or the property `callbacks`. */
export function callbacksOf({ object, steps }: Configuration): readonly ObjectExpression[] {
  const values = [
    propertyOf(object, 'callbacks')?.value,
    ...steps.filter(({ name }) => name === 'callbacks').map(({ call }) => call.arguments[0]),
  ]
  return values.filter((value) => value?.type === 'ObjectExpression')
}

/**
 * Whether callbacks come from another place, such as a variable or an object that is spread into the
 * callbacks.
 */
export function hasOtherCallbacks(configuration: Configuration): boolean {
  const { object, steps } = configuration
  const own = propertyOf(object, 'callbacks')
  const count = steps.filter(({ name }) => name === 'callbacks').length + (own ? 1 : 0)
  const objects = callbacksOf(configuration)
  return objects.length < count || [...objects, ...(object ? [object] : [])].some(hasSpread)
}

/** Whether an object literal contains the properties of another object, such as `{ ...other }`. */
function hasSpread({ properties }: ObjectExpression): boolean {
  return properties.some(({ type }) => type === 'SpreadElement')
}

/** A step with options. The options may also be in an object that is passed to `createAuth()`. */
type OptionStep = 'options' | 'session' | 'jwt'

/**
 * The options of a step: the property with its name in the object, and the arguments of the step. For
 * `.options()`, the whole object.
 */
function optionsOf({ object, steps }: Configuration, step: OptionStep): readonly (Node | undefined)[] {
  const own = step === 'options' ? object : propertyOf(object, step)?.value
  return [
    ...(own ? [own] : []),
    ...steps.filter(({ name }) => name === step).map(({ call }) => call.arguments[0]),
  ]
}

/**
 * The value of an option, such as `trustHost` of `.options()`. `'unknown'` if the source does not show
 * whether the configuration sets it, and `undefined` if the configuration does not set it.
 */
export function optionIn(
  configuration: Configuration,
  step: OptionStep,
  name: string,
): Node | 'unknown' | undefined {
  // If the configuration sets an option several times, the last value is used.
  for (const options of [...optionsOf(configuration, step)].reverse()) {
    if (options?.type !== 'ObjectExpression') return 'unknown'
    for (const property of [...(options as ObjectExpression).properties].reverse()) {
      if (property.type !== 'Property' || property.computed) return 'unknown'
      if (isIdentifier(property.key, name) || isString(property.key, name)) return property.value
    }
  }
  const { object, root, steps } = configuration
  const isComplete =
    steps.at(-1)?.name === 'build' &&
    (object ? object.properties.every(({ type }) => type === 'Property') : root.arguments.length === 0)
  return isComplete ? undefined : 'unknown'
}

/**
 * The option `basePath` of the configuration, without a slash at the end. `UNKNOWN_BASE_PATH` if the source
 * shows the option, but not its value. `undefined` if the source does not show the option.
 */
export function basePathIn(configuration: Configuration): string | undefined {
  const option = optionIn(configuration, 'options', 'basePath')
  if (option === undefined || option === 'unknown') return undefined
  return textOf(option)?.replace(/\/+$/, '') ?? UNKNOWN_BASE_PATH
}

/** A placeholder for a `basePath` whose value the source does not show. */
export const UNKNOWN_BASE_PATH = '/<basePath>'

/**
 * The strategy of sessions that the configuration sets. `'unknown'` if the source does not show its value.
 * `undefined` if the configuration sets no strategy.
 */
export function strategyOf(configuration: Configuration): string | undefined {
  // If the configuration sets an option several times, the last value is used.
  for (const options of [...optionsOf(configuration, 'session')].reverse()) {
    if (options?.type !== 'ObjectExpression') return 'unknown'
    const property = propertyOf(options as ObjectExpression, 'strategy')
    if (property) return textOf(property.value) ?? 'unknown'
    if (hasSpread(options as ObjectExpression)) return 'unknown'
  }
  return undefined
}

/** Sets the strategy `'jwt'`. */
export function keepStrategy(module: EditedModule, configuration: Configuration): void {
  const { object, steps, root } = configuration
  const source = `strategy: ${module.quote}jwt${module.quote}`
  const [options] = optionsOf(configuration, 'session')
  if (options?.type === 'ObjectExpression') addProperty(module, options as ObjectExpression, source)
  else if (object) addProperty(module, object, `session: { ${source} }`)
  else {
    const last = steps.filter(({ name }) => name === 'provider').at(-1)?.call ?? root
    insertStep(module, configuration, last, `session({ ${source} })`)
  }
}

/** The number of providers. Providers with a condition, such as `isDevelopment && dev()`, do not count. */
export function countProviders({ object, steps }: Configuration): number {
  const list = propertyOf(object, 'providers')?.value
  const listed = list?.type === 'ArrayExpression' ? list.elements : []
  const chained = steps.filter(({ name }) => name === 'provider').map(({ call }) => call.arguments[0])
  return [...listed, ...chained].filter((each) => each && !isConditional(each)).length
}

/** Whether a provider has a condition: `condition && provider()`. */
function isConditional(node: Node): boolean {
  return node.type === 'LogicalExpression' && (node as Node & { operator: string }).operator === '&&'
}

/**
 * Adds a callback to the last object with callbacks. If there is no such object, adds the property
 * `callbacks` or a final step `.callbacks()`. If callbacks also come from another place, a step is added,
 * because a property would replace these callbacks.
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

/**
 * Inserts a step after another step. If the other steps are on separate lines, the new step gets a separate
 * line, too. A comment at the end of the preceding line stays there.
 */
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
  edits.appendLeft(endOfLine(text, after.end), `${newline}${indent}.${source}`)
}

/** Adds elements to an array of an object, or adds the array itself if the object does not have it. */
function addElements(
  module: EditedModule,
  object: ObjectExpression,
  name: string,
  sources: readonly string[],
): void {
  const array = propertyOf(object, name)?.value
  if (array === undefined && !hasSpread(object)) {
    addProperty(module, object, `${name}: [${sources.join(', ')}]`)
    return
  }
  if (array === undefined) {
    throw new CommandError(
      `The configuration spreads another object, which may contain ${name}. Add ${sources.join(', ')} by hand. Nothing was written.`,
    )
  }
  if (array.type !== 'ArrayExpression') {
    throw new CommandError(
      `${name} is not an array in the configuration. Add ${sources.join(', ')} to it by hand. Nothing was written.`,
    )
  }
  const last = array.elements.at(-1)
  if (!last) {
    module.edits.appendLeft(array.start + 1, sources.join(', '))
    return
  }
  const start = array.elements.at(-2)?.end ?? array.start + 1
  const place = withParentheses(module.text, last, start, array.end - 1)
  const separator = separatorAfter(module, place)
  module.edits.appendLeft(place.end, sources.map((source) => separator + source).join(''))
}

/** Adds a property to the end of an object literal. */
function addProperty(module: EditedModule, object: ObjectExpression, source: string): void {
  const { text, edits } = module
  const last = object.properties.at(-1)
  if (last) {
    edits.appendLeft(last.end, separatorAfter(module, last) + source)
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

export function propertyOf(object: ObjectExpression | undefined, name: string): Property | undefined {
  return object?.properties.find(
    (property): property is Property =>
      property.type === 'Property' &&
      !property.computed &&
      (isIdentifier(property.key, name) || isString(property.key, name)),
  )
}

/** The value of an option in the first argument of a call, if the argument is an object literal. */
export function optionOf({ arguments: [argument] }: CallExpression, name: string): Node | undefined {
  return argument?.type === 'ObjectExpression'
    ? propertyOf(argument as ObjectExpression, name)?.value
    : undefined
}

/** The value of a string literal. */
export function textOf(node: Node | undefined): string | undefined {
  const { value } = (node?.type === 'Literal' ? node : {}) as Partial<Literal>
  return typeof value === 'string' ? value : undefined
}

export function isIdentifier(node: Node, name: string): boolean {
  return node.type === 'Identifier' && (node as Node & { name: string }).name === name
}

export function isString(node: Node, value: string): boolean {
  return node.type === 'Literal' && (node as Node & { value: unknown }).value === value
}
