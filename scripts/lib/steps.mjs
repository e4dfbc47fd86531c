import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * One check of `npm test`.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} args a script or a tool's entry file, with its arguments, for Node
 * @property {'check' | 'line' | 'vitest'} counts how its tests are counted: as one; by the line
 *   `N passed, N failed` that it prints; by the report of vitest
 * @property {readonly string[]} [after] steps that must have passed before
 * @property {'fast' | 'long'} [group] part of `npm run check`, too; part of `npm run test:long` alone
 * @property {'browser'} [needs] what it cannot run without
 * @property {'alone'} [runs] no other step may run at the same time
 * @property {number} [timeout] milliseconds; five minutes by default
 * @property {number} [testTimeout] milliseconds for one test of vitest that names none; what the project says by default
 * @property {Readonly<Record<string, string>>} [env] what it finds in its environment besides
 */

const typescript = 'node_modules/typescript/bin/tsc'
const typescript7 = 'node_modules/typescript-7/bin/tsc'

/** @param {string} project @returns {readonly string[]} */
const vitest = (project) => ['node_modules/vitest/vitest.mjs', 'run', '--project', project]

/** The unit tests that real databases answer, and those that an attacker would write: each a step of its own. */
const databases = ['test/adapters', 'test/stores']
const attacks = ['test/security', 'test/compat']

/** @returns {readonly string[]} the folders of all other tests; what belongs to another project, vitest leaves out */
function otherTests() {
  return readdirSync(path.join(root, 'test'))
    .map((name) => `test/${name}`)
    .filter((folder) => ![...databases, ...attacks].includes(folder))
}

