import path from 'node:path'
import type { CallExpression, Node, ObjectExpression } from 'acorn'
import { addImport, type EditedModule, nodesOf } from '../edit/module.js'
import { callWithoutRequest } from './constant-options.js'
import { type Declared, originOf } from './exports.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Sources } from './sources.js'
import {
  bare,
  callsOf,
  endOfStatement,
  freeName,
  type ImportedName,
  importedNames,
  isNamed,
  leaveTodo,
  nameOf,
  propertyNamed,
  removeImports,
  specifiersOf,
  statementOf,
  stringOf,
  usesOf,
} from './syntax.js'

/** The module that makes the instance: what `getServerSession(authOptions)` becomes a call of. */
export interface InstanceModule {
  readonly file: string
  readonly auth: string
  readonly handlers: string
  /** The names of the options that it was made of, as `authOptions`. */
  readonly options: string | undefined
}

/** Code that only appears in sources of `next-auth` 4. */
const legacy = /\b(?:NextAuthOptions|AuthOptions|getServerSession)\b|['"]next-auth\/(?:next|middleware)['"]/
const entry = /^next-auth(?:\/next)?$/
const routes = /(?:^|\/)(pages\/api\/auth\/\[[.]{3}\w+\]|app\/(?:.+\/)?\[[.]{3}\w+\]\/route)[.][cm]?[jt]sx?$/

/** Makes an instance of the options of `next-auth` 4, and lets the route have its handlers. */
export function makeInstance(sources: Sources): InstanceModule | undefined {
  const files = sources.files().filter((file) => !/(?:^|[/.])(?:test|spec|stories)[/.]|[.]d[.]ts$/.test(file))
  for (const file of files) {
    if (!routes.test(file)) continue
    sources.edit(file, leaveRequired)
    sources.edit(file, (module) => {
      const create = creatorOf(module)
      if (create !== undefined) callWithoutRequest(module, create)
    })
  }
  const route = files.find((file) => routes.test(file) && isLegacyRoute(sources, file))
  if (!route && !files.some((file) => legacy.test(sources.read(file) ?? ''))) return undefined
  let instance: InstanceModule | undefined
  const given = route ? optionsOfRoute(sources, route) : undefined
  if (route && given?.file === route) instance = splitRoute(sources, route)
  else if (given) instance = appendInstance(sources, given.file, given.name)
  else {
    for (const file of files) if (file !== route) instance ??= appendInstance(sources, file)
    if (route) instance ??= splitRoute(sources, route)
  }
  if (route && sources.read(route) !== undefined) useHandlers(sources, route, instance)
  for (const file of files) {
    if (instance && file !== route && file !== instance.file && makesHandlers(sources, file, instance)) {
      useHandlers(sources, file, instance)
    }
  }
  return instance
}

/**
 * A route that loads `next-auth` with `require()` is left unchanged: the syntax does not show its exports.
 */
function leaveRequired(module: EditedModule): void {
  for (const node of nodesOf(module.program)) {
    const { callee, arguments: given = [] } = node as Node & { callee?: Node; arguments?: readonly Node[] }
    if (nameOf(callee) !== 'require' || !entry.test(stringOf(given[0]) ?? '')) continue
    leaveTodo(module, node, 'export the handlers of your configuration.', 'a-function-of-the-request')
  }
}

/** The declaration of a route's options: in the route, or in the module from which they are imported. */
function optionsOfRoute(sources: Sources, route: string): Declared | undefined {
  let found: Declared | undefined
  sources.edit(route, (module) => {
    const create = creatorOf(module)
    const call = create === undefined ? undefined : callsOf(module, create)[0]
    const last = call?.arguments.at(-1)
    const options = last && bare(last)
    // Options made for each request are not the options with which sessions are read.
    const isWhole = options?.type === 'Identifier' || call?.arguments.length === 1
    if (options && isWhole) found = originOf(sources, route, module, options)
  })
  return found
}

/** Whether a route calls `NextAuth()` without destructuring the result, as Auth.js 5 would. */
function isLegacyRoute(sources: Sources, file: string): boolean {
  if (!/from ['"]next-auth/.test(sources.read(file) ?? '')) return false
  let isLegacy = true
  sources.edit(file, (module) => {
    isLegacy = !isDestructured(module)
  })
  return isLegacy
}

function isDestructured(module: EditedModule): boolean {
  const create = creatorOf(module)
  if (create === undefined) return false
  return [...nodesOf(module.program)].some((node) => {
    const { id, init } = node as Node & { id?: Node; init?: (Node & { callee?: Node }) | null }
    return id?.type === 'ObjectPattern' && nameOf(init?.callee) === create
  })
}

/**
 * Whether a module other than the route creates handlers with the options of the instance, such as an unused
 * route.
 */
function makesHandlers(sources: Sources, file: string, instance: InstanceModule): boolean {
  if (!/\b(?:GET|POST)\b|export default/.test(sources.read(file) ?? '')) return false
  let isMade = false
  sources.edit(file, (module) => {
    const create = creatorOf(module)
    const argument = create === undefined ? undefined : callsOf(module, create)[0]?.arguments[0]
    const local = argument && nameOf(bare(argument))
    isMade = importedNames(module).some(
      (each) => each.local === local && sources.resolve(file, each.from) === instance.file,
    )
  })
  return isMade
}

/** The options as an object: a constant of the module with `providers`. */
function optionsOf(
  module: EditedModule,
  wanted?: string,
): { name: string; object: ObjectExpression; statement: Node } | undefined {
  const names = importedNames(module)
  const concerns = names.some(({ from }) => /^(?:next-auth|@auth\/core|@next-auth)(?:$|\/)/.test(from))
  const types = names
    .filter(({ imported }) => /^(?:NextAuthOptions|AuthOptions)$/.test(imported))
    .map(({ local }) => local)
  for (const statement of module.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const object = init && bare(init)
      if (id.type !== 'Identifier' || object?.type !== 'ObjectExpression') continue
      if (wanted !== undefined && id.name !== wanted) continue
      const isTyped = types.some((type) => module.text.slice(id.start, object.start).includes(type))
      const hasProviders = propertyNamed(object as ObjectExpression, 'providers') !== undefined
      if (isTyped || (concerns && hasProviders)) {
        return { name: id.name, object: object as ObjectExpression, statement }
      }
    }
  }
  return undefined
}

function appendInstance(sources: Sources, file: string, name?: string): InstanceModule | undefined {
  let made: InstanceModule | undefined
  sources.edit(file, (module) => {
    const options = optionsOf(module, name)
    const create = creatorOf(module)
    const calls = create === undefined ? [] : callsOf(module, create)
    if (options === undefined || isDestructured(module)) return
    if (calls.length > 0 && !routes.test(file)) {
      // `export const GET = NextAuth(options)`, which the route exports from here.
      const statements = calls.map((call) => statementOf(module, call))
      const names = statements.flatMap((statement) => (statement && handlerName(statement)) ?? [])
      const isHandler = calls.every(
        (call, index) =>
          isNamed(call.arguments[0], options.name) &&
          statements[index]?.type === 'ExportNamedDeclaration' &&
          declaredCount(statements[index]) === 1 &&
          /^(?:GET|POST)$/.test(names[index] ?? ''),
      )
      const [first, ...others] = statements
      if (!isHandler || !first) return
      for (const statement of others) {
        if (statement) module.edits.remove(statement.start, endOfStatement(module.text, statement.end))
      }
      const { statement, ...instance } = instanceOf(module, options.name)
      const { newline, end, edits } = module
      const handlers = `export const { ${names.join(', ')} } = ${instance.handlers}${end}`
      edits.overwrite(first.start, first.end, `${statement}${newline}${handlers}`)
      made = { file, options: options.name, ...instance }
      return
    }
    made = { file, options: options.name, ...exportInstance(module, options.name) }
  })
  return made
}

/** Appends the statement that makes the instance to the module. */
function exportInstance(module: EditedModule, options: string): { auth: string; handlers: string } {
  const { edits, newline, text } = module
  const { statement, ...names } = instanceOf(module, options)
  const gap = text.endsWith('\n') ? newline : newline + newline
  edits.append(`${gap}${statement}${newline}`)
  return names
}

/** `export const { handlers, auth, signIn, signOut } = NextAuth(options)`, under names that the module does not declare. */
function instanceOf(
  module: EditedModule,
  options: string,
): { statement: string; auth: string; handlers: string } {
  const known = importedNames(module).find(({ imported, from }) => imported === 'default' && entry.test(from))
  const create = known?.local ?? addImport(module, 'NextAuth', 'authwright/compat/next')
  const handlers = freeName(module, ['handlers', 'authHandlers'])
  const auth = freeName(module, ['auth', 'authenticate', 'authSession'])
  const rest = ['signIn', 'signOut'].filter((name) => freeName(module, [name]) === name)
  const names = [property('handlers', handlers), property('auth', auth), ...rest]
  const statement = `export const { ${names.join(', ')} } = ${create}(${options})${module.end}`
  return { statement, auth, handlers }
}

function property(name: string, local: string): string {
  return name === local ? name : `${name}: ${local}`
}

/** Options that are written in the route move to a separate module, for a route may export its handlers only. */
function splitRoute(sources: Sources, route: string): InstanceModule | undefined {
  const { project } = sources
  const extension = path.extname(route)
  const folders = [`${project.source}auth`, `${project.source}lib/auth`, `${project.source}lib/next-auth`]
  const file = folders
    .map((name) => name + extension)
    .find((name) => ['.ts', '.js', '.tsx'].every((end) => !sources.read(name.replace(/[.]\w+$/, end))))
  const text = sources.read(route)
  if (file === undefined || text === undefined) return undefined

  sources.write(file, text)
  let made: InstanceModule | undefined
  sources.edit(file, (module) => {
    const create = creatorOf(module)
    const calls = create === undefined ? [] : callsOf(module, create)
    const [call] = calls
    if (create === undefined || call?.arguments.length !== 1 || hasOwnHandler(module, create)) return
    const [argument] = call.arguments
    const options = optionsOf(module)
    const statement = statementOf(module, call)
    if (argument === undefined || statement === undefined) return
    const handler = handlerName(statement)
    if (
      argument.type === 'ObjectExpression' &&
      (handler !== undefined || statement.type === 'ExportDefaultDeclaration')
    ) {
      const semicolon = module.text[statement.end - 1] === ';' ? '' : module.end
      const names = ['handlers', 'auth', 'signIn', 'signOut'].filter(
        (name) => name === handler || freeName(module, [name]) === name,
      )
      module.edits.overwrite(statement.start, call.start, `export const { ${names.join(', ')} } = `)
      if (semicolon !== '') module.edits.appendLeft(call.end, semicolon)
      removeHandlers(module, handler, statement)
      made = { file, options: undefined, auth: 'auth', handlers: 'handlers' }
    } else if (options && calls.every((each) => isCallWith(each, options.name))) {
      for (const each of calls) {
        const holder = statementOf(module, each)
        if (holder === undefined) continue
        module.edits.remove(holder.start, endOfStatement(module.text, holder.end))
        removeHandlers(module, handlerName(holder), holder)
      }
      made = { file, options: options.name, ...exportInstance(module, options.name) }
    }
  })
  if (made === undefined) {
    sources.remove(file)
    // The handler is a function of the request: the instance reads sessions, and the handler is left to the user.
    return appendInstance(sources, route)
  }
  sources.edit(file, (module) => {
    for (const { node, value } of specifiersOf(module)) {
      if (!value.startsWith('.')) continue
      const target = path.posix.join(path.posix.dirname(route), value)
      const relative = path.posix.relative(path.posix.dirname(file), target)
      module.edits.overwrite(
        node.start + 1,
        node.end - 1,
        relative.startsWith('.') ? relative : `./${relative}`,
      )
    }
  })
  const moved = made
  for (const other of sources.files()) {
    if (other === route || other === file) continue
    sources.edit(other, (module) => {
      for (const { node, value } of specifiersOf(module)) {
        if (sources.resolve(other, value) !== route) continue
        module.edits.overwrite(node.start + 1, node.end - 1, project.specifier(other, moved.file))
      }
    })
  }
  sources.write(route, routeOf(sources, routeFile(route), made, text))
  if (routeFile(route) !== route) moveRoute(sources, route)
  return made
}

function isCallWith({ arguments: [argument, ...others] }: CallExpression, options: string): boolean {
  return argument !== undefined && others.length === 0 && isNamed(bare(argument), options)
}

function creatorOf(module: EditedModule): string | undefined {
  return importedNames(module).find(({ imported, from }) => imported === 'default' && entry.test(from))?.local
}

/** The constant with the result of `NextAuth()`, as in `const handler = NextAuth(…)`. */
function handlerName(statement: Node): string | undefined {
  const { declaration = statement } = statement as Node & { declaration?: Node }
  const { declarations } = declaration as Node & { declarations?: readonly { id: Node }[] }
  return nameOf(declarations?.[0]?.id)
}

function declaredCount(statement: Node): number {
  const { declaration = statement } = statement as Node & { declaration?: Node }
  return (declaration as Node & { declarations?: readonly Node[] }).declarations?.length ?? 0
}

/**
 * Whether the application has another handler besides the result of `NextAuth()`, such as `export async
 * function POST()`.
 */
function hasOwnHandler({ program }: EditedModule, create: string): boolean {
  return program.body.some((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'FunctionDeclaration') return isHandlerName(declaration.id)
    if (declaration?.type !== 'VariableDeclaration') return false
    return declaration.declarations.some(({ id, init }) => {
      const value = init && bare(init)
      const callee = nameOf((value as (Node & { callee?: Node }) | undefined)?.callee)
      return isHandlerName(id) && nameOf(value) === undefined && callee !== create
    })
  })
}

function isHandlerName(node: Node): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(nameOf(node) ?? '')
}

