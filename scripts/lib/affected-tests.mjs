import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

/** The files that differ from `main`, including uncommitted files. */
export function changedFiles() {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main')
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return files.filter((file) => existsSync(path.join(root, file)))
}

function imports() {
  const files = ['cli', 'scripts', 'src', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /[.](ts|tsx|mjs)$/.test(file) && !file.includes('node_modules'))
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
  )
  return new Map(
    files.map((file) => {
      const found = readFileSync(path.join(root, file), 'utf8').matchAll(/['"]([.]{1,2}\/[^'"\s]+)['"]/g)
      const folder = path.posix.dirname(file)
      return [file, [...found].map(([, name = '']) => path.posix.join(folder, name.replace(/[.]js$/, '.ts')))]
    }),
  )
}

/** @param {string} file */
const wordsOf = (file) =>
  new Set(
    file
      .replace(/[.].*$/, '')
      .split(/[/-]/)
      .slice(1),
  )

/**
 * Returns the tests that import a changed file, directly or through other modules. Most tests import the core indirectly, so tests whose
 * paths share most words with a changed file come first.
 *
 * @param {readonly string[]} changed
 * @param {(file: string) => boolean} isTest
 * @returns {readonly string[]}
 */
export function affectedTests(changed, isTest) {
  const imported = imports()
  /** @type {Map<string, number>} */
  const distances = new Map(changed.map((file) => [file, 0]))
  for (let distance = 1, size = -1; size !== distances.size; distance++) {
    size = distances.size
    const reached = [...imported].filter(
      ([file, names]) => !distances.has(file) && names.some((name) => distances.has(name)),
    )
    for (const [file] of reached) distances.set(file, distance)
  }
  const words = changed.map(wordsOf)
  const shared = (/** @type {string} */ file) =>
    Math.max(...words.map((each) => [...wordsOf(file)].filter((word) => each.has(word)).length))
  return [...distances]
    .filter(([file]) => isTest(file))
    .map(([file, distance]) => ({
      file,
      distance,
      shared: distance === 0 ? Number.POSITIVE_INFINITY : shared(file),
    }))
    .sort((one, other) => other.shared - one.shared || one.distance - other.distance)
    .map(({ file }) => file)
}
