import { resolveCommand } from 'package-manager-detector'
import type { Project } from '../project/project.js'
import { serverModules } from '../project/server-modules.js'
import { extensions } from './plan.js'

/**
 * The command that starts the application for development. Frameworks that bundle the application read
 * the `.env` file and set NODE_ENV. For others the command does both, whatever the script `dev` contains. Otherwise there
 * is no secret, and the page with test users is not available.
 */
export function startCommand(project: Project): string {
  return commandOf(project, 'development')
}

/**
 * The command that starts the application in production, or `undefined` for frameworks and platforms that have a command
 * for this.
 */
export function productionCommand(project: Project): string | undefined {
  if (project.traits.isBundled || project.depends('wrangler')) return undefined
  return commandOf(project, 'production')
}

function commandOf(project: Project, mode: 'development' | 'production'): string {
  const { framework, traits, manifest, packageManager, source, typescript, envFile } = project
  if (traits.isBundled) {
    return manifest.scripts?.['dev'] === undefined
      ? 'start the application'
      : commandLine(packageManager, 'run', ['dev'])
  }
  // Wrangler uses neither: its variables are in .dev.vars.
  if (project.depends('wrangler')) {
    return `put the lines of ${envFile} and NODE_ENV=development into .dev.vars, ${commandLine(packageManager, 'execute-local', ['wrangler', 'dev'])}`
  }
  const entry =
    framework === 'node'
      ? `${source}auth-server.${extensions(project).code}`
      : (serverModules(project).start ?? '<your server>')
  const file = [`--env-file=${envFile}`, entry]
  if (packageManager === 'bun') return `NODE_ENV=${mode} bun ${file.join(' ')}`
  // Without tsx, Node.js 22.18 and later run TypeScript themselves.
  const run =
    typescript && project.depends('tsx')
      ? commandLine(packageManager, 'execute-local', [
          'tsx',
          ...(mode === 'development' ? ['watch'] : []),
          ...file,
        ])
      : ['node', ...file].join(' ')
  return `NODE_ENV=${mode} ${run}`
}

function commandLine(
  packageManager: Project['packageManager'],
  what: 'run' | 'execute-local',
  args: string[],
): string {
  const resolved = resolveCommand(packageManager, what, args)
  return resolved ? [resolved.command, ...resolved.args].join(' ') : args.join(' ')
}
