import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// As `imports` in package.json says for Node.js; of what is built, the sources know nothing.
export const alias = [
  { find: '#crypto', replacement: path.resolve('src/node/crypto.ts') },
  { find: '#end-of-turn', replacement: path.resolve('src/node/end-of-turn.ts') },
  { find: '#name-lookup', replacement: path.resolve('src/node/name-lookup.ts') },
  { find: '#pg-driver', replacement: path.resolve('src/adapters/pg/driver.ts') },
  { find: '#reach', replacement: path.resolve('src/platform/reach.ts') },
  { find: '#sha256', replacement: path.resolve('src/node/crypto.ts') },
]

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file.split(path.sep).join('/')}`)
const testsWith = (code: RegExp) => testFiles.filter((file) => code.test(readFileSync(file, 'utf8')))

const propertyTests = testsWith(/support\/fuzz\.js'/)

// Unit tests share modules and a process with other files, unless they replace modules or change the user of the process.
const isolatedTests = testsWith(/^\s*vi\.(mock|resetModules)\(|limited-disk\.js'/m)

const notUnitTests = [
  'test/e2e/**',
  'test/examples/**',
  'test/frameworks/*.test.ts',
  'test/frameworks/*/major*.test.ts',
  'test/frameworks/accounts/**',
  'test/migration/**',
  'test/real-providers/**',
  'test/chaos/**',
]

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...notUnitTests, ...isolatedTests],
          pool: 'threads',
          isolate: false,
          setupFiles: ['test/support/leaves-nothing-behind.ts'],
          testTimeout: 15_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'unit-isolated',
          include: isolatedTests,
          exclude: notUnitTests,
          testTimeout: 15_000,
        },
      },
      {
        resolve: {
          // Examples of the documentation are run as they stand.
          alias: [
            ...alias,
            { find: /^authwright$/, replacement: path.resolve('src/index.ts') },
            { find: /^authwright\/(.+)$/, replacement: path.resolve('src/$1.ts') },
          ],
        },
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          // Scenarios measure how soon something heals: they do not share the machine.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'properties',
          // Each property runs as often as `FC_RUNS` says.
          include: propertyTests,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'real providers',
          include: ['test/real-providers/**/*.test.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'frameworks',
          include: ['test/frameworks/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          // An application is built before it is used.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'accounts',
          include: ['test/frameworks/accounts/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          // An application is built before it is used.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'sveltekit-3',
          include: ['test/frameworks/sveltekit/major*.test.ts'],
          // They share the folder that the major version is installed in.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'solid-start',
          include: ['test/frameworks/solid-start/major*.test.ts'],
          // They share the folder that each major version is installed in.
          fileParallelism: false,
          testTimeout: 60_000,
          // Each major version is installed, and built, before it is used.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'next-edge',
          include: ['test/frameworks/next/major*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          // The major version before is installed, and both are built, before they are used.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'migration',
          include: ['test/migration/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          // Each application is installed, and migrated, before it is used.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'examples',
          include: ['test/examples/*.test.ts'],
          testTimeout: 300_000,
          // Each is installed before it runs.
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Node.js resolves the imports of what is built, to what is built.
          server: { deps: { external: [/\/dist\//] } },
          // Each file starts the demo on ports of its own, but a browser and two servers fill two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
