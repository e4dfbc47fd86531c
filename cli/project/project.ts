import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { getTsconfig, type TsConfigJson } from 'get-tsconfig'
import { type AgentName, detect, getUserAgent } from 'package-manager-detector'
import { match } from 'ts-pattern'
import { CommandError } from '../context.js'
import { type Framework, type FrameworkTraits, frameworks, traitsOf } from './framework-defaults.js'

interface Manifest {
  readonly type?: string
  readonly main?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly workspaces?: unknown
}

/** Files are named by their path from `root`, with `/`. */
export interface Project {
  /** The folder of `package.json`, without symbolic links. */
  readonly root: string
  readonly manifest: Manifest
  readonly framework: Framework
  readonly traits: FrameworkTraits
  /**
   * The major version of the installed framework. If the framework is not installed, the major version of the range in
   * `package.json`.
   */
  readonly major: number | undefined
  readonly minor: number | undefined
  readonly packageManager: AgentName
  readonly typescript: boolean
  readonly source: 'src/' | ''
  /** For Next.js: `pages` if there is no App Router. */
  readonly router: 'app' | 'pages'
  /** `compilerOptions` of `tsconfig.json` or `jsconfig.json`, including those of files that it extends. */
  readonly compilerOptions: TsConfigJson.CompilerOptions
  /** The folder to which `paths` and `baseUrl` of `compilerOptions` are relative. */
  readonly aliasFolder: string
  readonly basePath: string
  /** The origin of the development server. */
  readonly origin: string
  exists(file: string): boolean
  /** `undefined` if the file does not exist or is a folder. */
  read(file: string): string | undefined
  /**
   * Returns the import path of `to` in the file `from`: with an alias of the project if there is one and the files are in different
   * folders.
   */
  specifier(from: string, to: string): string
  depends(name: string): boolean
}

/** `framework` is detected from the dependencies by default. */
export async function readProject(folder: string, framework?: Framework): Promise<Project> {
  const root = findRoot(realpathSync(folder))
  const read = (file: string) => {
    const absolute = path.join(root, file)
    if (!existsSync(absolute) || !statSync(absolute).isFile()) return undefined
    // Some editors start files with a byte order mark, which is not part of JSON or of a variable's name.
    return readFileSync(absolute, 'utf8').replace(/^\uFEFF/, '')
  }
  const exists = (file: string) => existsSync(path.join(root, file))
  const manifest = readManifest(read('package.json') ?? '{}')
  const dependencies = { ...manifest.devDependencies, ...manifest.dependencies }
  const depends = (name: string) => Object.hasOwn(dependencies, name)
  const kind = framework ?? frameworks.find((each) => depends(traitsOf(each).package ?? '')) ?? 'node'
  const traits = traitsOf(kind)
  const typescript = exists('tsconfig.json')
  const { compilerOptions, folder: base } = readCompilerOptions(root)
  const source = sourceFolder(traits, exists)
  const manager = await detect({ cwd: root })
  const hasLayout = ['', 'src/'].some((folder) =>
    ['tsx', 'jsx', 'js', 'ts'].some((end) => exists(`${folder}app/layout.${end}`)),
  )
  const router = !hasLayout && ['pages', 'src/pages'].some(exists) ? 'pages' : 'app'
  const extension = importExtension(traits, { typescript, compilerOptions })

  const name = traits.package
  const { major, minor } = numbersOf((name && (installedVersion({ root }, name) ?? dependencies[name])) ?? '')

  return {
    root,
    manifest,
    framework: kind,
    traits,
    major,
    minor,
    // Without a lockfile, the package manager that runs this command is used, such as pnpm for `pnpm exec`.
    packageManager: manager?.name ?? getUserAgent() ?? 'npm',
    typescript,
    source,
    router,
    compilerOptions,
    aliasFolder: base,
    basePath: traits.basePath,
    origin: `http://localhost:${traits.port}`,
    exists,
    read,
    depends,
    specifier(from, to) {
      const bare = to.replace(/[.][cm]?[jt]sx?$/, '')
      const target = extension === undefined ? bare : `${bare}${extension(to)}`
      const folder = path.posix.dirname(from)
      // Tools that load the configuration outside of the bundler, such as doctor, do not resolve aliases.
      const alias =
        folder === path.posix.dirname(to)
          ? undefined
          : byAlias(path.join(root, target), compilerOptions, base)
      return alias ?? relativeSpecifier(folder, target)
    },
  }
}

