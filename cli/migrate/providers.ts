import type { CallExpression, Node, ObjectExpression, Property } from 'acorn'
import { addImport, type EditedModule, nodesOf } from '../edit/module.js'
import { mailProviders } from '../mail.js'
import { readProvider } from '../providers.js'
import {
  bare,
  callsOf,
  gap,
  type ImportedName,
  importedNames,
  isNamed,
  keysOf,
  leaveTodo,
  nameOf,
  placedNodes,
  propertyNamed,
  stringOf,
  usesOf,
} from './syntax.js'

/** The types of the providers that are not in `catalogue.json`. Their functions have the names of their ids. */
const otherTypes: Readonly<Record<string, string>> = {
  credentials: 'credentials',
  passkey: 'webauthn',
  webauthn: 'webauthn',
  ...Object.fromEntries(mailProviders.map((id) => [id, 'email'])),
}

const providerModule = /^authwright\/compat\/providers\/([\w-]+)$/

/** A provider function of the builder, such as `github`. */
interface ProviderFunction {
  readonly name: string
  /** The `type` of the providers that it creates. */
  readonly type: string
}

/**
 * The builder's functions for the providers that a module imports from `authwright/compat`, by provider id.
 */
export async function functionsOf(module: EditedModule): Promise<ReadonlyMap<string, ProviderFunction>> {
  const found = new Map<string, ProviderFunction>()
  for (const { imported, from } of importedNames(module)) {
    const id = from.match(providerModule)?.[1]
    if (id === undefined || imported !== 'default') continue
    const otherType = otherTypes[id]
    if (otherType !== undefined) found.set(id, { name: id, type: otherType })
    else {
      const { factory, type } = await readProvider(id)
      found.set(id, { name: factory, type })
    }
  }
  return found
}

/**
 * Calls the builder's provider functions instead of those of Auth.js. Providers that only Auth.js has are
 * wrapped with `withId()`.
 *
 * @param isTyped - Whether the module is TypeScript.
 */
export function useFunctions(
  module: EditedModule,
  functions: ReadonlyMap<string, ProviderFunction>,
  isTyped: boolean,
): void {
  const parents = new Map([...placedNodes(module.program)].map(({ node, parent }) => [node, parent]))
  for (const { imported, from, local } of importedNames(module)) {
    const id = from.match(/^@auth\/core\/providers\/([\w-]+)$/)?.[1]
    if (id === undefined || imported !== 'default') continue
    const withId = addImport(module, 'withId', 'authwright/providers/with-id')
    for (const { node, parent } of usesOf(module, local)) {
      const isCalled = (parent as Partial<CallExpression>).callee === node
      const { start, end } = isCalled ? parent : node
      if (!isCalled && !isElement(parents, node)) continue
      module.edits.appendLeft(start, `${withId}(${module.quote}${id}${module.quote}, `)
      module.edits.appendRight(end, ')')
    }
  }
  for (const name of importedNames(module)) {
    const id = name.from.match(providerModule)?.[1]
    const builder = id === undefined ? undefined : functions.get(id)
    if (id === undefined || builder === undefined || name.imported !== 'default') continue
    if (id === 'credentials' && !moveFields(module, name)) continue
    const isSmtp = id === 'email' && addEmailId(module, name)
    const local = isSmtp
      ? importFunction(module, name, 'nodemailer', 'nodemailer')
      : importFunction(module, name, builder.name, id)
    if (isTyped && mailProviders.includes(id)) assertSender(module, name.local)
    removeType(module, name.local, builder.type)
    for (const { node, parent } of usesOf(module, name.local)) {
      const isCalled = (parent as Partial<CallExpression>).callee === node
      const needsCall = !isCalled && isElement(parents, node)
      module.edits.update(node.start, node.end, needsCall ? `${local}()` : local)
    }
  }
}

/**
 * Imports the function for a provider of Auth.js. Returns its local name. If the provider has the same local
 * name, its import is replaced.
 */
function importFunction(
  module: EditedModule,
  { local, declaration, specifier }: ImportedName,
  name: string,
  id: string,
): string {
  const { edits, quote } = module
  const from = `authwright/providers/${id}`
  if (local !== name || declaration.specifiers.length > 1) return addImport(module, name, from)
  edits.update(specifier.start, declaration.source.end, `{ ${name} } from ${quote}${from}${quote}`)
  return local
}

/**
 * Wraps inline provider objects with `withId()`, which gives the compiler their ids. An object without a
 * literal id is left unchanged, and the compiler reports it.
 */
export function wrapObjects(module: EditedModule, elements: readonly (Node | null)[]): void {
  for (const element of elements) {
    const object = element && bare(element)
    if (object?.type !== 'ObjectExpression') continue
    const id = stringOf(propertyNamed(object as ObjectExpression, 'id')?.value)
    if (id === undefined) continue
    const withId = addImport(module, 'withId', 'authwright/providers/with-id')
    module.edits.appendLeft(object.start, `${withId}(${module.quote}${id}${module.quote}, `)
    module.edits.appendRight(object.end, ')')
  }
}