/** @returns {readonly string[]} the files with properties, which are tried as often as `FC_RUNS` says */
function propertyTests() {
  return readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.split(path.sep).join('/')}`)
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes("support/fuzz.js'"))
    .sort()
}

/** @returns {readonly Step[]} the runners directly in type-tests/ */
function typeTests() {
  return readdirSync(path.join(root, 'type-tests'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => ({
      name: `type tests: ${path.basename(file, '.mjs')}`,
      args: [`type-tests/${file}`],
      counts: 'line',
      after: ['build'],
    }))
}

/** The suites of frameworks that run everywhere; each variant builds an application of its own, which takes half a minute. */
const everyday = ['next', 'sveltekit', 'sveltekit-security']

/** @returns {readonly Step[]} one for each framework, whose example is built first */
function frameworkTests() {
  return readdirSync(path.join(root, 'test/frameworks'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({
      name: `frameworks: ${path.basename(file, '.test.ts')}`,
      args: ['test/frameworks/main.mjs', `test/frameworks/${file}`],
      counts: 'vitest',
      after: ['build'],
      ...(everyday.includes(path.basename(file, '.test.ts')) ? {} : longUnlessInCi()),
      needs: 'browser',
      runs: 'alone',
      timeout: 480_000,
    }))
}

/** What installs much, and takes minutes: part of `npm test` where `CI` is set, and of `npm run test:long` elsewhere. @returns {{ group?: 'long' }} */
function longUnlessInCi() {
  return process.env['CI'] ? {} : { group: 'long' }
}

/**
 * Every check, in the order in which they are started.
 *
 * @returns {readonly Step[]}
 */
export function steps() {
  return [
    { name: 'build', args: ['scripts/build.mjs'], counts: 'check' },
    {
      name: 'format and lint',
      args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
      counts: 'check',
      group: 'fast',
    },
    { name: 'types', args: [typescript, '-p', 'tsconfig.json'], counts: 'check', group: 'fast' },
    {
      name: 'types, TypeScript 7',
      args: [typescript7, '-p', 'tsconfig.json'],
      counts: 'check',
      group: 'fast',
    },
    {
      name: 'types of tests',
      args: [typescript, '-p', 'tsconfig.test.json'],
      counts: 'check',
      group: 'fast',
    },
    {
      name: 'types of scripts',
      args: [typescript, '-p', 'tsconfig.scripts.json'],
      counts: 'check',
      group: 'fast',
    },
    {
      name: 'imports point down',
      args: ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--output-type', 'err-long'],
      counts: 'check',
      group: 'fast',
    },
    { name: 'no module state', args: ['scripts/check-module-state.mjs'], counts: 'check', group: 'fast' },
    { name: 'exports', args: ['scripts/check-exports.mjs'], counts: 'check', group: 'fast' },
    { name: 'lockfile', args: ['scripts/check-lockfile.mjs'], counts: 'check', group: 'fast' },
    { name: 'vocabulary', args: ['scripts/check-language.mjs'], counts: 'check', group: 'fast' },
    { name: 'decisions', args: ['scripts/check-decisions.mjs'], counts: 'check', group: 'fast' },
    { name: 'changesets', args: ['scripts/check-changesets.mjs'], counts: 'check', group: 'fast' },
    {
      name: 'links in documents',
      args: [
        'node_modules/remark-cli/cli.js',
        ...['--no-stdout', '--frail', '--quiet', '--use', 'remark-validate-links=repository:false'],
        ...['README.md', 'CONTRIBUTING.md', 'docs'],
      ],
      counts: 'check',
      group: 'fast',
    },
    { name: 'unused code', args: ['node_modules/knip/bin/knip.js'], counts: 'check', group: 'fast' },
    {
      name: 'databases',
      args: [...vitest('unit'), ...databases],
      counts: 'vitest',
      group: 'fast',
    },
    {
      name: 'security',
      args: [...vitest('unit'), ...attacks],
      counts: 'vitest',
      group: 'fast',
    },
    { name: 'unit tests', args: [...vitest('unit'), ...otherTests()], counts: 'vitest', group: 'fast' },
    { name: 'API reports', args: ['scripts/api.mjs'], counts: 'check', after: ['build'] },
    { name: 'package', args: ['scripts/check-package.mjs'], counts: 'check', after: ['build'] },
    { name: 'sizes', args: ['scripts/check-size.mjs'], counts: 'check', after: ['build'] },
    { name: 'documentation', args: ['scripts/check-docs.mjs'], counts: 'check', after: ['build'] },
    { name: 'provider pages', args: ['scripts/provider-docs.mjs'], counts: 'check', after: ['build'] },
    {
      name: 'types of the example',
      args: [typescript, '-p', 'examples/node/tsconfig.json', '--noEmit'],
      counts: 'check',
      after: ['build'],
    },
    {
      name: 'types of the Next.js example',
      args: [typescript, '-p', 'examples/next/tsconfig.json'],
      counts: 'check',
      after: ['build'],
    },
    {
      name: 'types of the SvelteKit example',
      args: ['scripts/check-svelte.mjs'],
      counts: 'check',
      after: ['build'],
    },
    ...typeTests(),
    { name: 'type tests: tsd', args: ['type-tests/tsd/run.mjs'], counts: 'line', after: ['build'] },
    {
      name: 'type tests: consumers',
      args: ['type-tests/consumers/run.mjs'],
      counts: 'line',
      after: ['build'],
    },
    {
      name: 'ecosystem adapters',
      args: ['ecosystem/main.mjs'],
      counts: 'vitest',
      after: ['build'],
      // Half a gigabyte of packages, which nobody else need install.
      ...longUnlessInCi(),
      // It builds the package anew.
      runs: 'alone',
      timeout: 480_000,
    },
    {
      name: 'properties',
      // One file for each core: the step has the machine for itself.
      args: [...vitest('unit'), '--maxWorkers=100%', ...propertyTests()],
      counts: 'vitest',
      group: 'long',
      runs: 'alone',
      env: { FC_RUNS: '100000' },
      timeout: 3_600_000,
      testTimeout: 3_600_000,
    },
    {
      name: 'chaos',
      // It starts servers of its own, breaks them and measures how soon an application heals.
      args: vitest('chaos'),
      counts: 'vitest',
      after: ['build'],
      group: 'long',
      runs: 'alone',
      timeout: 1_800_000,
    },
    {
      name: 'real providers',
      args: ['test/real-providers/main.mjs'],
      counts: 'vitest',
      // Packages of Debian, which nobody else need install.
      ...longUnlessInCi(),
    },
    ...frameworkTests(),
    {
      name: 'SvelteKit 3',
      args: ['test/frameworks/main.mjs', '--project', 'sveltekit-3'],
      counts: 'vitest',
      after: ['build'],
      needs: 'browser',
      group: 'long',
      runs: 'alone',
      timeout: 900_000,
    },
    {
      name: 'SolidStart',
      args: ['test/frameworks/main.mjs', '--project', 'solid-start'],
      counts: 'vitest',
      after: ['build'],
      needs: 'browser',
      group: 'long',
      runs: 'alone',
      timeout: 1_500_000,
    },
    {
      name: 'Next.js 15 and the edge',
      args: ['test/frameworks/main.mjs', '--project', 'next-edge'],
      counts: 'vitest',
      after: ['build'],
      needs: 'browser',
      group: 'long',
      runs: 'alone',
      timeout: 900_000,
    },
    {
      name: 'end to end',
      args: vitest('e2e'),
      counts: 'vitest',
      after: ['build'],
      needs: 'browser',
      runs: 'alone',
      timeout: 900_000,
    },
    {
      name: 'runtimes',
      args: ['test/runtimes/main.mjs'],
      counts: 'line',
      // Six runtimes, which nobody else need install.
      ...longUnlessInCi(),
      runs: 'alone',
      timeout: 900_000,
    },
  ]
}
