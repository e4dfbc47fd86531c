import type { CallExpression, Node, ObjectExpression, Property } from 'acorn'
import { addImport, type EditedModule, nodesOf } from '../edit/module.js'
import { readProvider } from '../providers.js'
import { declarationOf } from './exports.js'
import type { Sources } from './sources.js'
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

/** Providers that are in no catalogue, with their functions. */
const others: Readonly<Record<string, string>> = {
  credentials: 'credentials',
  email: 'email',
  nodemailer: 'nodemailer',
  resend: 'resend',
  sendgrid: 'sendgrid',
  postmark: 'postmark',
  mailgun: 'mailgun',
  forwardemail: 'forwardemail',
  loops: 'loops',
  passkey: 'passkey',
  webauthn: 'webauthn',
}

const mail: readonly string[] = [
  'email',
  'nodemailer',
  'resend',
  'sendgrid',
  'postmark',
  'mailgun',
  'forwardemail',
  'loops',
]

const module_ = /^authwright\/compat\/providers\/([\w-]+)$/

/** The functions of the builder for the providers that a module imports under the names of Auth.js. */
export async function functionsOf(module: EditedModule): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { imported, from } of importedNames(module)) {
    const id = from.match(module_)?.[1]
    if (id === undefined || imported !== 'default') continue
    found.set(id, others[id] ?? (await readProvider(id)).factory)
  }
  return found
}

/** Calls the builder's provider functions instead of those of Auth.js. */
export function useFunctions(
  module: EditedModule,
  functions: ReadonlyMap<string, string>,
  isTyped: boolean,
): void {
  for (const { imported, from, local } of importedNames(module)) {
    const id = from.match(/^@auth\/core\/providers\/([\w-]+)$/)?.[1]
    if (id === undefined || imported !== 'default') continue
    const named = addImport(module, 'withId', 'authwright/providers/with-id')
    for (const { node, parent } of usesOf(module, local)) {
      const isCalled = (parent as Partial<CallExpression>).callee === node
      const { start, end } = isCalled ? parent : node
      if (!isCalled && !isElement(parent, node)) continue
      module.edits.appendLeft(start, `${named}(${module.quote}${id}${module.quote}, `)
      module.edits.appendRight(end, ')')
    }
  }
  for (const name of importedNames(module)) {
    const id = name.from.match(module_)?.[1]
    const factory = id === undefined ? undefined : functions.get(id)
    if (id === undefined || factory === undefined || name.imported !== 'default') continue
    if (id === 'credentials' && !nameFields(module, name)) continue
    const isSmtp = id === 'email' && nameSmtp(module, name)
    const local = isSmtp
      ? importFunction(module, name, 'nodemailer', 'nodemailer')
      : importFunction(module, name, factory, id)
    if (isTyped && mail.includes(id)) requireSender(module, name.local)
    removeType(module, name.local, mail.includes(id) ? 'email' : id)
    for (const { node, parent } of usesOf(module, name.local)) {
      const isCalled = (parent as Partial<CallExpression>).callee === node
      const isBare = !isCalled && isElement(...aroundCasts(module, node, parent))
      module.edits.update(node.start, node.end, isBare ? `${local}()` : local)
    }
  }
}

/** Imports a function for a provider of Auth.js. If the provider has the same name, its import is replaced. */
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
 * Turns inline provider objects into providers. An object without a literal id is left unchanged, and the
 * compiler reports it.
 */
export function nameObjects(module: EditedModule, elements: readonly (Node | null)[]): void {
  for (const element of elements) {
    const object = element && bare(element)
    if (object?.type !== 'ObjectExpression') continue
    const id = stringOf(propertyNamed(object as ObjectExpression, 'id')?.value)
    if (id === undefined) continue
    const named = addImport(module, 'withId', 'authwright/providers/with-id')
    module.edits.appendLeft(object.start, `${named}(${module.quote}${id}${module.quote}, `)
    module.edits.appendRight(object.end, ')')
  }
}

