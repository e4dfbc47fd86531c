import type { CallExpression, Expression, Node, ObjectExpression } from 'acorn'
import { addImport, addTypeImport, type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, nameOf, propertyNamed } from '../edit/nodes.js'
import {
  type Base,
  baseName,
  canExtend,
  findBase,
  globalName,
  isBaseOnly,
  objectOf,
  standsAlone,
} from './base-configuration.js'
import { typeCallbacks } from './callback-types.js'
import { chainOf, configType, elementsOf, providersOf } from './chain-source.js'
import { removeImports, removeUnused } from './edits.js'
import { mayImport } from './exports.js'
import { importsOf, inlinePieces, inlineReads, readsWhole } from './inline-constants.js'
import { functionsOf, useFunctions, wrapObjects } from './providers.js'
import { withComments } from './route-settings.js'
import { isWithin } from './scopes.js'
import { isTypeScript, type Sources } from './sources.js'
import {
  callsOf,
  endOfStatement,
  type ImportedName,
  importedNames,
  leaveTodo,
  objectKeys,
  startWithEmptyLine,
  statementOf,
  usesOf,
} from './syntax.js'

const entries: Readonly<Record<string, { readonly names: readonly string[]; readonly entry: string }>> = {
  'authwright/compat/next': { names: ['default', 'NextAuth'], entry: 'authwright/next' },
  'authwright/compat/sveltekit': { names: ['SvelteKitAuth'], entry: 'authwright/sveltekit' },
  'authwright/compat/solid-start': { names: ['SolidAuth'], entry: 'authwright/solid-start' },
}

interface Instance {
  readonly call: CallExpression
  readonly entry: string
  readonly object: ObjectExpression | undefined
  /** The constant with the object, if the call does not contain it. */
  readonly constant: { readonly name: string; readonly statement: Node } | undefined
  /** The local name of the object that the configuration extends. */
  readonly base: string | undefined
}

interface Planned {
  readonly file: string
  readonly base: Base | undefined
}

export async function buildChains(sources: Sources): Promise<void> {
  const planned: Planned[] = []
  for (const file of sources.files()) {
    if (!/authwright\/compat\/(?:next|sveltekit|solid-start)/.test(sources.read(file) ?? '')) continue
    const reading = readWithPieces(sources, file)
    if (reading === undefined) continue
    if (reading.problem === undefined) planned.push({ file, base: reading.base })
    else {
      const { problem } = reading
      sources.edit(file, (module) => {
        const instance = findInstance(module)
        if (instance) leaveTodo(module, instance.call, problem, 'what-stays-an-object')
      })
    }
  }
  for (const { file } of planned) {
    const constant = sources.edit(file, (module) => findInstance(module)?.constant?.name)
    if (constant !== undefined) dropImports(sources, file, constant)
  }
  const before = new Map(filesOf(planned).map((file) => [file, sources.read(file) ?? '']))
  const writtenBases = new Set<string>()
  for (const { base, file } of planned) {
    if (base === undefined || writtenBases.has(keyOfBase(base))) continue
    writtenBases.add(keyOfBase(base))
    const entry = sources.edit(file, (module) => findInstance(module)?.entry) ?? ''
    await writeFunctions(sources, base.file, (module) => objectOf(module, base.name)?.object, entry)
    sources.edit(base.file, (module) => writeBase(module, base, entry))
  }
  const isAugmented = sources
    .files()
    .some((file) => /declare module[\s\S]*\binterface Session\b/.test(sources.read(file) ?? ''))
  for (const { file, base } of planned) {
    await writeFunctions(sources, file, (module) => findInstance(module)?.object, undefined)
    sources.edit(file, (module) =>
      writeChain(module, base, { isAugmented: isAugmented && isTypeScript(file) }),
    )
  }
  // Unusual source between the parts of a configuration can make the chain invalid. Such files get back their earlier
  // source.
  const unwritten = unwrittenOf(sources, planned)
  for (const file of unwritten) sources.write(file, before.get(file) ?? '')
  for (const { file } of planned) {
    if (!unwritten.has(file)) continue
    sources.edit(file, (module) => {
      const instance = findInstance(module)
      if (instance)
        leaveTodo(module, instance.call, 'write the configuration as a chain.', 'what-stays-an-object')
    })
  }
  for (const file of filesOf(planned)) {
    sources.edit(file, (module) => {
      removeUnused(module, isReplaced)
    })
  }
}

