import path from 'node:path'
import { type Project, sourceFiles, testFiles } from './project.js'

export interface ServerModules {
  /** The module that creates the application, if there is exactly one candidate. */
  readonly application: string | undefined
  /** All modules that may create the application. */
  readonly candidates: readonly string[]
  readonly routers: readonly string[]
  readonly start: string | undefined
  /** The modules that use the routes that `init` wrote. */
  readonly mounts: readonly string[]
}

const creates = {
  hono: /\bnew (?:OpenAPI)?Hono\b/,
  express: /\bexpress\s*\(\s*\)/,
} as const

const STARTS = /\bserve\s*\(|[.]listen\s*\(|^export default\b/m

/**
 * Matches the port of a server as a number: `serve({ port: 4000 })`, `const port = 4000` or
 * `.listen(process.env.PORT || 4000)`. Leaves out other numbers, such as those of an IP address and of
 * `process.argv[2]`, and numbers after the arguments of `listen()`.
 */
const PORT =
  /(?:(?:(?:\bserve\s*\(|[.]listen\s*\(\s*\{|\bexport default\s*\{)[^}]*\bport\s*:|\b(?:const|let|var)\s+port\s*=)[^,;}\n]*?|[.]listen\s*\((?:[^(),;}\n]|\(|\([^()\n]*\))*?)(?<![\w.[])(\d{2,5})(?![\w.])/i

const MOUNTS = /['"](?:[^'"\n]*\/)?auth-routes(?:[.][cm]?[jt]s)?['"]/

/** Comments after code are not matched, because `//` may be part of a string there. */
const COMMENTS = /^\s*(?:\/\/.*|\/[*][\s\S]*?[*]\/)/gm

/** No two adjacent parts match the same character, so that a long run of spaces takes linear time. */
const TYPE_IMPORTS =
  /^[^\S\n]*(?:import|export)\s+(?:type(?:\s+[\w$]+\s+|\s*[*]\s*(?:as\s+[\w$]+\s+)?|\s*\{[^{}]*\}\s*)|\{\s*type\b[^,{}]*(?:,\s*(?:type\b[^,{}]*)?)*\}\s*)from\s*['"].*/gm

/**
 * Finds the module of the application by several rules, because routers and mock servers are created in the same way as
 * the application.
 */
export function serverModules(project: Project): ServerModules {
  const texts = new Map(
    sourceFiles(project, /[.][cm]?[jt]sx?$/)
      .filter((file) => !testFiles.test(file) && !/(?:^|\/)auth-routes[.]\w+$/.test(file))
      .map((file) => [file, (project.read(file) ?? '').replace(COMMENTS, '').replace(TYPE_IMPORTS, '')]),
  )
  const files = [...texts.keys()]
  const textOf = (file: string) => texts.get(file) ?? ''
  const mounts = files.filter((file) => MOUNTS.test(textOf(file)))
  const { reaches } = importGraph(project, texts)
  const pattern = creates[project.framework === 'hono' ? 'hono' : 'express']
  const found = files.filter((file) => pattern.test(textOf(file)))
  const started = namedFiles(project).flatMap((name) => files.find((file) => isBuiltTo(file, name)) ?? [])
  const depth = (file: string) => file.split('/').length
  const minDepth = Math.min(...found.map(depth))
  const preferences: readonly ((file: string) => boolean)[] = [
    (file) => started.includes(file),
    (file) => started.some((start) => reaches(start, file)),
    // A module that the application imports is a router, not the application.
    (file) => !found.some((other) => reaches(other, file)),
    (file) => STARTS.test(textOf(file)),
    (file) => files.some((other) => STARTS.test(textOf(other)) && reaches(other, file)),
    (file) => depth(file) === minDepth,
    (file) => /(?:^|\/)(?:index|main|server|app)[.][^/]+$/.test(file),
    (file) => mounts.includes(file),
  ]
  const candidates = preferences.reduce((remaining, isPreferred) => {
    const preferred = remaining.filter(isPreferred)
    return preferred.length > 0 ? preferred : remaining
  }, found)
  const application = candidates.length === 1 ? candidates[0] : undefined
  const loadsApplication = (file: string) =>
    application !== undefined && (file === application || reaches(file, application))
  const start =
    started.find(loadsApplication) ??
    fileWithoutExtension(project) ??
    (application !== undefined && STARTS.test(textOf(application))
      ? application
      : files.find((file) => STARTS.test(textOf(file)) && loadsApplication(file))) ??
    application
  const routers = found.filter((file) => !candidates.includes(file))
  return { application, candidates, routers, start, mounts }
}

export function withServerPort(project: Project): Project {
  if (project.traits.isBundled) return project
  const { start } = serverModules(project)
  const port = PORT.exec((start === undefined ? '' : project.read(start)) ?? '')?.[1]
  return port === undefined ? project : { ...project, origin: `http://localhost:${port}` }
}

function namedFiles({ manifest }: Project): readonly string[] {
  const { dev = '', start = '' } = manifest.scripts ?? {}
  return filesIn([dev, start, manifest.main ?? ''])
}

/** A file without an extension in a script, such as `bin/www` in `node ./bin/www`, which the generator of Express writes. */
function fileWithoutExtension({ manifest, read }: Project): string | undefined {
  const { dev = '', start = '' } = manifest.scripts ?? {}
  return [dev, start]
    .flatMap((command) => command.match(/\bnode(?:mon)?\s+(?:-\S+\s+)*([.\w/][.\w/-]*)/)?.[1] ?? [])
    .map((name) => path.posix.normalize(name))
    .find((name) => path.posix.extname(name) === '' && read(name) !== undefined)
}

function filesIn(commands: readonly string[]): readonly string[] {
  return commands
    .flatMap((text) => text.match(/[\w@./-]+[.][cm]?[jt]sx?\b/g) ?? [])
    .map((name) => path.posix.normalize(name))
}

export function builtFile(source: string, command: string): string | undefined {
  return filesIn([command]).find((name) => name !== source && isBuiltTo(source, name))
}

/** Whether the name is the file, or the result of its build, such as `dist/index.js` for `src/index.ts`. */
function isBuiltTo(file: string, name: string): boolean {
  if (file === name) return true
  const bare = (each: string) => withoutExtension(each).replace(/^(?:src|dist|build|out|lib)\//, '')
  return /^(?:dist|build|out|lib)\//.test(name) && bare(file) === bare(name)
}

function withoutExtension(file: string): string {
  return file.replace(/[.][cm]?[jt]sx?$/, '')
}

function importGraph(project: Project, texts: ReadonlyMap<string, string>) {
  const byName = new Map([...texts.keys()].map((file) => [withoutExtension(file), file]))
  // `specifier()` uses an alias only for files in different folders. So the importing file is in a folder
  // that does not exist in the project.
  const byAlias = new Map(
    [...texts.keys()].map((file) => [withoutExtension(project.specifier('-/-.ts', file)), file]),
  )
  const importsIn = ([file, text]: readonly [string, string]): readonly string[] =>
    [...text.matchAll(/\b(?:from|import|require)\b[\s(]*['"]([^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
      const bare = withoutExtension(specifier)
      if (!specifier.startsWith('.')) return byAlias.get(bare) ?? byAlias.get(`${bare}/index`) ?? []
      const name = path.posix.join(path.posix.dirname(file), bare)
      return byName.get(name) ?? byName.get(path.posix.join(name, 'index')) ?? []
    })
  const imports = new Map([...texts].map((module) => [module[0], importsIn(module)]))
  const reached = new Map(
    [...imports].map(([file, direct]) => {
      const found = new Set(direct)
      // The loop also visits the files that are added while it runs.
      for (const each of found) for (const next of imports.get(each) ?? []) found.add(next)
      return [file, found]
    }),
  )
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) === true
  return { reaches }
}
