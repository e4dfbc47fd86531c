import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/** @typedef {import('./tally.mjs').Tally & { readonly seconds: number }} Result */
/** @typedef {{ command?: string, dependencies?: readonly string[], output?: readonly string[] }} Script */

/** @returns {Readonly<Record<string, Script>>} what wireit reads */
export function wireitScripts() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).wireit
}

/** @param {string} name of a step @returns {string} where its outcome is written */
export function resultFile(name) {
  return path.join(root, 'temp/results', `${name.replaceAll(/\W+/g, '-')}.json`)
}

/** @param {string} name of a step @returns {string} where rows of a table are written that `npm test` prints also where all passed */
export function tableFile(name) {
  return resultFile(name).replace(/json$/, 'md')
}

/**
 * The steps that wireit runs for a script: the script and its dependencies, as far as they are counted.
 *
 * @param {Readonly<Record<string, Script>>} scripts
 * @param {readonly string[]} names
 * @returns {readonly string[]} each after those that it needs
 */
export function stepsOf(scripts, names) {
  const within = names.flatMap((name) => [...stepsOf(scripts, scripts[name]?.dependencies ?? []), name])
  return [...new Set(within)].filter((name) => scripts[name]?.command?.startsWith('node scripts/step.mjs '))
}

/** Deletes earlier outcomes of steps that wireit runs each time: those whose output it does not know. @param {Readonly<Record<string, Script>>} scripts @param {readonly string[]} steps */
export function forget(scripts, steps) {
  for (const name of steps) {
    if (scripts[name]?.output !== undefined) continue
    for (const file of [resultFile(name), tableFile(name)]) rmSync(file, { force: true })
  }
}

/**
 * @param {Readonly<Record<string, Script>>} scripts
 * @param {string} name
 * @returns {Result | { readonly missing: readonly string[] }} the outcome; where there is none, the failed steps that it needs
 */
export function resultOf(scripts, name) {
  const needs = stepsOf(scripts, scripts[name]?.dependencies ?? [])
  const missing = needs.filter((need) => {
    const result = resultOf(scripts, need)
    return 'missing' in result || result.failed > 0
  })
  const file = resultFile(name)
  return missing.length > 0 || !existsSync(file) ? { missing } : JSON.parse(readFileSync(file, 'utf8'))
}