function isReplaced({ from, imported, local }: ImportedName): boolean {
  if (!/^(?:authwright\/compat|@auth\/core)\//.test(from)) return false
  const replaced = /^(?:default|NextAuth|SvelteKitAuth|SolidAuth|(?:NextAuth|SvelteKitAuth|SolidAuth)Config)$/
  return replaced.test(imported) || replaced.test(local)
}

function filesOf(planned: readonly Planned[]): readonly string[] {
  return [...new Set(planned.flatMap(({ file, base }) => [file, base?.file ?? file]))]
}

/**
 * The files that can no longer be parsed, the bases that they extend, and all other files that extend these
 * bases.
 */
function unwrittenOf(sources: Sources, planned: readonly Planned[]): ReadonlySet<string> {
  const unwritten = new Set<string>()
  for (const file of filesOf(planned)) {
    sources.edit(file, () => {})
    if (sources.failures.delete(file)) unwritten.add(file)
  }
  for (let size = -1; size < unwritten.size; ) {
    size = unwritten.size
    for (const each of planned) {
      const files = filesOf([each])
      if (files.some((file) => unwritten.has(file))) for (const file of files) unwritten.add(file)
    }
  }
  return unwritten
}

function keyOfBase({ file, name }: Base): string {
  return `${file} ${name}`
}

/**
 * `entryOfBase` is the entry point for the types of a base. It is `undefined` for a configuration, whose call
 * determines the entry point.
 */
async function writeFunctions(
  sources: Sources,
  file: string,
  objectIn: (module: EditedModule) => ObjectExpression | undefined,
  entryOfBase: string | undefined,
): Promise<void> {
  let reads: ReturnType<typeof functionsOf> | undefined
  sources.edit(file, (module) => {
    reads = functionsOf(module)
  })
  const functions = await reads
  sources.edit(file, (module) => {
    if (functions) useFunctions({ sources, file, module }, functions)
    const object = objectIn(module)
    const providers = object && propertyNamed(object, 'providers')?.value
    if (providers) wrapObjects(module, elementsOf(providers) ?? [])
    const pages = object && propertyNamed(object, 'pages')?.value
    if (pages?.type === 'ObjectExpression' && isTypeScript(file)) {
      assertPaths(module, pages as ObjectExpression)
    }
    const entry = entryOfBase ?? findInstance(module)?.entry
    if (entry && object && isTypeScript(file)) {
      const isWhole = entryOfBase === undefined && object.properties.every(({ type }) => type === 'Property')
      typeCallbacks(module, object, { entry, isWhole, declaresUser: declaresUser(sources) })
    }
  })
}

function declaresUser(sources: Sources): boolean {
  return sources
    .files()
    .some((file) =>
      /declare module[\s\S]*\binterface Session\b[\s\S]*\buser\s*:/.test(sources.read(file) ?? ''),
    )
}

interface Reading {
  readonly base: Base | undefined
  /** The reason why the configuration cannot become a chain. */
  readonly problem: string | undefined
}

/** Inlines constants of the module if the configuration can then become a chain. */
function readWithPieces(sources: Sources, file: string): Reading | undefined {
  const original = readInstance(sources, file)
  if (original?.problem === undefined) return original
  const failures = new Set(sources.failures.keys())
  const restore = inlineReads(sources, file, (module) => {
    const { object, constant } = findInstance(module) ?? {}
    return object && constant ? { name: constant.name, object } : undefined
  })
  const read = readInstance(sources, file)
  const before = sources.read(file)
  if (read?.problem === undefined || before === undefined) return read
  for (let isWritten = true; isWritten; ) {
    isWritten = false
    sources.edit(file, (module) => {
      const object = findInstance(module)?.object
      const isUsed = (name: string) => isUsedElsewhere(sources, file, module, name)
      if (object) isWritten = inlinePieces(module, object, isUsed)
    })
    const after = isWritten ? readInstance(sources, file) : undefined
    if (after && after.problem === undefined) return after
  }
  sources.write(file, before)
  restore()
  for (const failed of sources.failures.keys()) if (!failures.has(failed)) sources.failures.delete(failed)
  return original
}

/** Adds type assertions to the paths of pages, because the type of `pages` requires paths that start with `/`. */
function assertPaths(module: EditedModule, pages: ObjectExpression): void {
  for (const property of pages.properties) {
    if (property.type !== 'Property' || property.shorthand) continue
    if (!/^(?:Identifier|MemberExpression|CallExpression)$/.test(property.value.type)) continue
    module.edits.appendLeft(property.value.end, ` as \`/\${string}\``)
  }
}

function readInstance(sources: Sources, file: string): Reading | undefined {
  let found: Reading | undefined
  sources.edit(file, (module) => {
    const instance = findInstance(module)
    if (instance === undefined) return
    const base = instance.base === undefined ? undefined : baseOf(sources, file, module, instance.base)
    found = { base, problem: obstacle(sources, file, module, instance, base) }
  })
  return found
}

/** Returns `undefined` unless the base and every configuration that extends it can become a chain. */
function baseOf(sources: Sources, file: string, module: EditedModule, local: string): Base | undefined {
  const base = findBase(sources, file, module, local)
  if (!base || !isBaseOnly(sources, base, creatorsOf)) return undefined
  let isPossible = true
  sources.edit(base.file, (baseModule) => {
    const object = objectOf(baseModule, base.name)?.object
    isPossible = object !== undefined && problemOf(baseModule, object, { hasBase: false }) === undefined
  })
  for (const other of sources.files()) {
    if (!isPossible || !/authwright\/compat/.test(sources.read(other) ?? '')) continue
    sources.edit(other, (each) => {
      const instance = findInstance(each)
      const used = instance?.base === undefined ? undefined : findBase(sources, other, each, instance.base)
      if (!instance || !used || keyOfBase(used) !== keyOfBase(base)) return
      if (instance.object === undefined) isPossible &&= standsAlone(sources, base)
      else
        isPossible &&=
          canExtend(base, objectKeys(instance.object)) &&
          problemOf(each, instance.object, { hasBase: true }) === undefined
    })
  }
  return isPossible ? base : undefined
}

function creatorsOf(module: EditedModule): ReadonlySet<string> {
  return new Set(
    importedNames(module)
      .filter(({ imported, from }) => entries[from]?.names.includes(imported))
      .map(({ local }) => local),
  )
}

function findInstance(module: EditedModule): Instance | undefined {
  for (const { imported, local, from } of importedNames(module)) {
    const found = entries[from]
    if (found === undefined || !found.names.includes(imported)) continue
    const call = callsOf(module, local)[0]
    const argument = call?.arguments[0] && bare(call.arguments[0] as Expression)
    if (call?.arguments.length !== 1 || argument === undefined) continue
    const { entry } = found
    if (argument.type === 'ObjectExpression') {
      return {
        call,
        entry,
        object: argument as ObjectExpression,
        constant: undefined,
        base: baseName(module, argument),
      }
    }
    const name = globalName(module, argument)
    const constant = name === undefined ? undefined : constantOf(module, name)
    if (constant) return { call, entry, ...constant, base: baseName(module, constant.object) }
    return { call, entry, object: undefined, constant: undefined, base: name }
  }
  return undefined
}

function constantOf(
  module: EditedModule,
  name: string,
): { object: ObjectExpression; constant: { name: string; statement: Node } } | undefined {
  for (const statement of module.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) continue
    const [declared] = declaration.declarations
    const object = declared?.init && bare(declared.init)
    if (!declared || !isNamed(declared.id, name) || object?.type !== 'ObjectExpression') continue
    return { object: object as ObjectExpression, constant: { name, statement } }
  }
  return undefined
}

