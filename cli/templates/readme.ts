import { envFileOf } from '../project/env-file.js'
import type { Project } from '../project/project.js'
import type { PlannedFile } from './plan.js'
import { localCommand, productionCommand, startCommand } from './start-command.js'

/** Adds the commands, because the README of a template names a script that neither reads the `.env` file nor sets `NODE_ENV`. */
export function readme(project: Project, authFile: string): readonly PlannedFile[] {
  const file = 'README.md'
  if (!project.exists(file)) return []
  const command = localCommand(project)
  const lines = [
    ['add google', 'a provider; each has a page in node_modules/authwright/docs/providers'],
    ['add sqlite', 'a database: sqlite, pg, drizzle, kysely or prisma'],
    ['add password', 'sign-up with a password; also passkeys and email'],
    ['doctor', 'checks variables and files'],
  ].map(([name = '', comment]) => `${command} ${name.padEnd(14)}# ${comment}\n`)
  const inCode = (code: string) => `\`${code}\``
  const production = productionCommand(project, inCode)
  const start = project.traits.isBundled
    ? ''
    : `\nStart for development, with the variables of \`${envFileOf(project)}\`: ${startCommand(project, inCode)}\n${production === undefined ? '' : `\nIn production: ${production}\n`}`
  const section = `\n## Sign-in\n\n\`${authFile}\` configures sign-in with Authwright.\n${start}\n\`\`\`sh\n${lines.join('')}\`\`\`\n`
  return [
    {
      file,
      code: '',
      isDone: (text) => text.includes('authwright add'),
      merge: (text) => ({ text: text.replace(/\s*$/, '\n') + section, mode: 'insert' }),
      advice: '',
    },
  ]
}
