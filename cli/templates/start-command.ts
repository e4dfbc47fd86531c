import path from 'node:path'
import { resolveCommand } from 'package-manager-detector'
import { envFileOf } from '../project/env-file.js'
import type { Project } from '../project/project.js'
import { builtFile, serverModules } from '../project/server-modules.js'
import { extensions } from './plan.js'

/**
 * The command that starts the development server. The script `dev` is used only with a bundler. Without one, it may neither read the `.env`
 * file nor set `NODE_ENV`.
 */
export function startCommand(project: Project, quote = unquoted): string {
  const { traits, manifest, packageManager } = project
  const envFile = envFileOf(project)
  if (traits.isBundled) {
    return manifest.scripts?.['dev'] === undefined
      ? 'start the application'
      : quote(commandLine(packageManager, 'run', ['dev']))
  }
  // Wrangler reads the variables of the application from `.dev.vars`, not from the process.
  if (project.depends('wrangler')) {
    const lines = envFile === '.dev.vars' ? '' : `the lines of ${envFile} and `
    return `put ${lines}NODE_ENV=development into .dev.vars, ${quote(commandLine(packageManager, 'execute-local', ['wrangler', 'dev']))}`
  }
  return sourceCommand(project, 'development', quote)
}

/** Returns `undefined` for frameworks and platforms that have their own command for production. */
export function productionCommand(project: Project, quote = unquoted): string | undefined {
  if (project.traits.isBundled || project.depends('wrangler')) return undefined
  const built = project.packageManager === 'bun' ? undefined : buildResult(project)
  if (built === undefined) return sourceCommand(project, 'production', quote)
  const build = commandLine(project.packageManager, 'run', ['build'])
  return quote(`${build} && NODE_ENV=production node --env-file=${envFileOf(project)} ${built}`)
}

const unquoted = (command: string): string => command

function sourceCommand(
  project: Project,
  mode: 'development' | 'production',
  quote: (command: string) => string,
): string {
  const { packageManager, typescript, compilerOptions } = project
  const fileArguments = [`--env-file=${envFileOf(project)}`, entryOf(project) ?? '<your server>']
  const variable = `NODE_ENV=${mode}`
  if (packageManager === 'bun') return quote(`${variable} bun ${fileArguments.join(' ')}`)
  if (!typescript) return quote([variable, 'node', ...fileArguments].join(' '))
  const watch = mode === 'development'
  const hasTsx = project.depends('tsx')
  // Without tsx, Node.js can run TypeScript only if imports end in `.ts`.
  if (compilerOptions.allowImportingTsExtensions === true && !(watch && hasTsx)) {
    const command = [variable, 'node', ...(watch ? ['--watch'] : []), ...fileArguments]
    return `${quote(command.join(' '))} (Node.js 22.18 or later)`
  }
  const args = ['tsx', ...(watch ? ['watch'] : []), ...fileArguments]
  return quote(`${variable} ${commandLine(packageManager, hasTsx ? 'execute-local' : 'execute', args)}`)
}

function entryOf(project: Project): string | undefined {
  return project.framework === 'node'
    ? `${project.source}auth-server.${extensions(project).code}`
    : serverModules(project).start
}

/** Returns `undefined` if the file cannot be determined with certainty. */
function buildResult(project: Project): string | undefined {
  const { build, start = '' } = project.manifest.scripts ?? {}
  const entry = entryOf(project)
  if (!project.typescript || build === undefined || entry === undefined) return undefined
  const { outDir, rootDir, noEmit } = project.compilerOptions
  const started = builtFile(entry, start)
  if (started !== undefined || !/\btsc\b/.test(build)) return started
  if (outDir === undefined || rootDir === undefined || noEmit === true) return undefined
  const source = path.posix.relative(rootDir, entry)
  return source.startsWith('..') ? undefined : path.posix.join(outDir, source.replace(/tsx?$/, 'js'))
}

function commandLine(
  packageManager: Project['packageManager'],
  kind: 'run' | 'execute-local' | 'execute',
  args: string[],
): string {
  const resolved = resolveCommand(packageManager, kind, args)
  return resolved ? [resolved.command, ...resolved.args].join(' ') : args.join(' ')
}

/** The command that runs the installed package, such as `npx authwright`. */
export function localCommand({ packageManager }: Project): string {
  return commandLine(packageManager, 'execute-local', ['authwright'])
}
