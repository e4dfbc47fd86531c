import type { AssignmentPattern, Node, ObjectExpression, Property } from 'acorn'
import { addTypeImport, type EditedModule, nodesOf } from '../edit/module.js'
import { bare, boundNames, nameOf, propertyNamed, stringOf } from '../edit/nodes.js'
import { importedNames, isAssigned, placedNodes, propertyOf } from './syntax.js'

const parameterTypes: Readonly<Record<'jwt' | 'session', Readonly<Record<string, string>>>> = {
  jwt: { token: 'JWT', user: 'User', profile: 'Profile', session: 'any' },
  session: { session: 'Session', token: 'JWT', user: 'AdapterUser', newSession: 'any' },
}

/** The modules of interfaces that the framework's entry point does not export. */
const interfaceModules: Readonly<Record<string, string>> = {
  AdapterUser: 'authwright/compat',
  CallbackSession: 'authwright/compat',
  JWT: 'authwright/compat/jwt',
}

/** The new names of parameters. The original name becomes a variable in the body. */
const newParameterNames: Readonly<Record<string, string>> = {
  token: 'claims',
  session: 'data',
  user: 'signedIn',
  profile: 'claimed',
  newSession: 'changes',
}

/** The parameter of `session` that is always `undefined` in Auth.js, by strategy. */
const absentParameter: Readonly<Record<Strategy, string>> = { jwt: 'user', database: 'token' }

type Strategy = 'jwt' | 'database'

function strategyOf(
  options: ObjectExpression,
  { isWhole }: { readonly isWhole: boolean },
): Strategy | undefined {
  const session = propertyNamed(options, 'session')?.value
  const value = session?.type === 'ObjectExpression' && propertyNamed(session as ObjectExpression, 'strategy')
  const strategy = value ? stringOf(bare(value.value)) : undefined
  if (strategy === 'jwt' || strategy === 'database') return strategy
  if (session || !isWhole) return undefined
  return propertyNamed(options, 'adapter') ? 'database' : 'jwt'
}

interface CallbackContext {
  readonly entry: string
  /** Whether the object contains the whole configuration. */
  readonly isWhole: boolean
  /** Whether the application declares `user` of the interface `Session`. */
  readonly declaresUser: boolean
}

/**
 * Declares the types of callback parameters. The builder infers the types of `token` and `session` from the return
 * values of the callbacks, so interfaces that the application augments do not apply. Therefore, a parameter is renamed,
 * and the body begins with a variable that has the interface: `const token = claims as JWT`.
 */
export function typeCallbacks(
  module: EditedModule,
  options: ObjectExpression,
  { entry, isWhole, declaresUser }: CallbackContext,
): void {
  const callbacks = propertyNamed(options, 'callbacks')?.value
  if (callbacks?.type !== 'ObjectExpression') return
  // These annotations are removed, because the types that the builder infers are more precise.
  for (const name of ['authorized', 'redirect']) {
    const { params = [] } = (propertyNamed(callbacks as ObjectExpression, name)?.value ?? {}) as Node & {
      params?: readonly Node[]
    }
    const { typeAnnotation } = (params[0] ?? {}) as { typeAnnotation?: Node }
    if (typeAnnotation) module.edits.remove(typeAnnotation.start, typeAnnotation.end)
  }
  const strategy = strategyOf(options, { isWhole })
  for (const name of ['jwt', 'session'] as const) {
    const value = propertyNamed(callbacks as ObjectExpression, name)?.value
    const { params = [], body } = (value ?? {}) as Node & { params?: readonly Node[]; body?: Node }
    const [pattern] = params
    if (!value || !body || pattern?.type !== 'ObjectPattern' || hasDependentDefault(pattern)) continue
    const isSession = name === 'session'
    const missing = isSession && strategy ? absentParameter[strategy] : undefined
    typeParameters(module, {
      callback: value,
      pattern,
      body,
      entry,
      types: parameterTypes[name],
      isSession,
      declaresUser,
      missing,
    })
  }
}

/** Whether the default of a parameter reads another parameter, which would be renamed or left out. */
function hasDependentDefault(pattern: Node): boolean {
  const names = boundNames(pattern)
  return [...nodesOf(pattern)].some((node) => {
    if (node.type !== 'AssignmentPattern') return false
    return [...nodesOf((node as AssignmentPattern).right)].some((each) => names.includes(nameOf(each) ?? ''))
  })
}

interface TypedCallback {
  readonly callback: Node
  readonly pattern: Node
  readonly body: Node
  readonly entry: string
  readonly types: Readonly<Record<string, string>>
  readonly isSession: boolean
  readonly declaresUser: boolean
  readonly missing: string | undefined
}

