import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} DemoData
 * @property {string} folder the folder with all files that are kept between runs
 * @property {string} authSecret the secret of the application
 * @property {string} clientSecret the client secret of the application at the identity provider
 */

/**
 * Opens the data folder, and creates it with new secrets on the first run. Only its owner can read it.
 *
 * @param {string} location
 * @returns {DemoData}
 * @throws {Error} If the folder cannot be written, or its secrets cannot be read. The message is one line.
 */
export function openData(location) {
  const folder = path.resolve(location)
  const file = path.join(folder, 'secrets.json')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) {
      const secret = () => randomBytes(32).toString('base64url')
      const secrets = { authSecret: secret(), clientSecret: secret() }
      writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' })
    }
    return { folder, ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'secrets.json is damaged' : String(error)
    throw new Error(
      `The data folder ${folder} cannot be used (${reason}). Delete it, or choose another: DEMO_DATA=<folder> npm run demo`,
    )
  }
}