function obstacle(
  sources: Sources,
  file: string,
  module: EditedModule,
  { object, constant, base: local }: Instance,
  base: Base | undefined,
): string | undefined {
  if ([...creatorsOf(module)].flatMap((create) => callsOf(module, create)).length > 1) {
    return 'the module creates several instances: write a chain for each.'
  }
  if (local !== undefined && base === undefined) {
    return object
      ? 'the configuration combines several objects: write it as one chain.'
      : 'write the configuration as a chain.'
  }
  if (object === undefined) return base ? undefined : 'write the configuration as a chain.'
  if (base && !canExtend(base, objectKeys(object))) {
    return 'the configuration combines several objects: write it as one chain.'
  }
  if (constant && isUsedElsewhere(sources, file, module, constant.name)) {
    return `${constant.name} is used in other places, too: change them, and write a chain here.`
  }
  return problemOf(module, object, { hasBase: base !== undefined })
}

function problemOf(
  module: EditedModule,
  object: ObjectExpression,
  { hasBase }: { readonly hasBase: boolean },
): string | undefined {
  const spreads = object.properties.filter(({ type }) => type === 'SpreadElement')
  if (spreads.length > (hasBase ? 1 : 0)) {
    return 'the configuration combines several objects: write it as one chain.'
  }
  const keys = objectKeys(object)
  if (keys.includes('')) return 'the configuration has a computed key: write it as a chain.'
  if (new Set(keys).size < keys.length)
    return 'the configuration has two properties with the same key: remove one of them.'
  const providers = propertyNamed(object, 'providers')
  const elements = providers ? elementsOf(providers.value) : hasBase ? [] : undefined
  if (elements === undefined || elements.some((each) => each && providersOf(module, each) === undefined)) {
    return 'the list of providers is created elsewhere: write a step .provider() for each.'
  }
  const callbacks = propertyNamed(object, 'callbacks')?.value
  if (callbacks !== undefined && callbacks.type !== 'ObjectExpression') {
    return 'the callbacks are defined elsewhere: write them in the step .callbacks().'
  }
  const functions = (callbacks as ObjectExpression | undefined)?.properties ?? []
  if (functions.some(({ type }) => type === 'SpreadElement')) {
    return 'the callbacks combine several objects: write them in the step .callbacks().'
  }
  for (const name of ['jwt', 'session']) {
    const callback = callbacks && propertyNamed(callbacks as ObjectExpression, name)?.value
    if (callback && !/Function/.test(callback.type)) {
      return `the callback ${name} is defined elsewhere: write it in the step .callbacks().`
    }
  }
  return undefined
}

