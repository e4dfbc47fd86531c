import type { Node, ObjectExpression, Property } from 'acorn'
import { type EditedModule, nodesOf, tryParseModule } from '../edit/module.js'
import { bare, boundNames, nameOf, propertyNamed, stringOf } from '../edit/nodes.js'
import { declarationOf } from './exports.js'
import { isWithin, shadowsOf } from './scopes.js'
import { type Sources, scriptTag } from './sources.js'
import { importedNames, leaveTodo, propertyOf } from './syntax.js'

const optionIndexes: Readonly<Record<string, number>> = { signIn: 1, signOut: 0 }

interface Calls {
  /** The index of the argument with the options, by local function name. */
  readonly options: Map<string, number>
  /** Variables that are objects with `callbackUrl`. */
  readonly variables: Set<string>
  /** Variables whose values the module shows, so that they cannot contain a hidden `callbackUrl`. */
  readonly known: Set<string>
  /** The local names of functions that run on the server. */
  readonly server: Set<string>
}

/** Renames `callbackUrl` in calls of the clients for Svelte and Solid, and of the server functions for Next.js. */
export function renameTargets(sources: Sources): void {
  if (sources.mentioning('callbackUrl').length === 0) return
  for (const file of sources.files()) renameInFile(sources, file)
}

function renameInFile(sources: Sources, file: string): void {
  const calls: Calls = { options: new Map(), variables: new Set(), known: new Set(), server: new Set() }
  sources.edit(file, (module) => {
    readCalls(sources, file, module, calls)
  })
  if (calls.options.size === 0) return
  sources.edit(file, (module) => {
    // On the server, Auth.js reads only `redirectTo`.
    if (renameInCalls(module, calls)) {
      sources.notes.add(
        'On the server, signIn() and signOut() of Auth.js ignored callbackUrl. It was renamed to redirectTo, which takes effect: check the target.',
      )
    }
  })
  const text = sources.read(file) ?? ''
  if (!file.endsWith('.svelte')) return
  const after = text
    .split(new RegExp(`(${scriptTag}[\\s\\S]*?</script>)`))
    .map((part, index) => (index % 2 === 0 ? renameInMarkup(part, calls) : part))
    .join('')
  if (after !== text) sources.write(file, after)
}

function readCalls(
  sources: Sources,
  file: string,
  module: EditedModule,
  { options, variables, known, server }: Calls,
): void {
  const add = (local: string, name: string) => options.set(local, optionIndexes[name] ?? 0)
  const addServer = (local: string, name: string) => {
    add(local, name)
    server.add(local)
  }
  for (const [local, name] of functionsOfInstance(module)) addServer(local, name)
  for (const { imported, local, from } of importedNames(module)) {
    const isClient = /^authwright\/(?:svelte|solid)$/.test(from)
    const target = isClient ? undefined : sources.resolve(file, from)
    const names = imported === '*' ? Object.keys(optionIndexes) : [imported]
    for (const name of names) {
      const localName = imported === '*' ? `${local}.${name}` : local
      if (isClient && Object.hasOwn(optionIndexes, name)) add(localName, name)
      const found = target && exportedFunction(sources, target, name)
      if (found) addServer(localName, found)
    }
  }
  const unknown = new Set<string>()
  for (const node of nodesOf(module.program)) {
    const { id, init, left, right } = node as Node & Record<string, Node | null | undefined>
    const target =
      node.type === 'VariableDeclarator' ? id : node.type === 'AssignmentExpression' ? left : null
    const value = init ?? right
    const { object } = (target ?? {}) as { object?: Node }
    const name = nameOf(target) ?? (propertyOf(target) === 'callbackUrl' ? nameOf(object) : undefined)
    if (name === undefined || !value) continue
    if (object || optionsIn(value).some((each) => targetsOf(each).length > 0)) variables.add(name)
    if (unknownIn(value, known).length > 0) unknown.add(name)
    else known.add(name)
  }
  for (const name of unknown) known.delete(name)
}

