import path from 'node:path'
import { npm } from './run.mjs'

/**
 * Packs the repository. No script runs, so the packed `package.json` still has `workspaces`, unlike the published
 * package.
 *
 * @param {string} folder
 * @returns {Promise<{ file: string, contents: readonly string[] }>}
 */
export async function packTarball(folder) {
  // With another log level, npm may print a notice about a new version of npm after the JSON. Node.js may print warnings before it.
  const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder]
  const { code, output } = await npm(['pack', ...options])
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const [packed] = JSON.parse(output.slice(output.indexOf('[\n')))
  /** @type {{ path: string }[]} */
  const files = packed.files
  return { file: path.join(folder, packed.filename), contents: files.map((file) => file.path) }
}
