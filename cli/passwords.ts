import path from 'node:path'
import type { CallExpression, Node, ObjectExpression } from 'acorn'
import { CommandError } from './context.js'
import { adapterOf, addProviders, type Configuration, propertyOf, replaceAdapter } from './edit/chain.js'
import { addImports, type EditedModule, localName } from './edit/module.js'
import {
  importOf,
  referencesOf,
  removeImports,
  requireOf,
  soleImport,
  variablesIn,
} from './edit/references.js'
import { pagePath } from './package-files.js'
import type { Change } from './project/changes.js'
import { type Project, sourceFiles } from './project/project.js'
import { format, readStyle } from './project/style.js'
import {
  adapterModule,
  type PasswordFiles,
  passwordColumn,
  passwordProvidersModule,
  passwordsModule,
  usersModule,
} from './templates/passwords.js'
import { extensions } from './templates/plan.js'

const page = `"With sessions in a database" in ${pagePath('guides/own-passwords.md')}`

/** The adapter of the configuration as it will be: a module that exports it with the column for the hash. */
interface StoredUsers {
  /** The module of the adapter. */
  readonly file: string
  /** The name that it exports. */
  readonly name: string
  /** Its source, where it has to be written. */
  readonly source: string | undefined
}

/**
 * Adds the providers of docs/guides/own-passwords.md to the configuration, and returns the files that they need.
 *
 * @throws CommandError where the adapter cannot get the column, or where a file of the user has one of the names
 */
export async function addPasswords(
  project: Project,
  module: EditedModule,
  configuration: Configuration,
  authFile: string,
): Promise<readonly Change[]> {
  const fileOf = fileNames(project, authFile)
  const stored = storedUsers(project, module, configuration, authFile)
  const providers = project.specifier(authFile, fileOf('password-providers'))
  const read = new Set(referencesOf(configuration.steps.at(-1)?.call ?? configuration.root))
  const missing = ['password', 'signUp'].filter((name) => {
    const local = localName(module, name, (from) => from === providers)
    return local === undefined || !read.has(local)
  })
  const written: PasswordFiles = {
    typescript: /ts$/.test(fileOf('users')),
    passwords: project.specifier(fileOf('password-providers'), fileOf('passwords')),
    users: project.specifier(fileOf('password-providers'), fileOf('users')),
    adapter: project.specifier(fileOf('users'), stored.file),
    adapterName: stored.name,
  }
  const sources = [
    ...(stored.source === undefined ? [] : [{ file: stored.file, code: stored.source }]),
    { file: fileOf('passwords'), code: passwordsModule(written) },
    { file: fileOf('users'), code: usersModule(written) },
    { file: fileOf('password-providers'), code: passwordProvidersModule(written) },
  ]
  const isComplete = missing.length === 0 && stored.source === undefined
  const changes = await newFiles(project, sources, isComplete)

  if (stored.source !== undefined) {
    const local = importAdapter(module, configuration, project.specifier(authFile, stored.file))
    replaceAdapter(module, configuration, local)
  }
  const locals = addImports(module, missing, providers)
  if (locals.length > 0) addProviders(module, configuration, locals)
  return changes
}

/** What to do next: the built-in page has both forms, and a page of the user's needs them. */
export function passwordsNote(project: Project, { object, steps }: Configuration): string {
  const given = steps.find(({ name }) => name === 'pages')?.call.arguments[0]
  const pages = given ?? propertyOf(object, 'pages')?.value
  return pages?.type === 'ObjectExpression' && propertyOf(pages, 'signIn')
    ? `Add both forms to your sign-in page: see "A sign-in page of your own" in ${pagePath('pages.md')}.`
    : `Open ${project.origin}${project.basePath}/signin: it has a form for sign-in and one for sign-up.`
}

/** Files beside the module of the configuration, in its language. */
function fileNames(project: Project, authFile: string): (name: string) => string {
  const folder = path.posix.dirname(authFile)
  const [, written = ''] = authFile.match(/[.]([cm]?[jt]s)$/) ?? []
  const extension = /ts$|^mjs$/.test(written) ? written : extensions({ ...project, typescript: false }).code
  return (name) => path.posix.join(folder, `${name}.${extension}`)
}

/** The files that are missing. What a user has changed in a file stays once the configuration has all of its parts. */
async function newFiles(
  project: Project,
  sources: readonly { file: string; code: string }[],
  isComplete: boolean,
): Promise<readonly Change[]> {
  const style = readStyle(project)
  const changes: Change[] = []
  for (const { file, code } of sources) {
    const before = project.read(file)
    if (before !== undefined && isComplete) continue
    const after = await format(project, style, file, code)
    if (before === undefined) changes.push({ file, after, mode: 'create' })
    else if (unformatted(before) !== unformatted(after)) {
      throw new CommandError(
        `${file} is there already, with other content. Rename it and run the command again, or add the parts by hand: see ${page}. Nothing was written.`,
      )
    }
  }
  return changes
}

/** A source without what a formatter decides. */
function unformatted(source: string): string {
  return source.replaceAll(/[\s;]+|,(?=\s*[)\]}])/g, '').replaceAll('"', "'")
}