/**
 * Adds type assertions to environment variables in the options `from` and `server`. The options are required,
 * but the type of a variable includes `undefined`.
 */
function assertSender(module: EditedModule, local: string): void {
  for (const { parent } of usesOf(module, local)) {
    const [options] = (parent as Partial<CallExpression>).arguments ?? []
    if (options?.type !== 'ObjectExpression') continue
    for (const name of ['from', 'server']) {
      const value = propertyNamed(options, name)?.value
      const source = value ? module.text.slice(value.start, value.end) : ''
      if (value && /^process[.]env(?:[.]\w+|\[[^\]]+\])$/.test(source)) {
        module.edits.appendLeft(value.end, ` as string`)
      }
    }
  }
}

/**
 * Removes the option `type` if it only repeats the type of the provider. The builder's functions do not have
 * it.
 */
function removeType(module: EditedModule, local: string, type: string): void {
  for (const { arguments: args } of callsOf(module, local)) {
    const options = args[0] && bare(args[0])
    if (options?.type !== 'ObjectExpression') continue
    const { properties } = options as ObjectExpression
    const repeated = propertyNamed(options as ObjectExpression, 'type')
    if (!repeated || stringOf(repeated.value) !== type) continue
    const index = properties.indexOf(repeated)
    const [before, after] = [properties[index - 1], properties[index + 1]]
    if (after) module.edits.remove(repeated.start, after.start)
    else if (before) module.edits.remove(before.end, repeated.end)
    // A comma may follow the only option.
    else module.edits.remove(repeated.start, options.end - 1)
  }
}

/**
 * Whether `Email` of Auth.js sends by SMTP, so that `nodemailer()` replaces it. Adds the id `email` to its
 * options then.
 */
function addEmailId(module: EditedModule, { local }: ImportedName): boolean {
  const args = usesOf(module, local).map(({ parent }) => (parent as Partial<CallExpression>).arguments?.[0])
  const smtpOptions = args
    .map((argument) => argument && bare(argument))
    .filter((options): options is ObjectExpression => options?.type === 'ObjectExpression')
    .filter((options) => propertyNamed(options, 'server'))
  for (const options of smtpOptions) {
    if (propertyNamed(options, 'id')) continue
    const id = `id: ${module.quote}email${module.quote},`
    module.edits.appendLeft(options.properties[0]?.start ?? options.start + 1, id + gap(module, options))
  }
  return smtpOptions.length > 0
}

/** Whether an expression is an element of an array, or a possible result of an expression that is one. */
function isElement(parents: ReadonlyMap<Node, Node>, node: Node): boolean {
  const parent = parents.get(node)
  if (!parent || parent.type === 'ArrayExpression') return parent !== undefined
  const { left, operator, test } = parent as Node & { left?: Node; operator?: string; test?: Node }
  const isResult =
    bare(parent) !== parent ||
    (parent.type === 'LogicalExpression' && !(operator === '&&' && left === node)) ||
    (parent.type === 'ConditionalExpression' && test !== node)
  return isResult && isElement(parents, parent)
}

/**
 * Renames the option `credentials` of each credentials provider to `input`. If it is missing or empty,
 * derives the fields from `authorize`. Leaves a comment and returns `false` if that is not possible.
 */
function moveFields(module: EditedModule, { local }: ImportedName): boolean {
  const objects: ObjectExpression[] = []
  for (const { node, parent } of usesOf(module, local)) {
    const [argument] = (parent as Partial<CallExpression>).arguments ?? []
    const options = argument && bare(argument)
    if (options?.type !== 'ObjectExpression') return leaveFields(module, node)
    objects.push(options as ObjectExpression)
  }
  const inputs = objects.map((object) => {
    const fields = propertyNamed(object, 'credentials')
    const literal = fields?.value.type === 'ObjectExpression' ? (fields.value as ObjectExpression) : undefined
    if (fields && (!literal || literal.properties.length > 0)) return { object, fields, source: undefined }
    return { object, fields, source: sourceOfFields(module, object) }
  })
  const unknown = inputs.find(({ fields, source }) => source === undefined && (!fields || isEmpty(fields)))
  if (unknown) return leaveFields(module, unknown.object)
  for (const { object, fields, source } of inputs) {
    if (source === undefined && fields?.shorthand) module.edits.appendLeft(fields.start, 'input: ')
    else if (source === undefined && fields) module.edits.overwrite(fields.key.start, fields.key.end, 'input')
    else if (fields) module.edits.overwrite(fields.start, fields.end, `input: ${source}`)
    else
      module.edits.appendLeft(
        object.properties[0]?.start ?? object.start + 1,
        `input: ${source},${gap(module, object)}`,
      )
  }
  return true
}

/** Leaves a comment that the user has to list the fields of the form. Returns `false`. */
function leaveFields(module: EditedModule, node: Node): false {
  leaveTodo(module, node, 'name the fields of the form under input.', 'credentials')
  return false
}

