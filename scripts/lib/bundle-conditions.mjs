import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

const PREFIX = 'authwright-without-'

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** The conditions of bundlers that leave a part out. `package.json#imports` is the one list of them. */
const conditions = new Set([...nested(manifest.imports)].filter((name) => name.startsWith(PREFIX)))

/** What a bundle of a server with OpenID Connect alone keeps, by where its sessions are. */
export const keptParts = {
  /** With pages that are built in. */
  database: ['database', 'methods', 'pages'],
  /** With pages of the application. */
  sealed: [],
}

/**
 * The conditions of a bundle that leaves out every part but these.
 *
 * @param {readonly string[]} parts
 * @returns {string[]}
 */
export function withoutAllBut(parts) {
  const own = parts.map((part) => PREFIX + part)
  const unknown = own.find((name) => !conditions.has(name))
  if (unknown) throw new Error(`package.json#imports has no condition "${unknown}".`)
  return [...conditions].filter((name) => !own.includes(name))
}

/** The names of conditions, however deep they are nested. @param {unknown} choices @returns {Generator<string>} */
function* nested(choices) {
  for (const [name, choice] of Object.entries(Object(choices))) {
    yield name
    if (typeof choice !== 'string') yield* nested(choice)
  }
}
