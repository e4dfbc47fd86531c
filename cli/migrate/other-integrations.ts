import { CommandError } from '../context.js'
import { nodesOf } from '../edit/module.js'
import { pagePath } from '../package-files.js'
import type { Sources } from './sources.js'
import { stringOf } from './syntax.js'

/**
 * Integrations of Auth.js whose own code would remain. It would then run with only half of its configuration
 * migrated.
 */
const integrations: readonly string[] = [
  '@auth/express',
  '@auth/fastify',
  '@auth/qwik',
  '@hono/auth-js',
  '@sidebase/nuxt-auth',
  'auth-astro',
]

/** Ends the command before it changes a file where a source names an integration that it cannot move. */
export function refuseOtherIntegrations(sources: Sources): void {
  for (const name of integrations) {
    const file = sources.mentioning(name).find((each) => namesPackage(sources, each, name))
    if (file === undefined) continue
    throw new CommandError(
      `${file} uses ${name}, which this command cannot migrate. Nothing was written. ${pagePath('migrating/auth-js.md')}#other-integrations says how to move it by hand.`,
    )
  }
}

/**
 * Whether a string is the package or a path in it: in an import, or as a module in the configuration of
 * Nuxt.
 */
function namesPackage(sources: Sources, file: string, name: string): boolean {
  let isNamed = false
  sources.edit(file, (module) => {
    isNamed = [...nodesOf(module.program)].some((node) => {
      const value = stringOf(node)
      return value === name || value?.startsWith(`${name}/`)
    })
  })
  return isNamed || sources.failures.has(file)
}
