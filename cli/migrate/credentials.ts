import type { CallExpression, Node, ObjectExpression, ThrowStatement } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, nameOf, propertyNamed } from '../edit/nodes.js'
import { originOf, valueNamed } from './exports.js'
import type { Place, Sources } from './sources.js'
import { callsOf, declaredValue, gap, importedNames, keysOf, leaveTodo, propertyOf } from './syntax.js'

const credentialsModule = /^(?:next-auth|@auth\/[\w-]+|authwright\/compat)\/providers\/credentials$/
const heading = 'credentials'
const shownErrors =
  'Shows the messages of errors in forms, as next-auth 4 did. Remove it once authorize() throws only CredentialsSignin.'

/** `next-auth` 4 showed the message of any error in the form, which needs the option `exposeErrors` here. */
export function leaveAuthorize(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/providers\/credentials['"]/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { imported, from, local } of importedNames(module)) {
        if (imported !== 'default' || !credentialsModule.test(from)) continue
        for (const { arguments: args } of callsOf(module, local)) {
          const options = args[0] && bare(args[0])
          if (options?.type === 'ObjectExpression')
            leaveIn(sources, file, module, options as ObjectExpression)
        }
      }
    })
  }
}

function leaveIn(sources: Sources, file: string, module: EditedModule, options: ObjectExpression): void {
  const isLegacy = sources.isVersion4
  const fields = declaredValue(module, propertyNamed(options, 'credentials')?.value)
  for (const name of ['callbackUrl', 'csrfToken']) {
    const field = fields?.type === 'ObjectExpression' && propertyNamed(fields as ObjectExpression, name)
    if (field)
      leaveTodo(module, field, `authorize() receives no ${name}: give the field another name.`, heading)
  }
  const value = propertyNamed(options, 'authorize')?.value
  const authorize = declaredValue(module, value)
  const { params = [], body } = (authorize ?? {}) as Node & { params?: readonly Node[]; body?: Node }
  const place = { sources, file, module }
  const thrown = (body ? errorsIn(body) : []).filter((node) => {
    const { callee } = (errorOf(node) ?? {}) as Node & { callee?: Node }
    return isLegacy ? isOther(place, node) : nameOf(callee) === 'Error'
  })
  for (const node of thrown)
    leaveTodo(module, node, 'return null, or throw a CredentialsSignin with a code.', heading)
  const [first] = options.properties
  const mayThrow = body ? thrown.length > 0 || callsThrower(place, body) : value && isThrower(place, value)
  if (isLegacy && mayThrow && first && !propertyNamed(options, 'exposeErrors')) {
    const space = gap(module, options)
    const comment = space === ' ' ? `/* ${shownErrors} */` : `// ${shownErrors}`
    module.edits.appendLeft(first.start, `exposeErrors: true, ${comment}${space}`)
  }
  const request = params[1]
  if (!isLegacy || !request || !body) return
  const message = 'the request of authorize() is a web-standard Request.'
  const legacyMembers = ['body', 'headers', 'query']
  if (request.type === 'ObjectPattern' && keysOf(request).some((key) => legacyMembers.includes(key))) {
    leaveTodo(module, request, message, heading)
  }
  for (const node of nodesOf(body)) {
    const { object } = node as Node & { object?: Node }
    const isRead = object && nameOf(bare(object)) !== undefined && nameOf(bare(object)) === nameOf(request)
    if (!isRead || !legacyMembers.includes(propertyOf(node) ?? '')) continue
    leaveTodo(module, node, message, heading)
    return
  }
}

function errorsIn(body: Node): readonly (ThrowStatement | CallExpression)[] {
  return [...nodesOf(body)].filter(throws)
}

/** Finds only functions that are called by their names. */
function callsThrower(place: Place, body: Node, seen = new Set<string>()): boolean {
  return [...nodesOf(body)].some((node) => {
    const { callee } = node as Node & { callee?: Node }
    return node.type === 'CallExpression' && callee !== undefined && isThrower(place, callee, seen)
  })
}

function isThrower(place: Place, callee: Node, seen = new Set<string>()): boolean {
  if (nameOf(callee) === undefined) return false
  const declared = originOf(place.sources, place.file, place.module, callee)
  const key = declared && `${declared.file} ${declared.name}`
  if (declared === undefined || key === undefined || seen.has(key)) return false
  seen.add(key)
  const throwsIn = (module: EditedModule): boolean => {
    const { body } = (valueNamed(module, declared.name) ?? {}) as { body?: Node }
    const called = { sources: place.sources, file: declared.file, module }
    return (
      body !== undefined &&
      (errorsIn(body).some((each) => isOther(called, each)) || callsThrower(called, body, seen))
    )
  }
  return declared.file === place.file
    ? throwsIn(place.module)
    : place.sources.inspect(declared.file, throwsIn) === true
}

function isOther({ sources, file, module }: Place, node: ThrowStatement | CallExpression): boolean {
  const { callee } = (errorOf(node) ?? {}) as Node & { callee?: Node }
  return !isCredentialsSignin(sources, file, module, callee)
}

function throws(node: Node): node is ThrowStatement | CallExpression {
  if (node.type === 'ThrowStatement') return true
  const { callee } = node as Node & { callee?: Node & { object?: Node } }
  return (
    node.type === 'CallExpression' && propertyOf(callee) === 'reject' && nameOf(callee?.object) === 'Promise'
  )
}

function errorOf(node: ThrowStatement | CallExpression): Node | undefined {
  const error = node.type === 'ThrowStatement' ? node.argument : node.arguments[0]
  return error && bare(error)
}

function isCredentialsSignin(
  sources: Sources,
  file: string,
  module: EditedModule,
  value: Node | null | undefined,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const name = nameOf(value)
  if (!value || name === undefined) return propertyOf(value) === 'CredentialsSignin'
  const declared = originOf(sources, file, module, value)
  if (!declared)
    return importedNames(module).some(
      ({ local, imported }) => local === name && imported === 'CredentialsSignin',
    )
  const key = `${declared.file} ${declared.name}`
  if (seen.has(key)) return false
  const isSubclass = sources.inspect(declared.file, (other) => {
    const superClass = superClassOf(other, declared.name)
    return (
      superClass && isCredentialsSignin(sources, declared.file, other, superClass, new Set([...seen, key]))
    )
  })
  return isSubclass === true
}

/** The name `default` is a default export that is not a variable. */
function superClassOf({ program }: EditedModule, name: string): Node | null | undefined {
  for (const node of nodesOf(program)) {
    const { id, declaration, superClass } = node as Node &
      Partial<Record<'id' | 'declaration' | 'superClass', Node | null>>
    if (node.type === 'ClassDeclaration' && nameOf(id) === name) return superClass
    if (node.type === 'ExportDefaultDeclaration' && name === 'default')
      return (declaration as Node & { superClass?: Node | null }).superClass
  }
  return undefined
}
