import type { CallExpression, Expression, Node, ObjectExpression, Property } from 'acorn'
import { addImport, addTypeImport, type EditedModule, nodesOf } from '../edit/module.js'
import { bare, keyOf, nameOf, propertyNamed, stringOf } from '../edit/nodes.js'
import { removeUnused } from './edits.js'
import type { InstanceModule } from './instance-module.js'
import { isTypeScript, type Sources } from './sources.js'
import {
  callsOf,
  freeName,
  functionsAround,
  type ImportedName,
  importedNames,
  leaveTodo,
  localOf,
  objectKeys,
  placedNodes,
  propertyOf,
  specifiersOf,
  usesOf,
} from './syntax.js'
import { isOptions } from './use-handlers.js'

const server = /^next-auth(?:\/next)?$/
const heading = 'reading-the-session'
const message = 'read the session with auth() of your configuration.'
const readers: readonly string[] = ['getServerSession', 'unstable_getServerSession']

export function useInstance(sources: Sources, instance: InstanceModule | undefined): void {
  for (const file of sources.files()) {
    if (!/getServerSession|getSession/.test(sources.read(file) ?? '')) continue
    sources.edit(file, leaveReaders)
    const options = new Set<string>()
    sources.edit(file, (module) => {
      for (const name of importedNames(module)) {
        const isServer = isServerReader(name)
        const isClient = isClientReader(name)
        if (!isServer && !isClient) continue
        const { local } = name
        const calls = callsOf(module, local)
        const other = isServer
          ? usesOf(module, local).find(({ node }) => !calls.some(({ callee }) => callee === node))
          : undefined
        if (other) leaveTodo(module, other.node, message, heading)
        for (const call of calls) {
          if (isClient && call.arguments.length === 0) continue
          if (isClient && hasBrowserOptions(call)) {
            leaveTodo(module, call, 'getSession() takes no options: remove them.', heading)
            continue
          }
          const runsInBrowser = isClient && /getInitialProps/.test(beforeFunction(module, call))
          const args = runsInBrowser
            ? undefined
            : isServer
              ? readerArguments(module, file, call)
              : clientArguments(module, file, call)
          const passedOptions = isServer ? optionsIn(call) : undefined
          const areOthers =
            instance && passedOptions && !isOptions(sources, file, module, instance, passedOptions)
          if (instance === undefined || args === undefined || areOthers) {
            leaveTodo(module, call, message, heading)
            continue
          }
          const auth =
            file === instance.file
              ? instance.auth
              : addImport(module, instance.auth, sources.project.specifier(file, instance.file), [
                  freeName(module, [instance.auth, 'readSession', 'getAuthSession']),
                ])
          const last = nameOf(call.arguments.at(-1))
          if (isServer && last !== undefined) options.add(last)
          // Type arguments are removed.
          module.edits.overwrite(call.start, call.end, `${auth}(${args})`)
        }
      }
    })
    sources.edit(file, (module) => {
      removeUnused(module, (name) => isServerReader(name) || isClientReader(name) || options.has(name.local))
    })
  }
}

function isServerReader({ from, imported }: ImportedName): boolean {
  return server.test(from) && readers.includes(imported)
}

/** Whether an import is `getSession` of the client, which also works on the server. */
function isClientReader({ from, imported }: ImportedName): boolean {
  return /^next-auth\/(?:react|client)$/.test(from) && imported === 'getSession'
}

/** The options of `getServerSession(options)`, `getServerSession(req, res, options)` and `getServerSession(...args, options)`. */
function optionsIn({ arguments: args }: CallExpression): Node | undefined {
  const isRequest = args.length === 2 && args[0]?.type !== 'SpreadElement'
  return isRequest ? undefined : args.at(-1)
}

function leaveReaders(module: EditedModule): void {
  const namespaces = importedNames(module).filter(
    ({ imported, from }) => imported === '*' && server.test(from),
  )
  const otherLoads = [...specifiersOf(module)].filter(
    ({ node, value }) =>
      server.test(value) &&
      !module.program.body.some(
        (each) => each.type === 'ImportDeclaration' && each.start <= node.start && node.end <= each.end,
      ),
  )
  if (namespaces.length === 0 && otherLoads.length === 0) return
  for (const { node, parent } of placedNodes(module.program)) {
    const isMember = node.type === 'MemberExpression' && readers.includes(propertyOf(node) ?? '')
    const isKey = node.type === 'Property' && readers.includes(keyOf(node as Property) ?? '')
    if (isMember || isReExport(node, parent) || (isKey && parent.type === 'ObjectPattern'))
      leaveTodo(module, node, message, heading)
    else if (isKey) leaveTodo(module, node, 'mock auth() of your configuration.', heading)
  }
}

/** Whether a node re-exports a reader, such as `export { getServerSession } from 'next-auth'`. */
function isReExport(node: Node, parent: Node): boolean {
  const { source } = parent as Node & { source?: Node | null }
  const { local } = node as Node & { local?: Node }
  return (
    node.type === 'ExportSpecifier' &&
    server.test(stringOf(source) ?? '') &&
    readers.includes(nameOf(local) ?? '')
  )
}

/** The source before the outermost function, which contains the name to which the function is assigned. */
function beforeFunction(module: EditedModule, node: Node): string {
  const start = functionsAround(module, node).at(-1)?.start ?? 0
  return module.text.slice(Math.max(0, start - 80), start)
}