function optionsIn(argument: Node): readonly Node[] {
  const node = bare(argument)
  const { left, right, consequent, alternate } = node as Node & Record<string, Node | undefined>
  if (node.type === 'LogicalExpression' && left && right) return [...optionsIn(left), ...optionsIn(right)]
  if (node.type === 'ConditionalExpression' && consequent && alternate) {
    return [...optionsIn(consequent), ...optionsIn(alternate)]
  }
  if (node.type === 'Identifier') return [node]
  if (node.type !== 'ObjectExpression') return []
  const spread = (node as ObjectExpression).properties.flatMap((each) =>
    each.type === 'SpreadElement' ? optionsIn(each.argument) : [],
  )
  return [node, ...spread]
}

/** The parts of an argument that may contain a `callbackUrl` that the module does not show. */
function unknownIn(argument: Node, known: ReadonlySet<string>): readonly Node[] {
  const node = bare(argument)
  const { left, right, operator, consequent, alternate } = node as Node &
    Record<'left' | 'right' | 'consequent' | 'alternate', Node | undefined> & { operator?: string }
  if (node.type === 'LogicalExpression' && left && right) {
    return [...(operator === '&&' ? [] : unknownIn(left, known)), ...unknownIn(right, known)]
  }
  if (node.type === 'ConditionalExpression' && consequent && alternate) {
    return [...unknownIn(consequent, known), ...unknownIn(alternate, known)]
  }
  if (node.type !== 'ObjectExpression') {
    const isKnown = node.type === 'Literal' || ['undefined', ...known].includes(nameOf(node) ?? '')
    return isKnown ? [] : [node]
  }
  const object = node as ObjectExpression
  const redirect = propertyNamed(object, 'redirect')?.value as (Node & { value?: unknown }) | undefined
  if (propertyNamed(object, 'redirectTo') || redirect?.value === false) return []
  return object.properties.flatMap((each) =>
    each.type === 'SpreadElement' ? unknownIn(each.argument, known) : [],
  )
}

function targetsOf(node: Node): readonly Property[] {
  if (node.type !== 'ObjectExpression') return []
  return (node as ObjectExpression).properties.filter(
    (each): each is Property =>
      each.type === 'Property' &&
      (stringOf(each.key) ?? (each.computed ? undefined : nameOf(each.key))) === 'callbackUrl',
  )
}

/** Returns whether a renamed option belongs to a call on the server. */
function renameInCalls(module: EditedModule, { options, variables, known, server }: Calls): boolean {
  const heading = 'what-changes'
  const shadows = new Map<string, readonly Node[]>()
  let isServer = false
  for (const call of nodesOf(module.program)) {
    const { callee, arguments: args } = call as Node & { callee?: Node; arguments?: readonly Node[] }
    if (call.type !== 'CallExpression' || !callee) continue
    const owner = nameOf((callee as Node & { object?: Node }).object)
    const localName = nameOf(callee) ?? `${owner}.${propertyOf(callee)}`
    const argument = args?.[options.get(localName) ?? -1]
    if (!argument) continue
    const local = owner ?? localName
    if (!shadows.has(local)) shadows.set(local, shadowsOf(module, local))
    if (isWithin(call, shadows.get(local) ?? [])) continue
    for (const node of server.has(localName) ? unknownIn(argument, known) : []) {
      if (variables.has(nameOf(node) ?? '')) continue
      const source = module.text.slice(node.start, node.end)
      const place = source.length > 60 || source.includes('\n') ? 'its options' : source
      const effect = 'takes effect now. Auth.js ignored it on the server: check the target.'
      leaveTodo(module, node, `a callbackUrl in ${place} ${effect}`, heading)
    }
    for (const node of optionsIn(argument)) {
      const name = nameOf(node)
      if (name !== undefined && variables.has(name)) {
        leaveTodo(module, node, `rename callbackUrl to redirectTo in ${name}.`, heading)
      }
      for (const target of targetsOf(node)) {
        const { start, end, type } = target.key
        if (propertyNamed(node as ObjectExpression, 'redirectTo')) {
          leaveTodo(module, target, 'remove callbackUrl: redirectTo sets the target.', heading)
          continue
        }
        isServer ||= server.has(localName)
        if (target.shorthand) module.edits.overwrite(target.start, target.end, 'redirectTo: callbackUrl')
        else if (type === 'Literal') module.edits.overwrite(start + 1, end - 1, 'redirectTo')
        else module.edits.overwrite(start, end, 'redirectTo')
      }
    }
  }
  return isServer
}

