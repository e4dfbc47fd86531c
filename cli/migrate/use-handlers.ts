import type { Node } from 'acorn'
import { addImport, type EditedModule } from '../edit/module.js'
import { bare, nameOf } from '../edit/nodes.js'
import { importsOnlyIn, removeStatement, removeUnused, replaceStatement } from './edits.js'
import { originOf } from './exports.js'
import { creatorOf, type InstanceModule } from './instance-module.js'
import { repointImports } from './repoint-imports.js'
import { hasOwnHandler, type RouteHandlers, removeExports, routeHandlers } from './route-handlers.js'
import { leaveExports } from './route-settings.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Sources } from './sources.js'
import { rebaseImports, routeFile } from './split-route.js'
import { callsOf, functionsAround, importedNames, leaveTodo } from './syntax.js'

const heading = 'a-function-of-the-request'

export function useHandlers(sources: Sources, route: string, instance: InstanceModule | undefined): void {
  let isPossible = false
  sources.edit(route, (module) => {
    const problem = problemOf(sources, route, module, instance)
    const create = creatorOf(module)
    const call = create === undefined ? undefined : callsOf(module, create)[0]
    if (call && problem !== undefined) leaveTodo(module, call, problem, heading)
    isPossible = call !== undefined && problem === undefined
  })
  if (!isPossible || instance === undefined) return
  const file = routeFile(route)
  if (file !== route) moveRoute(sources, route, file)
  const unused = sources.edit(file, (module) => {
    const create = creatorOf(module)
    const found = create === undefined ? undefined : routeHandlers(module, create)
    if (!found) return undefined
    const removable = importsOnlyIn(module, found.statements)
    writeHandlers(module, found, instance, sources.project.specifier(file, instance.file))
    return removable
  })
  // This is a separate edit, because the first edit may insert imports directly after an import that is
  // removed here.
  if (unused) sources.edit(file, (module) => removeUnused(module, ({ local }) => unused.has(local)))
}

function problemOf(
  sources: Sources,
  route: string,
  module: EditedModule,
  instance: InstanceModule | undefined,
): string | undefined {
  const create = creatorOf(module)
  if (create === undefined) return undefined
  const calls = callsOf(module, create)
  const ofRequest =
    'a route that calls NextAuth() with the request needs a configuration that is a function of the request.'
  const isDirect = calls.every(
    (call) => call.arguments.length === 1 && functionsAround(module, call).length === 0,
  )
  if (!isDirect) return ofRequest
  const found = routeHandlers(module, create)
  if (!found || hasOwnHandler(module, create, found))
    return 'call the handlers of your configuration in your handler.'
  const areOptions =
    instance && calls.every((call) => isOptions(sources, route, module, instance, call.arguments[0]))
  return areOptions && isAlone(module, found)
    ? undefined
    : 'export the handlers of your configuration if it has the options of this route.'
}

/** Whether a route contains only its handlers, imports, exports, types and directives. Other code may change the options. */
function isAlone({ program }: EditedModule, { statements }: RouteHandlers): boolean {
  return program.body.every(
    (node) =>
      statements.includes(node) ||
      /^(?:Import|Export(?:Named|Default|All)|TSTypeAlias|TSInterface)Declaration$/.test(node.type) ||
      (node as Node & { declare?: boolean }).declare === true ||
      (node.type === 'ExpressionStatement' && node.directive !== undefined),
  )
}

function moveRoute(sources: Sources, route: string, file: string): void {
  sources.write(file, sources.read(route) ?? '')
  rebaseImports(sources, file, route)
  repointImports(sources, route, file)
  sources.remove(route)
  sources.edit(file, leaveExports)
}

function writeHandlers(
  module: EditedModule,
  { statements, exports }: RouteHandlers,
  instance: InstanceModule,
  from: string,
): void {
  const [first, ...others] = statements
  if (!first) return
  const handlers = addImport(module, instance.handlers, from, [instance.handlers, 'authHandlers'])
  replaceStatement(module, first, `export const { GET, POST } = ${handlers}${module.end}`)
  for (const statement of others) removeStatement(module, statement)
  removeExports(module, exports)
}

/** Whether an argument is the options of the instance. If the module of its import is not found, only the imported name is compared. */
export function isOptions(
  sources: Sources,
  file: string,
  module: EditedModule,
  { file: from, options }: InstanceModule,
  argument: Node | undefined,
): boolean {
  const node = argument && bare(argument)
  const name = nameOf(node)
  if (node === undefined || name === undefined || isWithin(node, shadowsOf(module, name))) return false
  const imported = importedNames(module).find(({ local }) => local === name)
  if (imported && sources.resolve(file, imported.from) === undefined) return imported.imported === options
  const declared = originOf(sources, file, module, node)
  return declared?.file === from && declared.name === options
}
