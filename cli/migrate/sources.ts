import path from 'node:path'
import { MagicStringError } from 'magic-string'
import { CommandError } from '../context.js'
import { type EditedModule, editedText, parseModule, tryParseModule, withoutEdits } from '../edit/module.js'
import type { Change } from '../project/changes.js'
import { importCandidates } from '../project/import-candidates.js'
import { majorVersion, type Project, sourceFiles } from '../project/project.js'

/** Each step of a migration reads the result of the previous one. */
export interface Sources {
  readonly project: Project
  readonly isVersion4: boolean
  /** The files that may need migration. */
  files(): readonly string[]
  /** All files whose names match, in the folders that are migrated. */
  named(pattern: RegExp): readonly string[]
  /** The folders of other packages of a workspace that use Auth.js. */
  readonly packages: readonly string[]
  /** Every source file that contains a word, even if it needs no migration otherwise. */
  mentioning(word: string): readonly string[]
  read(file: string): string | undefined
  write(file: string, text: string): void
  remove(file: string): void
  /**
   * Edits a module, or each `<script>` of a Svelte component. Makes no change if the file or the result cannot be
   * parsed, and adds the file to `failures`.
   */
  edit<Result>(file: string, change: (module: EditedModule) => Result): Result | undefined
  /** Reads a module. If the file cannot be parsed, it is not added to `failures`. */
  inspect<Result>(file: string, inspect: (module: EditedModule) => Result): Result | undefined
  /** `undefined` for a package. */
  resolve(from: string, specifier: string): string | undefined
  /** Notes that the command prints at its end. */
  readonly notes: Set<string>
  /** The reasons why files were not changed, by file. */
  readonly failures: Map<string, string>
  /** Undoes the changes of earlier steps in the files of `failures`. */
  revertFailures(): void
  changes(): readonly Change[]
}

export interface Place {
  readonly sources: Sources
  readonly file: string
  readonly module: EditedModule
}

export const onlyInVersion4 =
  /\b(?:NextAuthOptions|AuthOptions|getServerSession)\b|['"]next-auth\/(?:next|middleware)['"]/

const code = /[.][cm]?[jt]sx?$/
const components = /[.]svelte$/

export function isTypeScript(file: string): boolean {
  return /[.][cm]?tsx?$/.test(file)
}

/** An attribute such as `generics` may contain `>`. */
export const scriptTag = /<script\b(?:[^>"']|"[^"]*"|'[^']*')*>/.source

const withoutSources =
  /^(?:dist|build|out|coverage|public|static)$|(?:^|\/)(?:node_modules|[.](?!storybook$)[^/]+)$/

const usesAuthJs = /"(?:next-auth|@auth\/[\w-]+|@solid-auth\/base)"\s*:/

function unusual(file: string): string {
  return `${file} contains unusual code. Change it by hand.`
}

/** Changes stay in memory until they are applied. */
export function readSources(project: Project, mayNeedMigration: RegExp): Sources {
  const texts = new Map<string, string>()
  const removed = new Set<string>()
  const failures = new Map<string, string>()
  const packages = new Set<string>()
  const ignores = (folder: string) => {
    if (withoutSources.test(folder)) return true
    if (usesAuthJs.test(project.read(`${folder}/package.json`) ?? '')) packages.add(folder)
    return packages.has(folder)
  }
  // Every step reads the modules again, and parsing would take most of the time.
  const parsed = new Map<string, EditedModule>()
  const parse = (file: string, text: string): EditedModule => {
    const known = parsed.get(file)
    if (known?.text === text) return withoutEdits(known)
    const module = parseModule(file, text)
    parsed.set(file, module)
    return module
  }
  const named = (pattern: RegExp) => sourceFiles(project, pattern, { limit: 20_000, depth: 16, ignores })
  const candidates = named(/[.](?:[cm]?[jt]sx?|svelte)$/)
  const selected = new Set(candidates.filter((file) => mayNeedMigration.test(project.read(file) ?? '')))
  const read = (file: string) => (removed.has(file) ? undefined : (texts.get(file) ?? project.read(file)))
  const exists = (file: string) => !removed.has(file) && (texts.has(file) || project.exists(file))

  const major = majorVersion(project, 'next-auth')
  const sources: Sources = {
    project,
    isVersion4:
      major === undefined
        ? [...selected].some((file) => onlyInVersion4.test(project.read(file) ?? ''))
        : major === 4,
    files: () => [...selected].filter((file) => !removed.has(file)),
    named,
    packages: [...packages],
    mentioning: (word) =>
      [...new Set([...candidates, ...selected])].filter((file) => read(file)?.includes(word)),
    read,
    write(file, text) {
      texts.set(file, text)
      removed.delete(file)
      if (code.test(file)) selected.add(file)
    },
    remove: (file) => removed.add(file),
    edit<Result>(file: string, change: (module: EditedModule) => Result) {
      const before = read(file)
      if (before === undefined) return undefined
      let result: Result | undefined
      const editModule = (text: string): string => {
        const module = parse(file, text)
        result = change(module)
        const after = editedText(module)
        if (after !== text && !tryParseModule(file, after)) throw new CommandError(unusual(file))
        // Blank lines may remain at the start of the file if its imports were removed.
        return /^\s/.test(text) ? after : after.replace(/^(?:\r?\n)+/, '')
      }
      try {
        const after = components.test(file)
          ? before.replaceAll(
              new RegExp(`(${scriptTag})([\\s\\S]*?)(</script>)`, 'g'),
              (_, start: string, script: string, end: string) => start + editModule(script) + end,
            )
          : editModule(before)
        if (after !== before) texts.set(file, after)
      } catch (error) {
        // This error means that two edits change the same code.
        if (error instanceof MagicStringError) failures.set(file, unusual(file))
        else if (error instanceof CommandError) failures.set(file, error.message)
        else throw error
      }
      return result
    },
    inspect(file, inspect) {
      const isReported = failures.has(file)
      const result = sources.edit(file, inspect)
      if (!isReported) failures.delete(file)
      return result
    },
    resolve(from, specifier) {
      return importCandidates(project, from, specifier).find(exists)
    },
    notes: new Set(),
    failures,
    revertFailures() {
      for (const file of failures.keys()) if (project.exists(file)) texts.delete(file)
    },
    changes: () => [
      ...[...texts].flatMap(([file, after]): Change[] => {
        const before = project.read(file)
        if (removed.has(file) || before === after) return []
        return [{ file, after, mode: before === undefined ? 'create' : 'insert' }]
      }),
      ...[...removed].filter(project.exists).map((file): Change => ({ file, after: '', mode: 'remove' })),
    ],
  }
  return sources
}

/** The import paths of a file through the aliases of the project, without an extension. */
export function aliasesOf({ root, compilerOptions, aliasFolder }: Project, file: string): readonly string[] {
  const { paths = {}, baseUrl } = compilerOptions
  const base = path.resolve(aliasFolder, baseUrl ?? '.')
  const names = [file.replace(/[.]\w+$/, ''), file.replace(/(?:\/index)?[.]\w+$/, '')]
  return Object.entries(paths).flatMap(([pattern, targets]) =>
    targets.flatMap((target) => {
      const absolute = path.resolve(base, target.replace(/[.][cm]?[jt]sx?$/, ''))
      const [start = '', end] = path.relative(root, absolute).split(path.sep).join('/').split('*')
      if (end === undefined) return names.includes(start) ? pattern : []
      return names
        .filter((name) => name.startsWith(start) && name.slice(start.length).endsWith(end))
        .map((name) => pattern.replace('*', () => name.slice(start.length, name.length - end.length)))
    }),
  )
}