function storedUsers(
  project: Project,
  module: EditedModule,
  configuration: Configuration,
  authFile: string,
): StoredUsers {
  const adapter = adapterOf(configuration) as Node & { name?: string }
  if (adapter.type === 'Identifier') return importedAdapter(project, module, adapter.name ?? '', authFile)
  const move = `Move it to ${fileNames(project, authFile)('adapter')} as export const adapter, with the column passwordHash: 'text' among those of user, import it from there, and run the command again: see ${page}. Nothing was written.`
  const { callee, arguments: given = [] } = adapter as Partial<CallExpression>
  const called = callee?.type === 'Identifier' ? callee.name : ''
  const factory = ['sqlite', 'pg'].find(
    (name) => localName(module, name, (from) => from === `authwright/adapters/${name}`) === called,
  )
  if (factory === undefined) throw otherAdapter(called === '' ? 'The adapter' : `${called}()`)
  const [argument] = given
  const columns = argument?.type === 'ObjectExpression' ? propertyOf(argument, 'user') : undefined
  if (argument === undefined || argument.type === 'SpreadElement' || given.length > 1 || columns) {
    throw new CommandError(`${called}() in ${authFile} has options of yours. ${move}`)
  }
  const needed = variablesIn(module, argument).map((name) => ({ name, found: importOf(module, name) }))
  const local = needed.find(({ found }) => found === undefined)
  if (local) throw new CommandError(`${called}() in ${authFile} needs ${local.name} of that file. ${move}`)
  const imported = called === factory ? factory : `${factory} as ${called}`
  const imports = [
    ...needed.map(({ found }) => found?.statement ?? ''),
    `import { ${imported} } from 'authwright/adapters/${factory}'`,
  ]
  const call = `${called}(${withColumn(module, argument)})`
  return {
    file: fileNames(project, authFile)('adapter'),
    name: 'adapter',
    source: adapterModule(imports, call),
  }
}

/** The argument with the column: in the object that names the file or the client, else as a second argument. */
function withColumn({ text, quote }: EditedModule, argument: Node): string {
  const last = argument.type === 'ObjectExpression' && (argument as ObjectExpression).properties.at(-1)
  const isOptions =
    last && ['file', 'client'].some((name) => propertyOf(argument as ObjectExpression, name) !== undefined)
  return isOptions
    ? `${text.slice(argument.start, last.end)}, ${passwordColumn(quote)}${text.slice(last.end, argument.end)}`
    : `${text.slice(argument.start, argument.end)}, { ${passwordColumn(quote)} }`
}

/** An adapter of a module of the project, which has the column already. */
function importedAdapter(
  project: Project,
  module: EditedModule,
  local: string,
  authFile: string,
): StoredUsers {
  const found = importOf(module, local) ?? requireOf(module, local)
  const file = found && moduleOf(project, authFile, found.from)
  const source = file === undefined ? '' : (project.read(file) ?? '')
  const isOurs = /['"]authwright\/adapters\/(?:sqlite|pg)['"]/.test(source)
  if (file !== undefined && isOurs && found?.imported !== undefined) {
    if (/\buser\s*:\s*\{[^}]*\bpasswordHash\b/.test(source))
      return { file, name: found.imported, source: undefined }
    throw new CommandError(
      `The adapter in ${file} has no column for the hash. Add { ${passwordColumn(module.quote)} } as its second argument, and run the command again: see ${page}. Nothing was written.`,
    )
  }
  throw otherAdapter(`The adapter ${local}`)
}

function otherAdapter(name: string): CommandError {
  return new CommandError(
    `${name} is not written in the configuration as sqlite(…) or pg(…) of authwright. Add the column passwordHash, a string or null, to its table of users, and write the files by hand: see ${page}. Nothing was written.`,
  )
}

/** The file of the project that a module imports. */
function moduleOf(project: Project, importer: string, specifier: string): string | undefined {
  const bare = (name: string) => name.replace(/[.][cm]?[jt]s$/, '')
  const relative = specifier.startsWith('.')
    ? bare(path.posix.join(path.posix.dirname(importer), specifier))
    : undefined
  return sourceFiles(project, /[.][cm]?[jt]s$/).find((file) =>
    relative === undefined
      ? bare(project.specifier(importer, file)) === bare(specifier)
      : [relative, `${relative}/index`].includes(bare(file)),
  )
}

/** The import of the adapter, in place of what the configuration imported for it. Returns its local name. */
function importAdapter(module: EditedModule, configuration: Configuration, from: string): string {
  const adapter = adapterOf(configuration) as CallExpression
  const locals = variablesIn(module, adapter)
  const called = adapter.callee.type === 'Identifier' ? adapter.callee.name : ''
  const sole = soleImport(module, called)
  const isUsed = new Set(referencesOf(module.program, [adapter, ...(sole ? [sole] : [])])).has(called)
  const replaced = isUsed ? undefined : sole
  removeImports(
    module,
    locals.filter((name) => name !== called || replaced === undefined),
    adapter,
  )
  return addImports(module, ['adapter'], from, { others: ['authAdapter'], replaced })[0] ?? 'adapter'
}
