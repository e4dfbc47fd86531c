import { execa } from 'execa'
import { isNetworkFailure } from './install.mjs'
import { root } from './root.mjs'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] defaults to the root of the repository
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {number} [timeout] milliseconds after which the program is terminated
 */

/**
 * Runs a program. If this process ends before the program, it terminates the program.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} `output`: standard output and standard error, in order
 */
export async function run(command, args, options = {}) {
  const settings = /** @type {const} */ ({
    all: true,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
  })
  const { exitCode, all, shortMessage } = await execa(command, args, { cwd: root, ...options, ...settings })
  return { code: exitCode ?? 1, output: `${all ?? ''}${exitCode === undefined ? `\n${shortMessage}\n` : ''}` }
}

/** @param {readonly string[]} args @param {RunOptions} [options] */
export const runNode = (args, options) => run(process.execPath, args, options)

/** @param {readonly string[]} args @param {RunOptions} [options] */
export async function npm(args, options) {
  for (let attempt = 1; ; attempt++) {
    const result = await run('npm', args, options)
    if (result.code === 0 || attempt === 3 || !isNetworkFailure(result.output)) return result
  }
}
