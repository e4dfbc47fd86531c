import path from 'node:path'
import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { readsWhole } from './pieces.js'
import { aliasesOf, type Sources } from './sources.js'
import { bare, importedNames, isNamed, keyOf, nameOf, usesOf } from './syntax.js'

/**
 * A base: an object that configurations extend, such as the export of `auth.config.ts` in Auth.js 5. It
 * becomes a builder.
 */
export interface Base {
  readonly file: string
  /** `default` for a default export, otherwise the name of the constant. */
  readonly name: string
  /** The keys of its properties whose values are not empty. */
  readonly keys: readonly string[]
}

/** The base that a local name refers to: a constant of this module, or of the module that exports it. */
export function findBase(
  sources: Sources,
  file: string,
  module: EditedModule,
  local: string,
): Base | undefined {
  const imported = importedNames(module).find((each) => each.local === local)
  if (imported === undefined) return describe(module, file, local)
  const from = sources.resolve(file, imported.from)
  if (from === undefined) return undefined
  return sources.edit(from, (other) => describe(other, from, imported.imported))
}

/**
 * The base with a name in a module. `undefined` if it is not an object literal, or if it has spread or
 * computed keys.
 */
function describe(module: EditedModule, file: string, name: string): Base | undefined {
  const object = objectOf(module, name)?.object
  if (object?.properties.some(({ type }) => type !== 'Property') !== false) return undefined
  const keys = object.properties.flatMap((property) =>
    property.type === 'Property' && !isEmpty(property.value) ? (keyOf(property) ?? '') : [],
  )
  return keys.includes('') ? undefined : { file, name, keys }
}

/**
 * Whether a chain can add these properties to a base. A property must not be in both. After callbacks or
 * events, no step may follow that changes their types, such as a provider or an adapter.
 */
export function canExtend({ keys }: Base, added: readonly string[]): boolean {
  if (added.some((key) => keys.includes(key))) return false
  if (!keys.includes('callbacks') && !keys.includes('events')) return true
  return !added.some((key) => ['providers', 'adapter', 'session', 'jwt', 'callbacks', 'events'].includes(key))
}

/** Whether a value is an empty array or object. */
function isEmpty(value: Node): boolean {
  const { elements, properties } = bare(value) as Node & {
    elements?: readonly Node[]
    properties?: readonly Node[]
  }
  return (elements ?? properties)?.length === 0
}

/**
 * The object of a base, and the range of source that the builder replaces. The range includes a type
 * annotation. `isDeclared` is whether the object is the value of a constant.
 */
export function objectOf(
  { program }: EditedModule,
  name: string,
):
  | {
      readonly object: ObjectExpression
      readonly start: number
      readonly end: number
      readonly isDeclared: boolean
    }
  | undefined {
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
      const value = statement.declaration
      const object = bare(value)
      if (object.type === 'ObjectExpression') {
        return { object: object as ObjectExpression, start: value.start, end: value.end, isDeclared: false }
      }
      const local = nameOf(object)
      return local === undefined ? undefined : objectOf({ program } as EditedModule, local)
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const object = init && bare(init)
      if (!init || !isNamed(id, name) || object?.type !== 'ObjectExpression') continue
      return { object: object as ObjectExpression, start: id.start, end: init.end, isDeclared: true }
    }
  }
  return undefined
}

/**
 * Whether the project uses a base only to create instances: `NextAuth(base)` and `NextAuth({ ...base })`.
 *
 * @param creatorsOf - Returns the local names of functions that create instances, such as `NextAuth`.
 */
export function isBaseOnly(
  sources: Sources,
  base: Base,
  creatorsOf: (module: EditedModule) => ReadonlySet<string>,
): boolean {
  let isOnly = !isReadWhole(sources, base)
  for (const file of sources.files()) {
    const text = sources.read(file)
    if (!text) continue
    sources.edit(file, (module) => {
      const locals =
        file === base.file
          ? [base.name]
          : importedNames(module)
              .filter(
                ({ imported, from }) => imported === base.name && sources.resolve(file, from) === base.file,
              )
              .map(({ local }) => local)
      for (const local of locals) {
        const creators = creatorsOf(module)
        const uses = usesOf(module, local)
        const allowed = uses.filter(({ node, parent }) => {
          if (parent.type === 'ExportDefaultDeclaration') return true
          return [...nodesOf(module.program)].some((each) => {
            const { callee, arguments: args = [] } = each as Node & {
              callee?: Node
              arguments?: readonly Node[]
            }
            if (each.type !== 'CallExpression' || !creators.has(nameOf(callee) ?? '') || !args[0])
              return false
            const argument = bare(args[0])
            return argument === node || (parent.type === 'SpreadElement' && hasSpread(argument, parent))
          })
        })
        if (allowed.length !== uses.length) isOnly = false
      }
    })
  }
  return isOnly
}

/**
 * Whether a module imports all exports of the base's file as one object, and reads the base from it. Many
 * modules contain the word `default`, so for a default export, only modules that name the file are searched.
 */
function isReadWhole(sources: Sources, { file: from, name }: Base): boolean {
  const failures = new Set(sources.failures.keys())
  let isRead = false
  for (const file of name === 'default' ? importersOf(sources, from) : sources.mentioning(name)) {
    if (isRead || file === from) continue
    if (!/\b(?:import|require)\s*\(|\*\s*as\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      isRead = isRead || readsWhole(sources, file, module, from, name)
    })
  }
  for (const failed of sources.failures.keys()) if (!failures.has(failed)) sources.failures.delete(failed)
  return isRead
}

/**
 * The files that may import a module: those that contain its name or an alias of the module, and those in the
 * folder of an index file, which may import it as `.`.
 */
export function importersOf(sources: Sources, file: string): readonly string[] {
  const name = path.posix.basename(file.replace(/(?:\/index)?[.]\w+$/, ''))
  const folder = /(?:^|\/)index[.]\w+$/.test(file) ? file.slice(0, file.lastIndexOf('/') + 1) : undefined
  const beside = sources.mentioning('').filter((each) => folder !== undefined && each.startsWith(folder))
  const words = [name, ...aliasesOf(sources.project, file)]
  return [...new Set([...words.flatMap(sources.mentioning), ...beside])]
}

/** Whether an object literal directly contains a spread. */
function hasSpread(object: Node, spread: Node): boolean {
  return (
    object.type === 'ObjectExpression' && (object as ObjectExpression).properties.includes(spread as never)
  )
}

/**
 * Whether a base can be built without additions: it has providers, and an adapter if a provider needs one.
 */
export function standsAlone(sources: Sources, base: Base): boolean {
  const text = sources.read(base.file) ?? ''
  if (!base.keys.includes('providers')) return false
  return (
    base.keys.includes('adapter') ||
    !/providers\/(?:email|nodemailer|resend|sendgrid|postmark|mailgun|forwardemail|loops|passkey|webauthn)['"]/.test(
      text,
    )
  )
}

/**
 * The local name of the base in `NextAuth(base)` or `NextAuth({ ...base })`. `undefined` if there are several
 * spreads.
 */
export function baseName(argument: Node): string | undefined {
  const name = nameOf(argument)
  if (name !== undefined || argument.type !== 'ObjectExpression') return name
  const spreads = (argument as ObjectExpression).properties.filter((each) => each.type === 'SpreadElement')
  const [spread] = spreads
  return spreads.length === 1 && spread ? nameOf(bare(spread.argument)) : undefined
}