/** `export { handler as GET, handler as POST }`, and `export default handler`. */
function removeHandlers(module: EditedModule, handler: string | undefined, made: Node): void {
  if (handler === undefined) return
  for (const { node } of usesOf(module, handler)) {
    const statement = statementOf(module, node)
    if (statement && statement !== made && /^Export/.test(statement.type)) {
      const before = module.text.slice(0, statement.start).match(/\n[^\S\n]*\n$/) ? 1 : 0
      module.edits.remove(statement.start - before, endOfStatement(module.text, statement.end))
    }
  }
}

/** The App Router file that replaces a Pages Router route, whose functions take no web-standard request. */
function routeFile(route: string): string {
  if (!/(?:^|\/)pages\/api\//.test(route)) return route
  return route.replace(/(^|\/)pages\/(api\/auth\/\[[.]{3}\w+\])[.](?:[cm]?([jt])sx?)$/, '$1app/$2/route.$3s')
}

function moveRoute(sources: Sources, route: string): void {
  const text = sources.read(route)
  if (text === undefined) return
  sources.write(routeFile(route), text)
  sources.remove(route)
}

function routeOf(
  { project }: Sources,
  route: string,
  { file, handlers }: InstanceModule,
  before: string,
): string {
  const quote = /^\s*import\b.*"/m.test(before) ? '"' : "'"
  const end = /^\s*import\b.*;\s*$/m.test(before) ? ';' : ''
  const from = quote + project.specifier(route, file) + quote
  return `import { ${handlers} } from ${from}${end}\n\nexport const { GET, POST } = ${handlers}${end}\n`
}

/** The route that calls `NextAuth(options)` has the handlers of the instance in its place. */
function useHandlers(sources: Sources, route: string, instance: InstanceModule | undefined): void {
  let isSimple = false
  sources.edit(route, (module) => {
    const create = creatorOf(module)
    const call = create === undefined ? undefined : callsOf(module, create)[0]
    const statement = call && statementOf(module, call)
    if (call === undefined || statement === undefined) return
    const isAlone = !module.program.body.some(
      (node) =>
        node !== statement &&
        !/^(?:ImportDeclaration|Export(?:Named|Default)Declaration)$/.test(node.type) &&
        !(node.type === 'ExpressionStatement' && node.directive),
    )
    const isDirect = call.arguments.length === 1 && !/Function/.test(statementKind(statement, call))
    const heading = 'a-function-of-the-request'
    if (create !== undefined && isDirect && hasOwnHandler(module, create)) {
      leaveTodo(module, call, 'call the handlers of your configuration in your handler.', heading)
    } else if (
      instance &&
      isAlone &&
      isDirect &&
      isOptions(sources, route, module, instance, call.arguments[0])
    ) {
      isSimple = true
    } else {
      leaveTodo(
        module,
        call,
        'a route that calls NextAuth() with the request needs a function of the request.',
        heading,
      )
    }
  })
  if (!isSimple || instance === undefined) return
  const kept = keptExports(sources.read(route) ?? '')
  const target = routeFile(route)
  const text = routeOf(sources, target, instance, sources.read(route) ?? '')
  sources.write(route, kept === '' || target !== route ? text : `${text}${kept}`)
  if (target !== route) moveRoute(sources, route)
}

/** Whether an argument is the options of the instance. If its declaration is not found, the name decides. */
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

function statementKind(statement: Node, call: CallExpression): string {
  return [...nodesOf(statement)]
    .filter(({ type, start, end }) => /Function/.test(type) && start <= call.start && call.end <= end)
    .map(({ type }) => type)
    .join(' ')
}

/** Settings of a route, such as `export const dynamic = 'force-dynamic'`. */
function keptExports(text: string): string {
  const kept = text.match(/^export const (?:dynamic|revalidate|runtime|maxDuration|fetchCache)\b.*$/gm) ?? []
  return kept.map((line) => `${line}\n`).join('')
}

/**
 * Removes unused imports. Candidates are names that the migration replaces, because the markup of a component
 * may use others.
 */
export function removeUnused(module: EditedModule, isCandidate: (name: ImportedName) => boolean): void {
  const unused = importedNames(module).filter(
    (name) => isCandidate(name) && usesOf(module, name.local).length === 0,
  )
  if (unused.length > 0) removeImports(module, unused)
}
