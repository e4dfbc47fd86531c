import path from 'node:path'
import { run, runNode } from './run.mjs'

/**
 * Runs npm: the one that runs this script where there is one, so that both have the same version.
 *
 * @param {readonly string[]} args
 * @param {import('./run.mjs').RunOptions} [options]
 * @returns {Promise<import('./run.mjs').RunResult>}
 */
export function npm(args, options) {
  const parent = process.env.npm_execpath
  return parent !== undefined && path.basename(parent) === 'npm-cli.js'
    ? runNode([parent, ...args], options)
    : run('npm', args, options)
}
