import { CommandError } from '../context.js'
import { nodesOf } from '../edit/module.js'
import { stringOf } from '../edit/nodes.js'
import { pagePath } from '../package-files.js'
import type { Sources } from './sources.js'

const integrations: readonly string[] = [
  '@auth/express',
  '@auth/fastify',
  '@auth/qwik',
  '@hono/auth-js',
  '@sidebase/nuxt-auth',
  'auth-astro',
]

export function refuseOtherIntegrations(sources: Sources): void {
  for (const name of integrations) {
    const file = sources.mentioning(name).find((each) => namesPackage(sources, each, name))
    if (file === undefined) continue
    throw new CommandError(
      `${file} uses ${name}, which this command cannot migrate. Nothing was written. ${pagePath('migrating/auth-js.md')}#other-integrations says how to move it by hand.`,
    )
  }
}

/** The pages about migrating, by package. A name that ends in `/` is an npm scope. */
const libraries: Readonly<Record<string, string>> = {
  'better-auth': 'better-auth',
  '@clerk/': 'clerk',
  'iron-session': 'iron-session',
  lucia: 'lucia',
  passport: 'passport',
  '@supabase/': 'supabase-auth',
}

export function refuseWithoutAuthJs({ project: { manifest, root }, packages }: Sources): never {
  for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const [, page] =
      Object.entries(libraries).find(([name]) =>
        name.endsWith('/') ? dependency.startsWith(name) : dependency === name,
      ) ?? []
    if (page === undefined) continue
    throw new CommandError(
      `${root} uses ${dependency}, which this command cannot migrate. Nothing was written. ${pagePath(`migrating/${page}.md`)} says how to move it by hand.`,
    )
  }
  const hint = packages.length > 0 ? ` Run the command in ${packages.join(', ')}.` : ''
  throw new CommandError(
    `No source in ${root} imports next-auth, @auth/core, @auth/sveltekit or @auth/solid-start. Nothing was written.${hint}`,
  )
}

/** Whether a file names a package in an import, or as a module in the configuration of Nuxt. */
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
