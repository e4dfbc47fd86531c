import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Project } from './project.js'

/** What a module of the application exports. */
export interface Loaded {
  readonly exports: Readonly<Record<string, unknown>>
}

/**
 * Loads a module of the application in this process, with its variables: JavaScript and, where Node.js reads it, TypeScript; otherwise by
 * the `jiti` of the project where it has one. Modules that only a bundler finds are a reason why it cannot be loaded.
 */
export async function loadModule(
  project: Project,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  require: NodeJS.Require,
): Promise<Loaded | { readonly reason: string }> {
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && process.env[name] === undefined) process.env[name] = value
  }
  const full = path.join(project.root, file)
  const isNative = /[.][cm]?js$/.test(file) || 'typescript' in process.features
  try {
    if (isNative) return { exports: (await import(pathToFileURL(full).href)) as Record<string, unknown> }
    const { createJiti } = require('jiti') as {
      createJiti(from: string): { import(id: string): Promise<object> }
    }
    return { exports: (await createJiti(full).import(full)) as Record<string, unknown> }
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return { reason: `${file} cannot be loaded outside of the application: ${reason}` }
  }
}
