import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, without a trailing separator. */
export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** Relative, with forward slashes. @param {string} file @returns {string} */
export function display(file) {
  return path.relative(root, path.resolve(root, file)).split(path.sep).join('/')
}