function isUsedElsewhere(sources: Sources, file: string, module: EditedModule, name: string): boolean {
  if (usesOf(module, name).length > 1) return true
  return sources
    .mentioning(name)
    .some(
      (other) =>
        other !== file &&
        (sources.inspect(
          other,
          (each) =>
            isReExported(sources, other, each, file, name) ||
            readsWhole(sources, other, each, file, name) ||
            importsOf(sources, other, each, file, name).some(({ local }) => usesOf(each, local).length > 0),
        ) ??
          mayImport(sources, other, { file, name })),
    )
}

function isReExported(sources: Sources, file: string, { program }: EditedModule, from: string, name: string) {
  return program.body.some(
    (node) =>
      node.type === 'ExportNamedDeclaration' &&
      node.specifiers.some(({ local }) => isNamed(local, name)) &&
      sources.resolve(file, String(node.source?.value)) === from,
  )
}

function dropImports(sources: Sources, from: string, name: string): void {
  for (const file of sources.mentioning(name)) {
    if (file === from) continue
    const unusedIn = (module: EditedModule) => importsOf(sources, file, module, from, name)
    if (sources.inspect(file, (module) => unusedIn(module).length > 0))
      sources.edit(file, (module) => removeImports(module, unusedIn(module)))
  }
}

function writeBase(module: EditedModule, { name }: Base, entry: string): void {
  const found = objectOf(module, name)
  if (!found) return
  const create = addImport(module, 'createAuth', entry)
  const chain = chainOf(module, `${create}()`, found.object, {
    replaced: [found],
    isWhole: false,
    hasOptions: true,
  })
  const declared = found.isDeclared ? `${name} = ` : ''
  module.edits.overwrite(found.start, found.end, declared + chain)
}