/** Adds type assertions to variables: the sender and the server of mails are required, but a variable may be `undefined`. */
function requireSender(module: EditedModule, local: string): void {
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

/** Removes a `type` that only repeats the type of the function, because its options have no `type`. */
function removeType(module: EditedModule, local: string, type: string): void {
  for (const { arguments: given } of callsOf(module, local)) {
    const options = given[0] && bare(given[0])
    if (options?.type !== 'ObjectExpression') continue
    const { properties } = options as ObjectExpression
    const repeated = propertyNamed(options as ObjectExpression, 'type')
    if (!repeated || stringOf(repeated.value) !== type) continue
    const index = properties.indexOf(repeated)
    const [before, after] = [properties[index - 1], properties[index + 1]]
    if (after) module.edits.remove(repeated.start, after.start)
    else module.edits.remove(before?.end ?? repeated.start, repeated.end)
  }
}

/** Whether `Email` of Auth.js sends by SMTP: then `nodemailer()` replaces it and gets its id. */
function nameSmtp(module: EditedModule, { local }: ImportedName): boolean {
  const given = usesOf(module, local).map(({ parent }) => (parent as Partial<CallExpression>).arguments?.[0])
  const smtp = given
    .map((argument) => argument && bare(argument))
    .filter((options): options is ObjectExpression => options?.type === 'ObjectExpression')
    .filter((options) => propertyNamed(options, 'server'))
  for (const options of smtp) {
    if (propertyNamed(options, 'id')) continue
    const id = `id: ${module.quote}email${module.quote},`
    module.edits.appendLeft(options.properties[0]?.start ?? options.start + 1, id + gap(module, options))
  }
  return smtp.length > 0
}

/** The parent of an expression with the casts that it is written with, and that expression. */
function aroundCasts(
  { program }: EditedModule,
  node: Node,
  parent: Node,
): readonly [parent: Node, node: Node] {
  if (bare(parent) === parent) return [parent, node]
  const above = [...placedNodes(program)].find((placed) => placed.node === parent)
  return above ? aroundCasts({ program } as EditedModule, parent, above.parent) : [parent, node]
}

function isElement(parent: Node, node: Node): boolean {
  const {
    elements = [],
    right,
    consequent,
  } = parent as Node & {
    elements?: readonly Node[]
    right?: Node
    consequent?: Node
  }
  return elements.includes(node) || right === node || consequent === node
}

/**
 * Moves the fields of each credentials provider to `input`. Returns `false` if a provider has fields that
 * the source does not name.
 */
function nameFields(module: EditedModule, { local }: ImportedName): boolean {
  const calls = usesOf(module, local).map(({ parent }) => parent as CallExpression)
  const options = calls.map((call) => call.arguments?.[0]).map((argument) => argument && bare(argument))
  if (options.some((object) => object?.type !== 'ObjectExpression')) return false
  const named = (options as unknown as readonly ObjectExpression[]).map((object) => {
    const fields = propertyNamed(object, 'credentials')
    const written = fields?.value.type === 'ObjectExpression' ? (fields.value as ObjectExpression) : undefined
    if (fields && (!written || written.properties.length > 0)) return { object, fields, source: undefined }
    return { object, fields, source: sourceOfFields(module, object) }
  })
  const unnamed = named.find(({ fields, source }) => source === undefined && (!fields || isEmpty(fields)))
  if (unnamed) {
    leaveTodo(module, unnamed.object, 'name the fields of the form under input.', 'credentials')
    return false
  }
  for (const { object, fields, source } of named) {
    if (source === undefined && fields) module.edits.overwrite(fields.key.start, fields.key.end, 'input')
    else if (fields) module.edits.overwrite(fields.start, fields.end, `input: ${source}`)
    else
      module.edits.appendLeft(
        object.properties[0]?.start ?? object.start + 1,
        `input: ${source},${gap(module, object)}`,
      )
  }
  return true
}

function isEmpty({ value }: Property): boolean {
  return value.type === 'ObjectExpression' && value.properties.length === 0
}

/**
 * The fields that `authorize` reads if the options list none: from its parameter, its destructuring, or the
 * schema that parses it.
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
          if (/^safe/.test(parserOf(value))) results.add(nameOf(id) ?? '')
          else if (id.type === 'ObjectPattern') for (const name of keysOf(id)) names.add(name)
          else aliases.add(nameOf(id) ?? '')
        }
        const schema = parsedBy(module, value, aliases)
        if (schema) for (const name of schema) names.add(name)
        if (isInput && id.type === 'ObjectPattern') for (const name of keysOf(id)) names.add(name)
        else if (isInput && nameOf(id)) aliases.add(nameOf(id) ?? '')
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
      if (isOfData || aliases.has(nameOf(bare(owner)) ?? '')) names.add(nameOf(property) ?? '')
    }
  }
  names.delete('')
  if (names.size === 0) return undefined
  const isSecret = /password|secret|code|otp|token/i
  const fields = [...names].map((name) =>
    isSecret.test(name) ? `${name}: { type: ${module.quote}password${module.quote} }` : `${name}: {}`,
  )
  return `{ ${fields.join(', ')} }`
}

/** The name of the method of a schema in a call, such as `safeParse`. */
function parserOf(call: Node): string {
  return nameOf((call as Node & { callee?: Node & { property?: Node } }).callee?.property) ?? ''
}

function isParsed(value: Node, inputs: ReadonlySet<string>): boolean {
  const [argument] = (value as Node & { arguments?: readonly Node[] }).arguments ?? []
  return argument !== undefined && inputs.has(nameOf(bare(argument)) ?? '') && /parse/i.test(parserOf(value))
}

/** The keys of `z.object({ … })`, written in place or as a constant of the module, that the input is parsed with. */
function parsedBy(
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

/**
 * Casts ids to provider ids. The builder's `signIn` accepts only the ids of its providers, and the source
 * may not show an id, such as a `string` property.
 */
export function assertProviderIds(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/[.][cm]?tsx?$/.test(file)) continue
    sources.edit(file, (module) => {
      const names = importedNames(module)
      const signIn = names.find(({ imported, from }) => {
        const target = sources.resolve(file, from)
        if (target === undefined) return false
        const declared = declarationOf(sources, target, imported)
        if (declared?.name !== 'signIn' || !isNextChain(sources.read(declared.file) ?? '')) return false
        return declarationOf(sources, target, 'auth')?.file === declared.file
      })
      if (signIn === undefined) return
      for (const { arguments: given } of callsOf(module, signIn.local)) {
        const [id] = given
        if (id === undefined || isLiteral(id)) continue
        const type = addImport(module, 'type ProviderIdOf', 'authwright').replace(/^type /, '')
        const auth = addImport(module, 'auth', signIn.from)
        const isSimple = /^(?:Identifier|MemberExpression|CallExpression)$/.test(id.type)
        if (!isSimple) module.edits.appendLeft(id.start, '(')
        module.edits.appendLeft(id.end, `${isSimple ? '' : ')'} as ${type}<typeof ${auth}>`)
      }
    })
  }
}

