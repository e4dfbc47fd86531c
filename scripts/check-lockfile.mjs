/*
 * Checks that the lockfiles and the npm configuration work on every machine and platform. `npm run lockfile` (this
 * script with --write) adds packages for other platforms that npm has left out.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { missingPlatformPackages } from './lib/platform-packages.mjs'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'
import { npm } from './lib/run.mjs'

/** @typedef {{ packages: Record<string, import('./lib/platform-packages.mjs').LockedPackage> }} Lock */

// Each of these folders is installed separately.
const frameworks = [
  'next/major-15',
  'other',
  'solid-start/major-1',
  'solid-start/major-2',
  'sveltekit/major-3',
].map((name) => `test/frameworks/${name}`)
const migrations = ['auth-js-5', 'next-auth-4'].map((name) => `test/migration/${name}`)
const folders = [
  '.',
  'ecosystem',
  'site',
  'test/e2e/authjs-client',
  'test/runtimes/programs',
  ...frameworks,
  ...migrations,
]
/** @type {string[]} */
const problems = []

/** @param {string} folder @returns {Lock} */
function lockOf(folder) {
  return JSON.parse(readFileSync(path.join(root, folder, 'package-lock.json'), 'utf8'))
}

/** @param {string} folder */
function addMissing(folder) {
  const lock = lockOf(folder)
  for (const [location, entry] of Object.entries(missingPlatformPackages(lock.packages))) {
    if (entry !== undefined) lock.packages[location] = entry
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const text = JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)
  writeFileSync(path.join(root, folder, 'package-lock.json'), `${text}\n`)
}

if (process.argv.includes('--write')) for (const folder of folders) addMissing(folder)

for (const name of folders.flatMap((folder) => [`${folder}/package-lock.json`, `${folder}/.npmrc`])) {
  const lines = readFileSync(path.join(root, name), 'utf8').split('\n')
  lines.forEach((line, index) => {
    const place = `${name}:${index + 1}`
    if (/"resolved": "(https?|git|ssh)/.test(line) || /registry\s*=/.test(line)) {
      problems.push(`${place}: names a registry host. Keep "omit-lockfile-registry-resolved=true" in .npmrc.`)
    }
    if (/"(resolved|version)": "(file:)?(\/|\.\.|[A-Za-z]:\\)/.test(line)) {
      problems.push(`${place}: names a path outside the repository.`)
    }
  })
}

for (const folder of folders) {
  for (const location of Object.keys(missingPlatformPackages(lockOf(folder).packages))) {
    problems.push(
      `${path.posix.join(folder, 'package-lock.json')}: lacks "${location}", so npm ci refuses it. Run "npm run lockfile".`,
    )
  }
}

// npm may not know the hash of an optional package for another platform, so such a package may lack it.
const registryPackages = Object.entries(lockOf('.').packages).filter(([location]) =>
  location.includes('node_modules/'),
)
for (const [location, { link, integrity, optional, os }] of registryPackages) {
  if (integrity !== undefined || link || (optional && os !== undefined)) continue
  problems.push(`package-lock.json: "${location}" has no integrity hash.`)
}

// npm checks that the lockfile matches package.json. --offline prevents requests to the registry.
const compared = await npm(['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'])
if (compared.code !== 0) {
  problems.push(
    `package-lock.json: is not what package.json requires. Run "npm install", then "npm run lockfile".\n${compared.output.trim()}`,
  )
}

report(problems, `package-lock.json names ${registryPackages.length} packages, and no host and no path.`)