export function serverSignIns(sources: Sources, file: string, module: EditedModule): ReadonlySet<string> {
  const calls: Calls = { options: new Map(), variables: new Set(), known: new Set(), server: new Set() }
  readCalls(sources, file, module, calls)
  return new Set([...calls.server].filter((local) => calls.options.get(local) === optionIndexes['signIn']))
}

/** Returns the original names, by local name. */
function functionsOfInstance(module: EditedModule): ReadonlyMap<string, string> {
  const functions = new Map<string, string>()
  const creators = importedNames(module)
    .filter(
      ({ imported, from }) => from === 'authwright/compat/next' && /^(?:default|NextAuth)$/.test(imported),
    )
    .map(({ local }) => local)
  const instances = new Set<string>()
  const isInstance = (node: Node) => {
    const { callee } = node as Node & { callee?: Node }
    if (node.type !== 'CallExpression') return instances.has(nameOf(node) ?? '')
    // The chain may begin in another module.
    return creators.includes(nameOf(callee) ?? '') || propertyOf(callee) === 'build'
  }
  for (const statement of module.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const value = init && bare(init)
      if (!value) continue
      if (isInstance(value)) {
        if (id.type === 'Identifier') instances.add(id.name)
        if (id.type !== 'ObjectPattern') continue
        for (const property of id.properties) {
          const name = property.type === 'Property' ? (nameOf(property.key) ?? '') : ''
          const [local] = Object.hasOwn(optionIndexes, name) ? boundNames(property) : []
          if (local) functions.set(local, name)
        }
      } else if (propertyOf(value) !== undefined && id.type === 'Identifier') {
        const name = propertyOf(value) ?? ''
        if (Object.hasOwn(optionIndexes, name) && isInstance((value as Node & { object: Node }).object))
          functions.set(id.name, name)
      }
    }
  }
  return functions
}

function exportedFunction(sources: Sources, file: string, name: string): string | undefined {
  const declared = declarationOf(sources, file, name)
  let found: string | undefined
  if (declared) {
    sources.edit(declared.file, (module) => {
      found = functionsOfInstance(module).get(declared.name)
    })
  }
  return found
}

/** Renames options in markup. The end of a call is the first position up to which the source after the name can be parsed. */
function renameInMarkup(markup: string, calls: Calls): string {
  const names = [...calls.options.keys()].map((name) => name.replaceAll(/[.$]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\w$.])(?:${names})\\(`, 'g')
  let after = ''
  let done = 0
  for (const { index } of markup.matchAll(pattern)) {
    if (index < done) continue
    const found = parsedCall(markup.slice(index, index + MAX_CALL_LENGTH))
    if (found === undefined) continue
    renameInCalls(found, calls)
    after += markup.slice(done, index) + found.edits.toString().slice(prefix.length)
    done = index + found.text.length - prefix.length
  }
  return after + markup.slice(done)
}

const MAX_CALL_LENGTH = 2000

/**
 * This prefix is inserted before the call on the same line, so that comments are added inside the call, not above it.
 */
const prefix = '0;'

function parsedCall(text: string): EditedModule | undefined {
  for (const { index } of text.matchAll(/\)/g)) {
    const parsed = tryParseModule('markup.ts', prefix + text.slice(0, index + 1))
    if (parsed) return parsed
  }
  return undefined
}
