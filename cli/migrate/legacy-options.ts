import type { Node } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, nameOf, stringOf } from '../edit/nodes.js'
import { testFiles } from '../project/project.js'
import { callWithoutRequest } from './call-without-request.js'
import { removeUnused } from './edits.js'
import { originOf } from './exports.js'
import {
  appendInstance,
  creatorOf,
  entry,
  type InstanceModule,
  isDestructured,
  routes,
} from './instance-module.js'
import { routeHandlers } from './route-handlers.js'
import { isWithin, shadowsOf } from './scopes.js'
import { onlyInVersion4, type Sources } from './sources.js'
import { splitRoute } from './split-route.js'
import { callsOf, importedNames, leaveTodo } from './syntax.js'
import { useHandlers } from './use-handlers.js'

const message = 'export the handlers of your configuration.'
const heading = 'a-function-of-the-request'

export function makeInstance(sources: Sources): InstanceModule | undefined {
  const files = sources.files().filter((file) => !testFiles.test(file) && !/[.]d[.]ts$/.test(file))
  for (const file of files) {
    if (!routes.test(file)) continue
    sources.edit(file, leaveRequired)
    let unused: ReadonlySet<string> = new Set()
    sources.edit(file, (module) => {
      const create = creatorOf(module)
      if (create !== undefined) unused = callWithoutRequest(module, create)
    })
    sources.edit(file, (module) => removeUnused(module, ({ local }) => unused.has(local)))
  }
  const route = files.find((file) => routes.test(file) && isLegacyRoute(sources, file))
  if (!route && !files.some((file) => onlyInVersion4.test(sources.read(file) ?? ''))) return undefined
  let instance: InstanceModule | undefined
  const options = route ? optionsOfRoute(sources, route) : undefined
  if (route && options?.file === route) instance = splitRoute(sources, route, options.name)
  else if (options) instance = appendInstance(sources, options.file, options.name)
  else {
    for (const file of files) if (file !== route) instance ??= appendInstance(sources, file)
    if (route) instance ??= splitRoute(sources, route)
  }
  if (route && sources.read(route) !== undefined) useHandlers(sources, route, instance)
  for (const file of files) {
    if (instance && file !== route && file !== instance.file && createsHandlers(sources, file, instance)) {
      useHandlers(sources, file, instance)
    }
  }
  return instance
}

const anyRoute = /(?:^|\/)(?:pages\/api\/.+|app\/(?:.+\/)?route)[.][cm]?[jt]sx?$/

/** Leaves a comment at a remaining call of `NextAuth()`, because its result in Authwright is not a function that Next.js can call. */
export function leaveRoutes(sources: Sources): void {
  for (const file of sources.files()) {
    const mayCreateHandlers = sources.isVersion4 || anyRoute.test(file)
    if (!mayCreateHandlers || sources.read(file)?.includes(`#${heading}`)) continue
    sources.edit(file, (module) => {
      const create = creatorOf(module)
      if (create === undefined || isDestructured(module)) return
      // With version 4, a module other than the route may create the handlers, so every call counts.
      const [call] = sources.isVersion4
        ? callsOf(module, create)
        : (routeHandlers(module, create)?.calls ?? [])
      if (call) leaveTodo(module, call, message, heading)
    })
  }
}

/** Leaves a comment at `require('next-auth')`. The exports of such a route cannot be found, so the route stays unchanged. */
function leaveRequired(module: EditedModule): void {
  for (const node of nodesOf(module.program)) {
    const { callee, arguments: args = [] } = node as Node & { callee?: Node; arguments?: readonly Node[] }
    if (nameOf(callee) !== 'require' || !entry.test(stringOf(args[0]) ?? '')) continue
    leaveTodo(module, node, message, heading)
  }
}

interface RouteOptions {
  readonly file: string
  /** `undefined` if the options are written in the call, or are declared inside a function. */
  readonly name: string | undefined
}

function optionsOfRoute(sources: Sources, route: string): RouteOptions | undefined {
  let found: RouteOptions | undefined
  sources.edit(route, (module) => {
    const create = creatorOf(module)
    const call = create === undefined ? undefined : callsOf(module, create)[0]
    const last = call?.arguments.at(-1)
    const options = last && bare(last)
    // If a route creates its options for each request, they may differ from the options with which sessions
    // are read.
    const isWhole = options?.type === 'Identifier' || call?.arguments.length === 1
    if (!options || !isWhole) return
    const name = nameOf(options)
    const isGlobal = name !== undefined && !isWithin(options, shadowsOf(module, name))
    found = isGlobal ? originOf(sources, route, module, options) : { file: route, name: undefined }
  })
  return found
}

function isLegacyRoute(sources: Sources, file: string): boolean {
  if (!/from ['"]next-auth/.test(sources.read(file) ?? '')) return false
  let isLegacy = true
  sources.edit(file, (module) => {
    isLegacy = !isDestructured(module)
  })
  return isLegacy
}

/** Whether a module other than the route creates handlers, such as an unused route. */
function createsHandlers(sources: Sources, file: string, instance: InstanceModule): boolean {
  if (!/\b(?:GET|POST)\b|export default/.test(sources.read(file) ?? '')) return false
  let isFound = false
  sources.edit(file, (module) => {
    const create = creatorOf(module)
    const argument = create === undefined ? undefined : callsOf(module, create)[0]?.arguments[0]
    const local = argument && nameOf(bare(argument))
    isFound = importedNames(module).some(
      (each) => each.local === local && sources.resolve(file, each.from) === instance.file,
    )
  })
  return isFound
}
