import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import type { Sources } from './sources.js'
import {
  bare,
  callsOf,
  importedNames,
  keysOf,
  leaveTodo,
  nameOf,
  propertyNamed,
  propertyOf,
} from './syntax.js'

const source = /^(?:next-auth|@auth\/[\w-]+|authwright\/compat)\/providers\/credentials$/
const heading = 'credentials'

/** Leaves a comment where `authorize` reads what it does not receive: fields of Auth.js, and the request of `next-auth` 4. */
export function leaveAuthorize(sources: Sources): void {
  const { dependencies, devDependencies } = sources.project.manifest
  const isLegacy = /^[~^>=v]*4\b/.test({ ...devDependencies, ...dependencies }['next-auth'] ?? '')
  for (const file of sources.files()) {
    if (!/providers\/credentials['"]/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { imported, from, local } of importedNames(module)) {
        if (imported !== 'default' || !source.test(from)) continue
        for (const { arguments: given } of callsOf(module, local)) {
          const options = given[0] && bare(given[0])
          if (options?.type === 'ObjectExpression') leaveIn(module, options as ObjectExpression, isLegacy)
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
  const authorize = propertyNamed(options, 'authorize')?.value
  const { params = [], body } = (authorize ?? {}) as Node & { params?: readonly Node[]; body?: Node }
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