function isEmpty({ value }: Property): boolean {
  return value.type === 'ObjectExpression' && value.properties.length === 0
}

/**
 * Code for the form fields, if the options list none: the members of its parameter that `authorize` reads, and
 * the keys of a schema that parses it. Returns `undefined` if there are none.
 */
function sourceOfFields(module: EditedModule, object: ObjectExpression): string | undefined {
  const authorize = propertyNamed(object, 'authorize')?.value
  const { params = [], body } = (authorize ?? {}) as Node & { params?: readonly Node[]; body?: Node }
  const [parameter] = params
  if (!body) return undefined
  if (!parameter) return '{}'
  const names = new Set<string>()
  const input = nameOf(parameter)
  if (parameter.type === 'ObjectPattern') for (const name of keysOf(parameter)) names.add(name)
  if (input !== undefined) {
    const aliases = new Set([input])
    const results = new Set<string>()
    const addFields = (target: Node | undefined) => {
      if (target?.type === 'ObjectPattern') for (const name of keysOf(target)) names.add(name)
      else addName(aliases, target)
    }
    for (const node of nodesOf(body)) {
      const { id, init } = node as Node & { id?: Node; init?: Node | null }
      if (node.type === 'VariableDeclarator' && init && id) {
        const value = bare(
          init.type === 'AwaitExpression' ? (init as Node & { argument: Node }).argument : init,
        )
        const { object: parsed, property: data } = value as Node & { object?: Node; property?: Node }
        const isData = nameOf(data) === 'data' && results.has(nameOf(parsed) ?? '')
        const isInput = isData || aliases.has(nameOf(value) ?? '')
        if (isParsed(value, aliases)) {
          if (!/^safe/.test(parserOf(value))) addFields(id)
          else if (id.type !== 'ObjectPattern') addName(results, id)
          else addFields(propertyNamed(id as Node as ObjectExpression, 'data')?.value)
        }
        for (const name of schemaKeys(module, value, aliases) ?? []) names.add(name)
        if (isInput) addFields(id)
      }
      const {
        object: owner,
        property,
        computed,
      } = node as Node & {
        object?: Node
        property?: Node
        computed?: boolean
      }
      if (node.type !== 'MemberExpression' || computed || !owner) continue
      const { object: result, property: data } = bare(owner) as Node & { object?: Node; property?: Node }
      const isOfData = nameOf(data) === 'data' && results.has(nameOf(result) ?? '')
      if (isOfData || aliases.has(nameOf(bare(owner)) ?? '')) addName(names, property)
    }
  }
  if (names.size === 0) return undefined
  const isSecret = /password|secret|code|otp|token/i
  const fields = [...names].map((name) =>
    isSecret.test(name) ? `${name}: { type: ${module.quote}password${module.quote} }` : `${name}: {}`,
  )
  return `{ ${fields.join(', ')} }`
}

/** Adds the name of an identifier. Adds nothing for any other node. */
function addName(names: Set<string>, node: Node | undefined): void {
  const name = nameOf(node)
  if (name !== undefined) names.add(name)
}

/** The name of the method that a call calls, such as `safeParse`. */
function parserOf(call: Node): string {
  return nameOf((call as Node & { callee?: Node & { property?: Node } }).callee?.property) ?? ''
}

/** Whether a call parses an input with a schema, such as `schema.parse(input)`. */
function isParsed(value: Node, inputs: ReadonlySet<string>): boolean {
  const [argument] = (value as Node & { arguments?: readonly Node[] }).arguments ?? []
  return argument !== undefined && inputs.has(nameOf(bare(argument)) ?? '') && /parse/i.test(parserOf(value))
}

/**
 * The keys of the schema that parses an input: `z.object({ … })`, in the call or in a constant of the module.
 */
function schemaKeys(
  module: EditedModule,
  value: Node,
  inputs: ReadonlySet<string>,
): readonly string[] | undefined {
  const call = [...nodesOf(value)].find(
    (node): node is CallExpression =>
      node.type === 'CallExpression' &&
      inputs.has(nameOf(bare((node as CallExpression).arguments[0] ?? node)) ?? '') &&
      /parse/i.test(nameOf(((node as CallExpression).callee as Node & { property?: Node }).property) ?? ''),
  )
  if (!call) return undefined
  let schema: Node = (call.callee as Node & { object: Node }).object
  const name = nameOf(schema)
  if (name !== undefined) {
    const declared = [...nodesOf(module.program)].find(
      (node) => node.type === 'VariableDeclarator' && isNamed((node as Node & { id: Node }).id, name),
    ) as (Node & { init?: Node }) | undefined
    if (!declared?.init) return undefined
    schema = declared.init
  }
  const object = [...nodesOf(schema)].find(({ type }) => type === 'ObjectExpression') as
    | ObjectExpression
    | undefined
  return object?.properties.flatMap((property) =>
    property.type === 'Property' ? (nameOf(property.key) ?? []) : [],
  )
}
