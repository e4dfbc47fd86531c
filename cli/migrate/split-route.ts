import path from 'node:path'
import type { CallExpression } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { nameOf } from '../edit/nodes.js'
import { relativeSpecifier } from '../project/project.js'
import { removeStatement } from './edits.js'
import {
  appendInstance,
  creatorOf,
  exportInstance,
  type InstanceModule,
  isCallWith,
  optionsOf,
  patternOf,
} from './instance-module.js'
import { repointToSplit } from './repoint-imports.js'
import { hasOwnHandler, type RouteHandlers, removeExports, routeHandlers } from './route-handlers.js'
import { exportedNames, leaveConfig, settingsOf, takeSettings } from './route-settings.js'
import type { Sources } from './sources.js'
import { commentsIn, onlyDeclared, specifiersOf } from './syntax.js'

/**
 * A route may export only its handlers and settings, so the options move to a separate module.
 *
 * @param name - The name of the options. `undefined` if they are written in the call.
 */
export function splitRoute(sources: Sources, route: string, name?: string): InstanceModule | undefined {
  const file = freeFile(sources, path.extname(route))
  const text = sources.read(route)
  const format = sources.inspect(route, (module) => module)
  if (file === undefined || text === undefined || format === undefined) return undefined
  sources.write(file, text)
  const exports = exportsOf(sources, route)
  let instanceNames: InstanceNames | undefined
  let settings = ''
  sources.edit(file, (module) => {
    const statements = settingsOf(module)
    instanceNames = statements && createInModule(module, name)
    if (instanceNames && statements) settings = takeSettings(module, statements)
  })
  if (instanceNames === undefined) {
    sources.remove(file)
    // The route cannot be split. Sessions are read with the instance, and the user has to change the handler.
    return appendInstance(sources, route, name)
  }
  const target = routeFile(route)
  if (target !== route) sources.edit(file, leaveConfig)
  rebaseImports(sources, file, route)
  const instance = { file, ...instanceNames }
  sources.write(target, routeOf(sources, target, instance, format, settings))
  repointToSplit(sources, route, exports, {
    route: target,
    routeExports: exportsOf(sources, target),
    instance: file,
    instanceExports: exportsOf(sources, file),
  })
  if (target !== route) sources.remove(route)
  return instance
}

function exportsOf(sources: Sources, file: string): ReadonlySet<string> {
  return new Set(sources.inspect(file, ({ program }) => program.body.flatMap(exportedNames)))
}

function freeFile({ project, resolve }: Sources, extension: string): string | undefined {
  const names = [`${project.source}auth`, `${project.source}lib/auth`, `${project.source}lib/next-auth`]
  const name = names.find((each) => resolve('', `./${each}`) === undefined)
  return name && name + extension
}

type InstanceNames = Omit<InstanceModule, 'file'>

function createInModule(module: EditedModule, name: string | undefined): InstanceNames | undefined {
  const create = creatorOf(module)
  const found = create === undefined ? undefined : routeHandlers(module, create)
  if (create === undefined || !found || hasOwnHandler(module, create, found)) return undefined
  const options = optionsOf(module, name)
  const [call, ...others] = found.calls
  const [argument, ...more] = call?.arguments ?? []
  if (call && argument?.type === 'ObjectExpression' && more.length === 0 && others.length === 0) {
    return createFromObject(module, found, call)
  }
  if (!options || !found.calls.every((each) => isCallWith(each, options.name))) return undefined
  for (const statement of found.statements) removeStatement(module, statement)
  removeExports(module, found.exports)
  return { options: options.name, ...exportInstance(module, options.name) }
}

function createFromObject(
  module: EditedModule,
  { statements, exports }: RouteHandlers,
  call: CallExpression,
): InstanceNames | undefined {
  const { edits, newline, text } = module
  const [statement] = statements
  if (!statement) return undefined
  const handler = nameOf(onlyDeclared(statement)?.id)
  const { pattern, ...names } = patternOf(module, handler)
  const comments = commentsIn(module, statement, [call])
  edits.overwrite(statement.start, call.start, [...comments, `export const ${pattern} = `].join(newline))
  if (call.end < statement.end) edits.remove(call.end, statement.end)
  edits.appendLeft(call.end, text[statement.end - 1] === ';' ? ';' : module.end)
  removeExports(module, exports)
  return { options: undefined, ...names }
}

export function rebaseImports(sources: Sources, file: string, from: string): void {
  sources.edit(file, (module) => {
    for (const { node, value } of specifiersOf(module)) {
      if (!value.startsWith('.')) continue
      const target = path.posix.join(path.posix.dirname(from), value)
      const specifier = relativeSpecifier(path.posix.dirname(file), target)
      module.edits.overwrite(node.start + 1, node.end - 1, specifier)
    }
  })
}

/** Returns the file of the route in the App Router, because functions of the Pages Router do not receive a web-standard request. */
export function routeFile(route: string): string {
  return route.replace(
    /(^|\/)pages\/(api\/auth\/\[.+?\]+)(?:\/index)?[.][cm]?([jt])sx?$/,
    '$1app/$2/route.$3s',
  )
}

function routeOf(
  { project }: Sources,
  route: string,
  { file, handlers }: InstanceModule,
  { quote, end, newline }: EditedModule,
  settings: string,
): string {
  const imported = `import { ${handlers} } from ${quote}${project.specifier(route, file)}${quote}${end}`
  const exported = `export const { GET, POST } = ${handlers}${end}`
  return [imported, newline, settings, newline, exported, newline].join('')
}
