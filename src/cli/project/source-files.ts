import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Project } from './project.js'

/** Source files of the project, folders of tools and of what is built left out; at most `limit`, and `depth` folders deep. */
export function sourceFiles(
  project: Project,
  extensions: RegExp,
  { limit = 400, depth: deepest = 6 }: { readonly limit?: number; readonly depth?: number } = {},
): readonly string[] {
  const found: string[] = []
  const walk = (folder: string, depth: number) => {
    for (const entry of readdirSync(path.join(project.root, folder), { withFileTypes: true })) {
      if (found.length >= limit) return
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (
          depth < deepest &&
          !/^([.].+|node_modules|dist|build|out|coverage|public|static)$/.test(entry.name)
        ) {
          walk(name, depth + 1)
        }
      } else if (extensions.test(entry.name)) found.push(name)
    }
  }
  walk('', 0)
  return found
}
