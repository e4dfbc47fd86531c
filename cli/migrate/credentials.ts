import type { Node, ObjectExpression, ThrowStatement } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import type { Sources } from './sources.js'
import {
  bare,
  callsOf,
  gap,
  importedNames,
  keysOf,
  leaveTodo,
  nameOf,
  propertyNamed,
  propertyOf,
} from './syntax.js'

const source = /^(?:next-auth|@auth\/[\w-]+|authwright\/compat)\/providers\/credentials$/
const heading = 'credentials'

/**
 * Leaves a comment where `authorize` reads arguments that it does not receive (fields of Auth.js, and the request of
 * `next-auth` 4), and where it throws an `Error`. `next-auth` 4 showed the message of such an error in the form. Its
 * applications get the option that does the same.
 */
export function leaveAuthorize(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/providers\/credentials['"]/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { imported, from, local } of importedNames(module)) {
        if (imported !== 'default' || !source.test(from)) continue
        for (const { arguments: given } of callsOf(module, local)) {
          const options = given[0] && bare(given[0])
          if (options?.type === 'ObjectExpression')
            leaveIn(module, options as ObjectExpression, sources.isVersion4)
        }
      }
    })
  }
}

function leaveIn(module: EditedModule, options: ObjectExpression, isLegacy: boolean): void {
  const fields = propertyNamed(options, 'credentials')?.value
  for (const name of ['callbackUrl', 'csrfToken']) {
    const field = fields?.type === 'ObjectExpression' && propertyNamed(fields as ObjectExpression, name)
    if (field)
      leaveTodo(module, field, `authorize() receives no ${name}: give the field another name.`, heading)
  }
  const authorize = functionOf(module, propertyNamed(options, 'authorize')?.value)
  const { params = [], body } = (authorize ?? {}) as Node & { params?: readonly Node[]; body?: Node }
  const thrown = (body ? [...nodesOf(body)] : []).filter(throwsError)
  for (const node of thrown)
    leaveTodo(module, node, 'return null, or throw a CredentialsSignin with a code.', heading)
  const [first] = options.properties
  if (isLegacy && thrown.length > 0 && first && !propertyNamed(options, 'exposeErrors'))
    module.edits.appendLeft(first.start, `exposeErrors: true,${gap(module, options)}`)
  const request = params[1]
  if (!isLegacy || !request || !body) return
  const message = 'the request of authorize() is a web-standard Request.'
  const legacy = ['body', 'headers', 'query']
  if (request.type === 'ObjectPattern' && keysOf(request).some((key) => legacy.includes(key))) {
    leaveTodo(module, request, message, heading)
  }
  for (const node of nodesOf(body)) {
    const { object } = node as Node & { object?: Node }
    const isRead = object && nameOf(bare(object)) !== undefined && nameOf(bare(object)) === nameOf(request)
    if (!isRead || !legacy.includes(propertyOf(node) ?? '')) continue
    leaveTodo(module, node, message, heading)
    return
  }
}

function throwsError(node: Node): boolean {
  if (node.type !== 'ThrowStatement') return false
  const thrown = bare((node as ThrowStatement).argument) as Node & { callee?: Node }
  return nameOf(thrown.callee) === 'Error'
}

/** The function of a property, or the function that it names: a declaration or a constant of the module. */
function functionOf({ program }: EditedModule, value: Node | undefined): Node | undefined {
  const name = nameOf(value)
  if (name === undefined) return value
  for (const statement of program.body) {
    const { declaration } = statement as Node & { declaration?: Node | null }
    const declared = declaration ?? statement
    const { id, declarations = [] } = declared as Node & {
      id?: Node
      declarations?: readonly { id: Node; init?: Node | null }[]
    }
    if (declared.type === 'FunctionDeclaration' && nameOf(id) === name) return declared
    const constant = declarations.find((each) => nameOf(each.id) === name)
    if (constant) return constant.init ? bare(constant.init) : undefined
  }
  return undefined
}