function writeChain(
  module: EditedModule,
  base: Base | undefined,
  { isAugmented }: { readonly isAugmented: boolean },
): void {
  const found = findInstance(module)
  if (!found) return
  const { call, entry, object, constant } = found
  const { text, edits } = module
  if (object === undefined) {
    if (!isAugmented || base?.keys.includes('callbacks'))
      edits.overwrite(call.start, call.end, `${found.base}.build()`)
    else {
      // The application declares fields of sessions that the base does not return. As with Auth.js, these
      // fields exist only in the types, so a callback asserts the type.
      const from = entry.replace('authwright/', 'authwright/compat/')
      const type = addTypeImport(module, 'Session', from)
      const callback = `session: ({ session }) => session as ${type}`
      edits.overwrite(call.start, call.end, `${found.base}.callbacks({ ${callback} }).build()`)
    }
    return
  }
  const start = base ? (found.base ?? '') : `${addImport(module, 'createAuth', entry)}()`
  const chain = chainOf(module, start, object, {
    replaced: constant ? [call, constant.statement] : [call],
    isWhole: true,
    hasOptions: base === undefined,
  })
  if (constant === undefined) {
    edits.overwrite(call.start, call.end, chain)
    return
  }
  const statement = statementOf(module, call)
  if (statement === undefined) return
  // The comment is the type of the configuration object. The chain has another type, so the comment is
  // removed.
  const typeComment = module.comments.find(
    (each) =>
      each.end <= constant.statement.start &&
      configType.test(text.slice(each.start, each.end)) &&
      text.slice(each.end, constant.statement.start).trim() === '',
  )
  if (typeComment) edits.remove(typeComment.start, constant.statement.start)
  const { start: above } = withComments(module, constant.statement)
  if (usesDeclaredBetween(module, constant.statement, statement, call)) {
    edits.overwrite(call.start, call.end, chain)
    edits.appendLeft(statement.start, text.slice(above, typeComment?.start ?? constant.statement.start))
    edits.remove(startWithEmptyLine(text, above), endOfStatement(text, constant.statement.end))
    return
  }
  // The statement with the call and its comments move to the place where the constant was.
  const moved = withComments(module, statement)
  const before = text.slice(moved.start, call.start)
  const after = text.slice(call.end, moved.end)
  edits.overwrite(constant.statement.start, constant.statement.end, before + chain + after)
  edits.remove(startWithEmptyLine(text, moved.start), endOfStatement(text, moved.end))
}

/** Whether a statement, outside of its call, uses a name that is declared between a constant and the statement. */
function usesDeclaredBetween(
  { program }: EditedModule,
  constant: Node,
  statement: Node,
  call: CallExpression,
): boolean {
  const between = program.body.filter(({ start, end }) => constant.end <= start && end <= statement.start)
  const declared = new Set(
    between
      .flatMap((each) => [...nodesOf(each)])
      .flatMap((each) => (each as Node & { id?: Node | null }).id ?? [])
      .flatMap((id) => [...nodesOf(id)])
      .flatMap((each) => nameOf(each) ?? []),
  )
  return [...nodesOf(statement)].some((node) => declared.has(nameOf(node) ?? '') && !isWithin(node, [call]))
}
