import path from 'node:path'
import type { Node, ObjectExpression } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, isNamed, keyOf, nameOf } from '../edit/nodes.js'
import { declarationOf, mayImport } from './exports.js'
import { isWithin, shadowsOf } from './scopes.js'
import { aliasesOf, type Sources } from './sources.js'
import { callsOf, importedNames, specifiersOf, usesOf } from './syntax.js'

/** An object that configurations extend, such as the export of `auth.config.ts` in Auth.js 5. */
export interface Base {
  readonly file: string
  /** The name of the constant. `default` for a default export that is not a constant. */
  readonly name: string
  /** The keys of the properties whose values are not empty. */
  readonly keys: readonly string[]
}

export function findBase(
  sources: Sources,
  file: string,
  module: EditedModule,
  local: string,
): Base | undefined {
  const imported = importedNames(module).find((each) => each.local === local)
  if (imported === undefined) return describe(module, file, local)
  const from = sources.resolve(file, imported.from)
  const declared = from === undefined ? undefined : declarationOf(sources, from, imported.imported)
  return declared && sources.inspect(declared.file, (other) => describe(other, declared.file, declared.name))
}

function describe(module: EditedModule, file: string, name: string): Base | undefined {
  const object = objectOf(module, name)?.object
  if (!object || object.properties.some((each) => each.type !== 'Property' || !keyOf(each))) return undefined
  const keys = object.properties.flatMap((property) =>
    property.type === 'Property' && !isEmpty(property.value) ? (keyOf(property) ?? []) : [],
  )
  return { file, name, keys }
}

/**
 * Whether a chain with more steps can extend the base. In a chain, callbacks and events must come after the steps that
 * change their types, such as a provider or an adapter.
 */
export function canExtend({ keys }: Base, added: readonly string[]): boolean {
  if (added.some((key) => keys.includes(key))) return false
  if (!keys.includes('callbacks') && !keys.includes('events')) return true
  return !added.some((key) => ['providers', 'adapter', 'session', 'jwt', 'callbacks', 'events'].includes(key))
}

function isEmpty(value: Node): boolean {
  const { elements, properties } = bare(value) as Node & {
    elements?: readonly Node[]
    properties?: readonly Node[]
  }
  return (elements ?? properties)?.length === 0
}

/** `start` and `end` include a type annotation. `isDeclared` is whether the object is the value of a constant. */
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
      const { start, end } = statement.declaration
      const object = bare(statement.declaration)
      if (object.type !== 'ObjectExpression') return undefined
      return { object: object as ObjectExpression, start, end, isDeclared: false }
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

/** Whether the project uses a base only in `NextAuth(base)` and `NextAuth({ ...base })` of other modules. */
export function isBaseOnly(
  sources: Sources,
  base: Base,
  creatorsOf: (module: EditedModule) => ReadonlySet<string>,
): boolean {
  let isOnly = true
  for (const file of [base.file, ...importersOf(sources, base.file)]) {
    const isParsed = sources.inspect(file, (module) => {
      const isBase = (specifier: unknown) => sources.resolve(file, String(specifier)) === base.file
      const names = importedNames(module).filter(({ from }) => isBase(from))
      // Any other specifier is part of a re-export, an `import()`, a `require()` or a mock.
      const isByName = [...specifiersOf(module)]
        .filter(({ value }) => isBase(value))
        .every(({ node }) => names.some(({ declaration }) => declaration.source === node))
      const locals = names
        .filter(
          ({ imported }) =>
            imported === '*' || declarationOf(sources, base.file, imported)?.name === base.name,
        )
        .map(({ local }) => local)
      const configurations = [...creatorsOf(module)]
        .flatMap((name) => callsOf(module, name))
        .flatMap(({ arguments: [first] }) => (first ? bare(first) : []))
      const uses = [...locals, ...(file === base.file ? [base.name] : [])].flatMap((each) =>
        usesOf(module, each),
      )
      isOnly &&=
        isByName &&
        uses.every(({ node, parent }) =>
          file === base.file
            ? /^Export(?:DefaultDeclaration|Specifier)$/.test(parent.type)
            : configurations.some((each) => each === node || hasSpread(each, parent)),
        )
      return true
    })
    if (!isParsed && mayImport(sources, file, base)) isOnly = false
  }
  return isOnly
}

/** The files that may import a file. For an index file, this includes the files in its folder, which may import it as `.`. */
export function importersOf(sources: Sources, file: string): readonly string[] {
  const name = path.posix.basename(file.replace(/(?:\/index)?[.]\w+$/, ''))
  const folder = /(?:^|\/)index[.]\w+$/.test(file) ? file.slice(0, file.lastIndexOf('/') + 1) : undefined
  const beside = sources.mentioning('').filter((each) => folder !== undefined && each.startsWith(folder))
  const words = [name, ...aliasesOf(sources.project, file)]
  return [...new Set([...words.flatMap(sources.mentioning), ...beside])]
}

function hasSpread(object: Node, spread: Node): boolean {
  return (
    object.type === 'ObjectExpression' && (object as ObjectExpression).properties.includes(spread as never)
  )
}

/** Whether a base has providers, and an adapter if a provider needs one. */
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

/** The local name of the base in `NextAuth(base)` or `NextAuth({ ...base })`. */
export function baseName(module: EditedModule, argument: Node): string | undefined {
  if (argument.type !== 'ObjectExpression') return globalName(module, argument)
  const spreads = (argument as ObjectExpression).properties.filter((each) => each.type === 'SpreadElement')
  const [spread] = spreads
  return spreads.length === 1 && spread ? globalName(module, bare(spread.argument)) : undefined
}

/** Returns `undefined` for a parameter or a variable of a function. */
export function globalName(module: EditedModule, node: Node): string | undefined {
  const name = nameOf(node)
  return name === undefined || isWithin(node, shadowsOf(module, name)) ? undefined : name
}
