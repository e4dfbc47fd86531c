import type { CallExpression, Node, ObjectExpression } from 'acorn'
import { addImport, type EditedModule } from '../edit/module.js'
import { bare, propertyNamed, stringOf } from '../edit/nodes.js'
import { mailProviders } from '../mail.js'
import { readProvider } from '../providers.js'
import { renameUse } from './edits.js'
import { moveFields } from './form-fields.js'
import { isTypeScript, type Place } from './sources.js'
import { callsOf, commentsIn, gap, type ImportedName, importedNames, placedNodes, usesOf } from './syntax.js'

/** Providers that are not in `catalogue.json`. Their functions are named after their ids. */
const otherTypes: Readonly<Record<string, string>> = {
  credentials: 'credentials',
  passkey: 'webauthn',
  webauthn: 'webauthn',
  ...Object.fromEntries(mailProviders.map((id) => [id, 'email'])),
}

const providerModule = /^authwright\/compat\/providers\/([\w-]+)$/

interface ProviderFunction {
  readonly name: string
  readonly type: string
}

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

/** Wraps the providers that only Auth.js has with `withId()`. */
export function useFunctions(place: Place, functions: ReadonlyMap<string, ProviderFunction>): void {
  const { file, module } = place
  const parents = new Map([...placedNodes(module.program)].map(({ node, parent }) => [node, parent]))
  for (const { imported, from, local } of importedNames(module)) {
    const id = from.match(/^@auth\/core\/providers\/([\w-]+)$/)?.[1]
    if (id === undefined || imported !== 'default') continue
    const withId = addImport(module, 'withId', 'authwright/providers/with-id')
    for (const { node, parent } of usesOf(module, local)) {
      const isCalled = (parent as Partial<CallExpression>).callee === node
      const { start, end } = isCalled ? parent : node
      if (!isCalled && !isElement(parents, node)) continue
      const own = isCalled ? idInCall(parent as CallExpression) : undefined
      module.edits.appendLeft(start, `${withId}(${module.quote}${own ?? id}${module.quote}, `)
      module.edits.appendRight(end, ')')
    }
  }
  for (const name of importedNames(module)) {
    const id = name.from.match(providerModule)?.[1]
    const builder = id === undefined ? undefined : functions.get(id)
    if (id === undefined || builder === undefined || name.imported !== 'default') continue
    if (id === 'credentials' && !moveFields(place, name)) continue
    const isSmtp = id === 'email' && addEmailId(module, name)
    const local = isSmtp
      ? importFunction(module, name, 'nodemailer', 'nodemailer')
      : importFunction(module, name, builder.name, id)
    if (isTypeScript(file) && mailProviders.includes(id)) assertSender(module, name.local)
    removeType(module, name.local, builder.type)
    for (const use of usesOf(module, name.local)) {
      const { node, parent } = use
      const isCalled = (parent as Partial<CallExpression>).callee === node
      // The functions of the builder have other type parameters.
      const { typeArguments } = parent as Node & { typeArguments?: Node }
      if (isCalled && typeArguments) module.edits.remove(typeArguments.start, typeArguments.end)
      if (!isCalled && isElement(parents, node)) module.edits.update(node.start, node.end, `${local}()`)
      else renameUse(module, use, local)
    }
  }
}

/** The option `id`, with which Auth.js replaces the id of the provider. */
function idInCall({ arguments: [options] }: CallExpression): string | undefined {
  const object = options && bare(options)
  if (object?.type !== 'ObjectExpression') return undefined
  return stringOf(propertyNamed(object as ObjectExpression, 'id')?.value)
}

/** Returns the local name of the function. */
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
 * Wraps inline providers with `withId()`, so that the compiler knows their ids. An object without a literal id is left
 * unchanged, and the compiler reports it.
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
 * Adds type assertions to environment variables in the options `from` and `server`, which are required: the type of a
 * variable includes `undefined`.
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

/** Removes the option `type`, which the functions of the builder do not have. */
function removeType(module: EditedModule, local: string, type: string): void {
  for (const { arguments: args } of callsOf(module, local)) {
    const options = args[0] && bare(args[0])
    if (options?.type !== 'ObjectExpression') continue
    const { properties } = options as ObjectExpression
    const repeated = propertyNamed(options as ObjectExpression, 'type')
    if (!repeated || stringOf(repeated.value) !== type) continue
    const index = properties.indexOf(repeated)
    const [before, after] = [properties[index - 1], properties[index + 1]]
    const [start, end] = after
      ? [repeated.start, after.start]
      : // The option may be the only option, with a comma after it.
        before
        ? [before.end, repeated.end]
        : [repeated.start, options.end - 1]
    if (commentsIn(module, { start, end }).length === 0) {
      module.edits.remove(start, end)
      continue
    }
    // Comments around the option may belong to other options, so they stay.
    module.edits.remove(repeated.start, repeated.end)
    const toComma = module.text.slice(repeated.end).match(/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*,/)?.[0].length
    if (toComma) module.edits.remove(repeated.end + toComma - 1, repeated.end + toComma)
  }
}

/** Returns whether `Email` of Auth.js sends mail by SMTP. If so, `nodemailer()` replaces it, and gets the id `email`. */
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

/** Whether an expression is an element of an array, or a possible result of such an element. */
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