function readerArguments(module: EditedModule, file: string, call: CallExpression): string | undefined {
  const args = call.arguments as readonly Expression[]
  if (args.length < 2) return ''
  const isTyped = isTypeScript(file)
  const [spread] = call.arguments
  if (spread?.type === 'SpreadElement') {
    if (args.length > 2) return undefined
    const source = module.text.slice(spread.argument.start, spread.argument.end)
    // A function for both routers has a union of argument lists. No overload of `auth` accepts such a union.
    return isTyped ? `...(${source} as [])` : `...${source}`
  }
  const [request, response] = args.map((argument) => bare(argument))
  if (!request || !response || args.length > 3) return undefined
  const requestOwner = ownerOf(module, call, request, 'req')
  const responseOwner = ownerOf(module, call, response, 'res')
  const owner = requestOwner === responseOwner ? requestOwner : undefined
  const [req, res] = [request, response].map(({ start, end }) => module.text.slice(start, end))
  if (owner === undefined) return membersOf(module, file, call, [req, res])
  const context = contextType(module, call, (parameter) => nameOf(parameter) === owner)
  // If no function has a page context as its parameter, the request and the response come from another context, such as that of tRPC.
  if (isTyped && context === 'none') return `${req}, ${res}`
  if (!isTyped || context === 'complete') return owner
  return `${owner} as ${addTypeImport(module, 'GetServerSidePropsContext', 'next')}`
}

/** Request and response of an API route, or those that the parameter of `getServerSideProps` destructures. */
function membersOf(
  module: EditedModule,
  file: string,
  call: CallExpression,
  [req, res]: readonly (string | undefined)[],
): string {
  const isContext = (parameter: Node) =>
    parameter.type === 'ObjectPattern' &&
    localOf(parameter, 'req') === req &&
    localOf(parameter, 'res') === res
  if (!isTypeScript(file) || contextType(module, call, isContext) === 'none') return `${req}, ${res}`
  const type = addTypeImport(module, 'GetServerSidePropsContext', 'next')
  return `{ ${req === 'req' ? req : `req: ${req}`}, ${res === 'res' ? res : `res: ${res}`} } as ${type}`
}

/** The name of the object in `context.req`, or in `const { req } = context`. */
function ownerOf(module: EditedModule, call: Node, node: Node, name: string): string | undefined {
  const { object, property } = node as Node & { object?: Node; property?: Node }
  if (object) return nameOf(property) === name ? nameOf(object) : undefined
  const local = nameOf(node)
  for (const each of functionsAround(module, call).flatMap((around) => [...nodesOf(around)])) {
    const { id, init } = each as Node & { id?: Node | null; init?: Node | null }
    if (each.type !== 'VariableDeclarator' || id?.type !== 'ObjectPattern' || !init) continue
    if (local !== undefined && localOf(id, name) === local) return nameOf(bare(init))
  }
  return undefined
}

/** Returns `'partial'` if the parameter has only some members of a context of `getServerSideProps`. */
function contextType(
  module: EditedModule,
  node: Node,
  isContext: (parameter: Node) => boolean,
): 'complete' | 'partial' | 'none' {
  for (const around of functionsAround(module, node)) {
    const { params } = around as Node & { params: readonly Node[] }
    const parameter = params.find(isContext)
    if (parameter === undefined) continue
    const annotation = module.text.slice(parameter.start, parameter.end)
    if (/GetServerSidePropsContext(?!\s*\[)/.test(annotation)) return 'complete'
    const declared = module.text.slice(Math.max(0, around.start - 120), around.start)
    if (/:\s*GetServerSideProps\b[^=]*=\s*$/.test(declared)) return 'complete'
    if (/^\s*\)\s*(?:satisfies|as)\s+GetServerSideProps\b/.test(module.text.slice(around.end)))
      return 'complete'
    return /GetServerSidePropsContext|IncomingMessage/.test(annotation) ? 'partial' : 'none'
  }
  return 'none'
}

/** Whether a call has options for the browser, such as `{ broadcast: false }`. On a server, the options contain a request. */
function hasBrowserOptions({ arguments: [argument] }: CallExpression): boolean {
  const options = argument && bare(argument)
  if (options?.type !== 'ObjectExpression') return false
  return objectKeys(options as ObjectExpression).every((key) =>
    /^(?:event|triggerEvent|broadcast)$/.test(key),
  )
}

function clientArguments(module: EditedModule, file: string, call: CallExpression): string | undefined {
  const argument = bare(call.arguments[0] as Expression)
  const name = nameOf(argument)
  if (name !== undefined) return name
  if (argument.type !== 'ObjectExpression') return undefined
  const property = propertyNamed(argument as never, 'req')
  const request = property && bare(property.value)
  if (request === undefined) return undefined
  const context = ownerOf(module, call, request, 'req')
  if (context !== undefined) return context
  const [around] = functionsAround(module, call)
  const { params = [] } = (around ?? {}) as Node & { params?: readonly Node[] }
  const source = module.text.slice(request.start, request.end)
  const [first, second] = params
  if (nameOf(first) === source && nameOf(second) !== undefined) return `${source}, ${nameOf(second)}`
  const response = first?.type === 'ObjectPattern' ? localOf(first, 'res') : undefined
  return response === undefined ? undefined : membersOf(module, file, call, [source, response])
}
