import type { CallExpression, Node, ObjectExpression, ThrowStatement } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, nameOf, propertyNamed } from '../edit/nodes.js'
import { followed } from './exports.js'
import { reservedFields } from './form-fields.js'
import { isWithin } from './scopes.js'
import type { Place, Sources } from './sources.js'
import { callsOf, declaredValue, gap, importedNames, leaveTodo, propertyOf } from './syntax.js'

const credentialsModule = /^(?:next-auth|@auth\/[\w-]+|authwright\/compat)\/providers\/credentials$/
const heading = 'credentials'
const shownErrors =
  'Shows the messages of errors in forms, as next-auth 4 did. Remove it once authorize() throws only CredentialsSignin.'

/**
 * Leaves comments at reserved fields, at errors that `authorize` throws, and where it uses the request of
 * `next-auth` 4. Sets `exposeErrors`, because `next-auth` 4 showed the message of any error in the form.
 */
export function leaveAuthorize(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/providers\/credentials['"]/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { imported, from, local } of importedNames(module)) {
        if (imported !== 'default' || !credentialsModule.test(from)) continue
        for (const { arguments: args } of callsOf(module, local)) {
          const options = declaredValue(module, args[0])
          if (options?.type === 'ObjectExpression')
            leaveIn({ sources, file, module }, options as ObjectExpression)
        }
      }
    })
  }
}

function leaveIn(place: Place, options: ObjectExpression): void {
  leaveReserved(place.module, options)
  const authorize = propertyNamed(options, 'authorize')?.value
  if (!authorize) return
  leaveErrors(place, options, authorize)
  if (place.sources.isVersion4) leaveRequest(place, authorize)
}

function leaveReserved(module: EditedModule, options: ObjectExpression): void {
  const fields = declaredValue(module, propertyNamed(options, 'credentials')?.value)
  for (const name of reservedFields) {
    const field = fields?.type === 'ObjectExpression' && propertyNamed(fields as ObjectExpression, name)
    if (field)
      leaveTodo(module, field, `authorize() receives no ${name}: give the field another name.`, heading)
  }
}

function leaveErrors(place: Place, options: ObjectExpression, authorize: Node): void {
  const { module, sources } = place
  const shown = declaredValue(module, authorize)
  const isPlain = (node: ThrowStatement | CallExpression): boolean =>
    nameOf((errorOf(node) as { callee?: Node } | undefined)?.callee) === 'Error'
  for (const node of shown ? errorsIn(shown) : []) {
    if (sources.isVersion4 ? isOther(place, node) : isPlain(node))
      leaveTodo(module, node, 'return null, or throw a CredentialsSignin with a code.', heading)
  }
  const [first] = options.properties
  if (!sources.isVersion4 || !first || propertyNamed(options, 'exposeErrors')) return
  const found = followed(place, authorize)
  if (found && isFunction(found.value) && !mayThrow(found.place, found.value)) return
  const space = gap(module, options)
  const comment = space === ' ' ? `/* ${shownErrors} */` : `// ${shownErrors}`
  module.edits.appendLeft(first.start, `exposeErrors: true, ${comment}${space}`)
}

/** Leaves a comment at the first use of the request, or at `authorize` if its function is not in this module. */
function leaveRequest(place: Place, authorize: Node): void {
  const found = followed(place, authorize)
  const use = found && isFunction(found.value) ? useOfRequest(found.value) : authorize
  if (!use) return
  const node = found?.place.file === place.file ? use : authorize
  leaveTodo(place.module, node, 'the request of authorize() is a web-standard Request.', heading)
}

function useOfRequest(authorize: Node): Node | undefined {
  const { params, body } = authorize as Node & { params: readonly Node[]; body: Node }
  const request = params.find(({ type }, index) => index === 1 || type === 'RestElement')
  const name = nameOf(request)
  return name === undefined ? request : [...nodesOf(body)].find((node) => isNamed(node, name))
}

/**
 * Whether code may throw an error other than `CredentialsSignin`. Looks into functions that are called by name, but not into methods and
 * packages.
 */
function mayThrow(place: Place, code: Node, seen = new Set<string>()): boolean {
  if (errorsIn(code).some((node) => isOther(place, node))) return true
  return [...nodesOf(code)].some((node) => {
    const { callee } = node as Node & { callee?: Node }
    const called = node.type === 'CallExpression' && nameOf(callee) !== undefined && callee
    const found = called ? followed(place, called) : undefined
    const key = `${found?.place.file} ${found?.value.start}`
    if (!found || !isFunction(found.value) || seen.has(key)) return false
    seen.add(key)
    return mayThrow(found.place, found.value, seen)
  })
}

function errorsIn(code: Node): readonly (ThrowStatement | CallExpression)[] {
  return [...nodesOf(code)].filter(throws).filter((node) => !isCaught(node, code))
}

/** Whether a `try` statement of the same function catches the error. */
function isCaught(node: ThrowStatement | CallExpression, code: Node): boolean {
  const around = [...nodesOf(code)].filter((each) => isWithin(node, [each]))
  const own = around.slice(around.map(isFunction).lastIndexOf(true) + 1)
  return (
    node.type === 'ThrowStatement' &&
    own.some((each) => {
      const { handler, block } = each as Node & { handler?: Node | null; block?: Node }
      return handler && block && isWithin(node, [block])
    })
  )
}

function isFunction({ type }: Node): boolean {
  return /Function/.test(type)
}

function isOther(place: Place, node: ThrowStatement | CallExpression): boolean {
  const { callee } = (errorOf(node) ?? {}) as Node & { callee?: Node }
  return !isCredentialsSignin(place, callee)
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
  place: Place,
  value: Node | null | undefined,
  seen: readonly string[] = [],
): boolean {
  const name = nameOf(value)
  if (!value || name === undefined) return propertyOf(value) === 'CredentialsSignin'
  const found = followed(place, value)
  if (!found)
    return importedNames(place.module).some(
      ({ local, imported }) => local === name && imported === 'CredentialsSignin',
    )
  const { superClass } = found.value as Node & { superClass?: Node | null }
  const key = `${found.place.file} ${found.value.start}`
  return !seen.includes(key) && isCredentialsSignin(found.place, superClass, [...seen, key])
}
