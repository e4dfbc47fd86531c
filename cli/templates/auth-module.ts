import path from 'node:path'
import type { NeededImport, Part } from '../adapters.js'
import { CommandError } from '../context.js'
import { userIdCallback } from '../edit/user-id.js'
import { pagePath } from '../package-files.js'
import { ignoredFolders, type Project, sourceFiles, testFiles } from '../project/project.js'
import { readProvider } from '../providers.js'
import { extensions, type PlannedFile, register } from './plan.js'
import { developmentCondition, productionCondition } from './production-condition.js'

/**
 * Returns the first usual path with a file that imports Authwright. If there is none, returns the path of the only
 * other module that creates a configuration. If there is no such module either, returns the usual path for a new file.
 */
export function findAuthFile(project: Project): string {
  const names = ['ts', 'js', 'mjs', 'mts'].flatMap((extension) =>
    [
      `${project.source}auth`,
      'auth',
      'src/auth',
      'lib/auth',
      'src/lib/auth',
      'src/lib/server/auth',
      'src/server/auth',
      'server/utils/auth',
    ].map((name) => `${name}.${extension}`),
  )
  const existing = names.filter((name) => project.exists(name))
  const configured = existing.find((name) =>
    /from\s+['"]authwright|require\(['"]authwright/.test(project.read(name) ?? ''),
  )
  if (configured) return configured
  const other = otherModule(project)
  if (other) return other
  const usual = usualAuthFile(project)
  if (existing.includes(usual)) {
    throw new CommandError(
      `${usual} already exists and does not configure Authwright. Rename it, or migrate it: see ${pagePath('migrating/auth-js.md')}. Nothing was written.`,
    )
  }
  return usual
}

const IMPORTS_CREATOR =
  /\b(?:createAuth|NextAuth|SvelteKitAuth|SolidAuth)\b[^;'"]*(?:\bfrom\s*|\brequire\()['"]authwright/

/** Without `.build()`, a chain is only a part of a configuration that other modules extend. */
const CREATES_INSTANCE = /[.]build\(|\b(?:NextAuth|SvelteKitAuth|SolidAuth)\(/

/** Matches examples, and modules that may create another instance for the edge runtime. */
const OTHER_INSTANCES = /(?:^|\/)(?:examples?\/|(?:middleware|proxy)[.]\w+$)/

function otherModule(project: Project): string | undefined {
  const ignores = (folder: string) => ignoredFolders.test(folder) || project.exists(`${folder}/package.json`)
  const modules = sourceFiles(project, /[.][cm]?[jt]s$/, { ignores })
    .filter((file) => !testFiles.test(file) && !OTHER_INSTANCES.test(file))
    .map((file) => ({ file, text: project.read(file) ?? '' }))
    .filter(({ text }) => IMPORTS_CREATOR.test(text))
  const instances = modules.filter(({ text }) => CREATES_INSTANCE.test(text))
  const [only, ...others] = instances.length > 0 ? instances : modules
  return others.length === 0 ? only?.file : undefined
}

export function usualAuthFile(project: Project): string {
  return `${project.traits.authFolder ?? project.source}auth.${extensions(project).code}`
}

export async function authModule(
  project: Project,
  file: string,
  ids: readonly string[],
  part: Part | undefined,
): Promise<PlannedFile> {
  refuseShadowing(project, file)
  const { framework, traits, typescript } = project
  const providers = await Promise.all(realIds(ids).map(readProvider))
  const userId = userIdCallback(part ? 'user' : 'token')
  const usesTestUsersOnly = ids.length === 1 && ids[0] === 'dev'
  const imports: NeededImport[] = [
    { name: 'createAuth', from: traits.entry },
    ...(part ? [part.factory, ...part.imports] : []),
    ...(ids.includes('dev') ? [{ name: 'dev', from: 'authwright/dev' }] : []),
    ...providers.map(({ id, factory }) => ({ name: factory, from: `authwright/providers/${id}` })),
  ]
  const steps = [
    ...(usesTestUsersOnly
      ? [
          '// In development, test users replace GitHub. In production, set AUTH_GITHUB_ID and AUTH_GITHUB_SECRET.',
          `.provider(${productionCondition(project)} ? github() : dev({ as: github() }))`,
        ]
      : providers.map(({ factory, options }) => `.provider(${factory}(${options}))`)),
    ...(ids.includes('dev') && !usesTestUsersOnly
      ? [`.provider(${developmentCondition(project)} && dev())`]
      : []),
    ...(part ? [`.adapter(${part.factory.name}(${part.argument}))`] : []),
    ...(framework === 'next' && project.router === 'app'
      ? [
          `.callbacks({
    ${userId},
    // Pages that only signed-in users may see.
    authorized: ({ auth, request }) => auth !== null || !request.nextUrl.pathname.startsWith('/account'),
  })`,
        ]
      : [`.callbacks({ ${userId} })`]),
    '.build();',
  ]
  const reExports =
    framework === 'solid-start'
      ? '\nexport const { getSession, protect, middleware, signIn, signOut, update } = auth;\n'
      : ''
  const declaration = typescript && framework !== 'sveltekit' ? `\n${register}` : ''
  const code = `${importStatements(imports)}
export const ${traits.exported} = createAuth()
${steps.map((step) => `  ${step}`).join('\n')}
${reExports}${declaration}`
  return { file, code, isDone: () => true, advice: '' }
}

/**
 * Refuses a new file if imports without an extension, such as `./auth`, would find it instead of an existing module.
 */
function refuseShadowing(project: Project, file: string): void {
  const folder = path.posix.dirname(file)
  if (path.posix.extname(project.specifier(`${folder}/-.ts`, file)) !== '') return
  const imported = file.replace(/[.]\w+$/, '')
  const existing = ['.ts', '.tsx', '.js', '.jsx', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']
    .map((ending) => imported + ending)
    .find(project.exists)
  if (existing === undefined) return
  throw new CommandError(
    `${existing} exists, and ${file} would replace it in imports. Rename it, or write a module that calls createAuth() yourself: see ${pagePath('configuration.md')}. Nothing was written.`,
  )
}

function importStatements(imports: readonly NeededImport[]): string {
  const modules = [...new Set(imports.map(({ from }) => from))].sort()
  return modules
    .map((module) => {
      const names = imports.filter(({ from }) => from === module).map(({ name }) => name)
      return `import { ${[...new Set(names)].join(', ')} } from '${module}';\n`
    })
    .join('')
}

/** The providers for production. If `dev` is the only provider, GitHub is used in production. */
export function realIds(ids: readonly string[]): readonly string[] {
  const real = ids.filter((id) => id !== 'dev')
  return real.length === 0 ? ['github'] : real
}