/**
 * A test that casts a function of the chain to a mock, `auth as jest.Mock`. The two types differ too much
 * for a single `as`.
 */
export function assertMocks(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/\bas (?:jest|vi)[.]?Mock|\bas Mock/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const locals = importedNames(module)
        .filter(({ imported, from }) => {
          const target = sources.resolve(file, from)
          return (
            ['auth', 'signIn', 'signOut'].includes(imported) &&
            target !== undefined &&
            isNextChain(sources.read(target) ?? '')
          )
        })
        .map(({ local }) => local)
      for (const node of nodesOf(module.program)) {
        const { expression, typeAnnotation } = node as Node & { expression?: Node; typeAnnotation?: Node }
        if ((node as Node).type !== 'TSAsExpression' || !expression || !typeAnnotation) continue
        if (!locals.includes(nameOf(expression) ?? '')) continue
        const type = module.text.slice(typeAnnotation.start, typeAnnotation.end)
        if (/^(?:(?:jest|vi)[.])?Mock/.test(type)) module.edits.appendLeft(expression.end, ' as unknown')
      }
    })
  }
}

/** Whether the source has a chain, or extends that of another module. */
function isNextChain(text: string): boolean {
  return (
    text.includes('.build()') && !/authwright\/(?:sveltekit|solid-start)/.test(text) && /\bauth\b/.test(text)
  )
}

/** A string, or an expression that already declares its type. */
function isLiteral(node: CallExpression['arguments'][number]): boolean {
  const { name } = node as Node & { name?: string }
  return stringOf(node) !== undefined || name === 'undefined' || /^(?:Spread|TS)/.test(node.type)
}