function typeParameters(module: EditedModule, typed: TypedCallback): void {
  const { callback, pattern, body, entry, types, isSession, declaresUser, missing } = typed
  const { text, edits, newline } = module
  const { properties } = pattern as Node & { properties: readonly Property[] }
  const isBlock = body.type === 'BlockStatement'
  const used = namesRead(body)
  const lines: string[] = []
  const parameters: string[] = []
  const hasRest = properties.some(({ type }) => (type as string) === 'RestElement')
  let sessionType: string | undefined
  for (const property of properties) {
    const key = property.type === 'Property' ? nameOf(property.key) : undefined
    const local = key === undefined ? undefined : nameOf(property.value)
    const type = key === undefined ? undefined : types[key]
    // The strategy of the configuration may not provide the parameter. So an unused parameter is left out, unless
    // a rest element would then receive it.
    if (local !== undefined && !used.has(local) && !hasRest) continue
    parameters.push(text.slice(property.start, property.end))
    if (key === undefined || local === undefined || type === undefined) continue
    // If the body is an expression, the types that TypeScript infers are enough, except for parameters that are missing or have the type
    // `any`.
    if (!isBlock && key !== missing && type !== 'any') continue
    if (key === 'user' && !isSession && !readsAddedFields(body, local)) continue
    const kind = isAssigned(body, local) ? 'let' : 'const'
    // In callbacks of Auth.js, `session.user` is not optional.
    const isPresent = type === 'Session' && !declaresUser && readsUser(body, local)
    const name = type === 'any' ? 'any' : typeName(module, isPresent ? 'CallbackSession' : type, entry)
    if (key === missing) {
      parameters.pop()
      lines.push(`${kind} ${local} = undefined as ${name} | undefined`)
      continue
    }
    if (type === 'Session') sessionType = name
    const from = freeIn(used, newParameterNames[key] ?? key)
    parameters[parameters.length - 1] = `${key}: ${from}`
    lines.push(`${kind} ${local} = ${from} as ${name}${key === 'profile' ? ' | undefined' : ''}`)
  }
  if (!isBlock && lines.length === 0) return
  if (sessionType !== undefined) {
    for (const node of nodesOf(body)) {
      const { argument } = node as Node & { argument?: Node | null }
      if (node.type !== 'ReturnStatement' || argument?.type !== 'ObjectExpression') continue
      if (isInner(body, node)) continue
      edits.appendLeft(argument.end, ` as ${sessionType}`)
    }
  }
  edits.overwrite(pattern.start, pattern.end, parameters.length === 0 ? '{}' : `{ ${parameters.join(', ')} }`)
  if (lines.length === 0) return
  if (!isBlock) {
    const start = text.lastIndexOf('=>', body.start) + 2
    // A line break after `return` would end the statement.
    const [open, close] = text.slice(start, body.start).includes('\n') ? [' (', ')'] : ['', '']
    edits.appendRight(start, ` { ${lines.join('; ')}; return${open}`)
    edits.appendLeft(callback.end, `${close} }`)
    return
  }
  const first = text.slice(body.start + 1).match(/^\s*?\n([^\S\n]*)/)
  const indent = first?.[1]
  const end = module.end
  const source =
    indent === undefined
      ? ` ${lines.join('; ')};`
      : lines.map((line) => `${newline}${indent}${line}${end}`).join('')
  edits.appendLeft(body.start + 1, source)
}

function typeName(module: EditedModule, name: string, entry: string): string {
  const existing = importedNames(module).find(
    ({ imported, from }) => imported === name && from.startsWith('authwright/'),
  )
  if (existing) return existing.local
  // The application may augment the interface in this module. The augmentation applies only if the module is
  // imported.
  const source = interfaceModules[name] ?? entry.replace('authwright/', 'authwright/compat/')
  return addTypeImport(module, name, source)
}

function namesRead(body: Node): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { node, parent } of placedNodes(body)) {
    const { key, property, computed, shorthand } = parent as Node & Record<string, unknown>
    const isLabel = computed !== true && shorthand !== true && (key === node || property === node)
    const name = nameOf(node)
    if (name !== undefined && !isLabel) names.add(name)
  }
  return names
}

/** Whether code reads fields of the user that Auth.js does not declare. */
function readsAddedFields(body: Node, local: string): boolean {
  return [...nodesOf(body)].some((node) => {
    const { object, property } = node as Node & { object?: Node; property?: Node }
    if (node.type !== 'MemberExpression' || !object || nameOf(bare(object)) !== local) return false
    return !['id', 'name', 'email', 'image'].includes(nameOf(property) ?? '')
  })
}

function readsUser(body: Node, local: string): boolean {
  const isUser = (node: Node | undefined): boolean =>
    propertyOf(node) === 'user' && nameOf((node as Node & { object: Node }).object) === local
  return [...nodesOf(body)].some((node) => {
    const { object, optional } = node as Node & { object?: Node; optional?: boolean }
    return node.type === 'MemberExpression' && optional !== true && isUser(object)
  })
}

function isInner(body: Node, { start, end }: Node): boolean {
  return [...nodesOf(body)].some(
    (each) => /Function/.test(each.type) && each.start <= start && end <= each.end,
  )
}

function freeIn(used: ReadonlySet<string>, name: string): string {
  return used.has(name) ? freeIn(used, `${name}_`) : name
}