function findRoot(folder: string): string {
  for (let current = folder; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, 'package.json'))) return current
    if (path.dirname(current) === current) {
      throw new CommandError(
        `There is no package.json in ${folder} or above it. Run the command in the folder of an application.`,
      )
    }
  }
}

/** Whether the folder is the root of a workspace. `pnpm-workspace.yaml` may contain settings without packages. */
export function isWorkspaceRoot({ manifest, read }: Project): boolean {
  return manifest.workspaces !== undefined || /^packages:/m.test(read('pnpm-workspace.yaml') ?? '')
}

function readManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch (cause) {
    throw new CommandError('package.json is not valid JSON: fix it first.', { cause })
  }
}

function readCompilerOptions(root: string): {
  compilerOptions: TsConfigJson.CompilerOptions
  folder: string
} {
  for (const name of ['tsconfig.json', 'jsconfig.json']) {
    if (!existsSync(path.join(root, name))) continue
    try {
      const found = getTsconfig(root, name)
      if (found)
        return { compilerOptions: found.config.compilerOptions ?? {}, folder: path.dirname(found.path) }
    } catch {
      // SvelteKit creates the file that `tsconfig.json` extends when it runs for the first time. Until then,
      // there are no aliases.
    }
  }
  return { compilerOptions: {}, folder: root }
}

function sourceFolder(
  { source, package: name }: FrameworkTraits,
  exists: (file: string) => boolean,
): 'src/' | '' {
  return match(source)
    .returnType<'src/' | ''>()
    .with('always', () => 'src/')
    .with('never', () => '')
    .with('optional', () => {
      // Next.js ignores `src/app` if there is a folder `app`.
      const isOutside = name === 'next' && (exists('app') || exists('pages'))
      return exists('src') && !isOutside ? 'src/' : ''
    })
    .exhaustive()
}

function importExtension(
  { isBundled }: FrameworkTraits,
  { typescript, compilerOptions }: Pick<Project, 'typescript' | 'compilerOptions'>,
): ((file: string) => string) | undefined {
  const { module, moduleResolution, allowImportingTsExtensions } = compilerOptions
  if (isBundled) return undefined
  if (!typescript || allowImportingTsExtensions === true) return (file) => path.extname(file)
  const isNode = [module, moduleResolution].some((value) => /^node(next|\d\d)$/i.test(value ?? ''))
  return isNode ? (file) => path.extname(file).replace('ts', 'js').replace('x', '') : undefined
}

function byAlias(
  file: string,
  { paths = {}, baseUrl }: TsConfigJson.CompilerOptions,
  folder: string,
): string | undefined {
  for (const [pattern, targets] of Object.entries(paths)) {
    for (const target of targets) {
      if (!pattern.endsWith('/*') || !target.endsWith('/*')) continue
      const prefix = `${path.resolve(folder, baseUrl ?? '.', target.slice(0, -2))}${path.sep}`
      if (file.startsWith(prefix)) {
        return pattern.slice(0, -1) + file.slice(prefix.length).split(path.sep).join('/')
      }
    }
  }
  return undefined
}

export function relativeSpecifier(folder: string, file: string): string {
  const relative = path.posix.relative(folder, file)
  // `./` is also needed if the name of a folder begins with a dot.
  return /^[.]{1,2}(?:\/|$)/.test(relative) ? relative : `./${relative}`
}

export function installedVersion(project: Pick<Project, 'root'>, name: string): string | undefined {
  return installedManifest(project, name)?.version
}

/** Returns `undefined` if there is no version, as in `catalog:` and `latest`. */
export function majorVersion({ root, manifest }: Project, name: string): number | undefined {
  const { dependencies, devDependencies } = manifest
  const version = installedVersion({ root }, name) ?? { ...devDependencies, ...dependencies }[name] ?? ''
  return numbersOf(version).major
}

export function installedManifest(
  { root }: Pick<Project, 'root'>,
  name: string,
): { readonly version?: string; readonly engines?: { readonly node?: string } } | undefined {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'node_modules', name, 'package.json')
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8'))
    if (path.dirname(folder) === folder) return undefined
  }
}

/** The first two numbers of a version, or of the first version in a range. */
function numbersOf(version: string): { major: number | undefined; minor: number | undefined } {
  const [, major, minor] =
    version.match(/^(?:workspace:|npm:.+@)?[~^<>=v\s]*(\d+)(?:[.](\d+))?/)?.map(Number) ?? []
  return { major, minor: Number.isNaN(minor) ? undefined : minor }
}

