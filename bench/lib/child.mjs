import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a script of this folder in a separate process, and resolves with the JSON that it prints.
 *
 * @param {string} script
 * @param {{ flags?: readonly string[], args?: readonly string[] }} [options]
 * @returns {Promise<any>}
 */
export function inChild(script, { flags = [], args = [] } = {}) {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [...flags, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(printed))
      else reject(new Error(`${script} ended with ${code}.`))
    })
  })
}
