/*
 * The steps of `npm test`. `npm test -- lint types` runs only these two.
 *
 * If the output of a command has lines `N passed, N failed`, the last one is its number of tests. Any other
 * command counts as one test, which fails if the exit code is not 0.
 */

/**
 * @typedef {object} Step
 * @property {'everywhere' | 'CI' | 'long'} runs whether it runs in each `npm test`, only if `CI` is set, or
 *   only in `npm run test:long`
 * @property {readonly string[]} commands run one after another
 * @property {boolean} [built] whether it needs the result of `build`
 * @property {boolean} [browser] whether it needs Chromium or Chrome. Without one, it is skipped, or fails if `CI`
 *   is set
 * @property {boolean} [alone] whether no other step may run at the same time, because it builds applications
 *   or measures
 * @property {number} [minutes] the time after which it is terminated. Default: 30. Six times as long in
 *   `npm run test:long`
 */

const reporters = '--reporter=minimal --reporter=./scripts/lib/vitest-reporter.mjs'
export const vitest = `vitest run ${reporters}`
export const tsc7 = 'node node_modules/typescript-7/bin/tsc'

/** @type {Readonly<Record<string, Step>>} */
export const steps = {
  build: { runs: 'everywhere', commands: ['node scripts/build.mjs'] },

  'unit tests': { runs: 'everywhere', commands: [`${vitest} --project unit`] },

  // `npm run check` runs the tests that are closest to a change.
  'slow unit tests': {
    runs: 'CI',
    minutes: 45,
    commands: [`${vitest} --project unit-slow --project unit-isolated`],
  },

  lint: {
    runs: 'everywhere',
    commands: [
      'biome check --error-on-warnings .',
      'depcruise src cli --output-type err-long',
      'knip --tsConfig tsconfig.build.json',
      'node scripts/check-language.mjs',
      'node scripts/check-lockfile.mjs',
    ],
  },

  // TypeScript 7 is several times as fast as TypeScript 6.
  types: {
    runs: 'everywhere',
    built: true,
    commands: [
      `${tsc7} -p tsconfig.json`,
      `${tsc7} -p tsconfig.test.json`,
      `${tsc7} -p tsconfig.scripts.json`,
      `${tsc7} -p examples/node/tsconfig.json --noEmit`,
      `${tsc7} -p examples/next/tsconfig.json`,
    ],
  },

  'types with TypeScript 6': {
    runs: 'CI',
    built: true,
    commands: ['tsc -p tsconfig.json', 'npm run check --workspace examples/sveltekit -- --fail-on-warnings'],
  },

  'type tests': {
    runs: 'everywhere',
    built: true,
    commands: ['positive', 'errors', 'rules', 'cost', 'hovers'].map((name) => `node type-tests/${name}.mjs`),
  },

  documentation: {
    runs: 'everywhere',
    built: true,
    commands: [
      'node scripts/check-docs.mjs',
      'node scripts/provider-docs.mjs',
      'node scripts/skill.mjs',
      'remark --no-stdout --frail --quiet --use remark-validate-links=repository:false README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs',
    ],
  },

  package: {
    runs: 'everywhere',
    built: true,
    commands: ['node scripts/api.mjs', 'node scripts/check-package.mjs'],
  },

  'size and benchmarks': {
    runs: 'CI',
    built: true,
    commands: [
      'size-limit --silent',
      // Checks only that the benchmarks run. Their results are not compared.
      'node bench/run.mjs session database sign-in tokens passwords --rounds 1 --ms 1',
    ],
  },

  'end to end': {
    runs: 'everywhere',
    built: true,
    browser: true,
    alone: true,
    commands: [`${vitest} --project e2e`],
  },

  'slow end to end': {
    runs: 'CI',
    built: true,
    browser: true,
    alone: true,
    commands: [`${vitest} --project e2e-slow`],
  },

  'type tests of packages': {
    runs: 'CI',
    built: true,
    commands: [
      'node type-tests/tsd/run.mjs',
      'node type-tests/consumers/run.mjs',
      'node type-tests/augmentation.mjs',
    ],
  },

  'real providers': { runs: 'CI', browser: true, commands: [`${vitest} --project "real providers"`] },

  'ecosystem adapters': {
    runs: 'CI',
    built: true,
    alone: true,
    commands: [`node ecosystem/main.mjs ${reporters}`],
  },

  frameworks: {
    runs: 'CI',
    built: true,
    browser: true,
    alone: true,
    minutes: 40,
    commands: [`${vitest} --project frameworks`],
  },

  runtimes: { runs: 'CI', alone: true, commands: ['node test/runtimes/main.mjs'] },

  site: { runs: 'CI', built: true, browser: true, alone: true, commands: ['node site/main.mjs'] },

  // Runs each property with 100,000 inputs.
  properties: {
    runs: 'long',
    alone: true,
    minutes: 60,
    commands: [`${vitest} --project properties --maxWorkers=100%`],
  },

  chaos: { runs: 'long', built: true, alone: true, minutes: 30, commands: [`${vitest} --project chaos`] },

  'versions of frameworks': {
    runs: 'long',
    built: true,
    browser: true,
    alone: true,
    minutes: 60,
    commands: ['accounts', 'sveltekit-3', 'solid-start', 'next-edge'].map(
      (name) => `${vitest} --project ${name}`,
    ),
  },

  examples: {
    runs: 'long',
    built: true,
    browser: true,
    alone: true,
    commands: [`${vitest} --project examples`],
  },

  migration: {
    runs: 'long',
    built: true,
    browser: true,
    alone: true,
    minutes: 30,
    commands: [`${vitest} --project migration`],
  },
}