export const ignoredFolders = /(?:^|\/)(?:[.][^/]+|node_modules|dist|build|out|coverage|public|static)$/

export const testFiles = /(?:^|[/.])(?:_*(?:test|spec|mock)s?_*|stories|e2e|cypress|playwright)[/.]/

export function sourceFiles(
  project: Project,
  extensions: RegExp,
  {
    limit = 400,
    depth: maxDepth = 6,
    ignores = (folder) => ignoredFolders.test(folder),
  }: {
    readonly limit?: number
    readonly depth?: number
    readonly ignores?: (folder: string) => boolean
  } = {},
): readonly string[] {
  const found: string[] = []
  const walk = (folder: string, depth: number) => {
    for (const entry of entriesOf(path.join(project.root, folder))) {
      if (found.length >= limit) return
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (depth < maxDepth && !ignores(name)) walk(name, depth + 1)
      } else if (extensions.test(entry.name)) found.push(name)
    }
  }
  walk('', 0)
  return found
}

/** Returns no entries if the folder cannot be read, such as the folder of a database server. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (!/^(?:EACCES|EPERM|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    return []
  }
}

export interface Loaded {
  readonly exports: Readonly<Record<string, unknown>>
  /** Stops Vite, which has loaded the module. Afterwards, the module cannot load other modules. */
  close?(): Promise<void>
}

export interface LoadFailure {
  readonly reason: string
  /** Whether the module itself threw an error, as it would in the application. */
  readonly isThrown: boolean
}

/**
 * Loads a module of the application. Configurations of SvelteKit and SolidStart depend on Vite, so the Vite of the
 * project loads them. Variables that this process already has are not changed.
 */
export async function loadModule(
  project: Project,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  require: NodeJS.Require,
): Promise<Loaded | LoadFailure> {
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && process.env[name] === undefined) process.env[name] = value
  }
  const absolute = path.join(project.root, file)
  // Node.js 22.10 to 22.17 can load TypeScript only with a flag.
  const hasTypeScript = Boolean((process.features as { readonly typescript?: unknown }).typescript)
  const isNative = /[.][cm]?js$/.test(file) || hasTypeScript
  try {
    if (project.traits.usesViteVariables) return await loadByVite(project, file, require)
    if (isNative) return { exports: (await import(pathToFileURL(absolute).href)) as Record<string, unknown> }
    const { createJiti } = require('jiti') as {
      createJiti(from: string): { import(id: string): Promise<object> }
    }
    return { exports: (await createJiti(absolute).import(absolute)) as Record<string, unknown> }
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
    if (isThrownByModule(error)) return { reason: `${file} throws an error: ${reason}`, isThrown: true }
    return { reason: `${file} cannot be loaded outside of the application: ${reason}`, isThrown: false }
  }
}

/**
 * Whether the module itself threw the error, and not its loader. Errors of loaders have a code. Errors of the language,
 * such as a `TypeError`, may come from values that only a bundler defines.
 */
function isThrownByModule(error: unknown): boolean {
  // The application may use another copy of the package, so its errors are recognized by their name.
  if (!(error instanceof Error) || error.name === 'AuthConfigurationError') return true
  const isOfLoader =
    'code' in error || 'plugin' in error || /^(?:Syntax|Type|Reference)Error$/.test(error.name)
  // The package `server-only` throws outside of a bundler.
  return !isOfLoader && !error.message.includes('cannot be imported from a Client Component')
}

async function loadByVite(
  { root, framework }: Project,
  file: string,
  require: NodeJS.Require,
): Promise<Loaded> {
  const { createServer } = (await import(pathToFileURL(require.resolve('vite')).href)) as Vite
  // SvelteKit reads its configuration from the working directory of the process.
  if (process.cwd() !== root) process.chdir(root)
  const server = await createServer({
    root,
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    // The plugins of SolidStart would start a server, and the configuration does not need them.
    ...(framework === 'solid-start' && {
      configFile: false,
      resolve: { alias: { '~': path.join(root, 'src') } },
    }),
  })
  try {
    return { exports: await server.ssrLoadModule(`/${file}`), close: () => server.close() }
  } catch (error) {
    await server.close()
    throw error
  }
}

interface Vite {
  createServer(options: object): Promise<{
    ssrLoadModule(url: string): Promise<Record<string, unknown>>
    close(): Promise<void>
  }>
}
