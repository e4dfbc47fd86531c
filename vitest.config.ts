import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// The source files for `imports` of package.json, with the conditions of Node.js.
export const alias = [
  { find: '#crypto', replacement: path.resolve('src/node/crypto.ts') },
  { find: '#end-of-turn', replacement: path.resolve('src/node/end-of-turn.ts') },
  { find: '#key-derivation', replacement: path.resolve('src/node/key-derivation.ts') },
  { find: '#name-lookup', replacement: path.resolve('src/node/name-lookup.ts') },
  { find: '#pg-driver', replacement: path.resolve('src/adapters/pg/driver.ts') },
  { find: '#reach', replacement: path.resolve('src/platform/reach.ts') },
  { find: '#redis-driver', replacement: path.resolve('src/stores/redis/driver.ts') },
  { find: '#sha256', replacement: path.resolve('src/node/crypto.ts') },
]

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file.split(path.sep).join('/')}`)
const testsWith = (code: RegExp) => testFiles.filter((file) => code.test(readFileSync(file, 'utf8')))

const propertyTests = testsWith(/support\/fuzz\.js'/)

// Files of unit tests share a process and its modules. Exceptions are files that replace modules, change the user of the process, or run
// Auth.js with an e-mail provider: Auth.js then requires an adapter in every later configuration of the process.
const isolatedTests = testsWith(/^\s*vi\.(mock|resetModules)\(|limited-disk\.js'|parity\/exchanges\.js'/m)

const notUnitTests = [
  'test/e2e/**',
  'test/examples/**',
  'test/frameworks/*.test.ts',
  'test/frameworks/*/major*.test.ts',
  'test/frameworks/{accounts,passwords}/**',
  'test/migration/**',
  'test/real-providers/**',
  'test/chaos/**',
]

/** Tests with databases, compilers, generated applications or much waiting: `npm test` runs them only where `CI` is set. */
const slowTests = [
  'adapters/**/*',
  'cli/**/*',
  'core/crypto/web-crypto',
  'core/limits/{redis-round-trips.node,sign-in-limits,unknown-address.node}',
  'core/login/races.node',
  'core/sessions/{revocation,values-as-typed,values-fit-types}',
  'core/storage/{store-circuit,tenants.node}',
  'docs/**/*',
  'features/accounts/account-management.node',
  'features/database/fault-matrix.node',
  'features/email/{email,first-verification}.node',
  'features/logout/provider-sign-out.node',
  'features/oauth/token-endpoint',
  'features/oidc/{backchannel-logout.node,id-token,id-token-signature,outage,token-issuer}',
  'features/passkeys/{interrupted-sign-up,webauthn}.node',
  'features/passwords/{account-section,first-password,known-browsers,password-changes}.node',
  'features/passwords/{password-methods,password-sign-in,redaction,sign-up,verify}.node',
  'features/passwords/password-hasher',
  'features/tokens/{account-revocation.node,close,refresh,sign-out}',
  'features/impersonation/{impersonated-session,impersonation}.node',
  'frameworks/*/redirects',
  'scripts/**/*',
  'stores/**/*',
].map((file) => `test/${file}.test.ts`)

/** Milliseconds that a test may take. The long suite uses larger data. */
export const patience = (milliseconds: number): number =>
  process.env['AUTHWRIGHT_LONG'] === undefined ? milliseconds : Math.max(milliseconds, 300_000)

/** End-to-end tests that `npm test` always runs. It runs the others only where `CI` is set. */
const everydayEndToEnd = ['authjs-client', 'demo-features', 'newcomer'].map(
  (name) => `test/e2e/${name}.test.ts`,
)

/** Each file starts the demo on separate ports, but a browser and two servers keep two cores busy. */
const e2e = {
  // In built files, Node.js resolves imports to built files.
  server: { deps: { external: [/\/dist\//] } },
  fileParallelism: false,
  testTimeout: patience(60_000),
  hookTimeout: 180_000,
}

/** Files share modules and a process. */
const unit = {
  pool: 'threads' as const,
  isolate: false,
  setupFiles: 'test/support/leaves-nothing-behind.ts',
  testTimeout: patience(60_000),
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...unit,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...notUnitTests, ...isolatedTests, ...slowTests],
        },
      },
      {
        resolve: { alias },
        test: {
          ...unit,
          name: 'unit-slow',
          include: slowTests,
          // Hooks start Redis, PostgreSQL and other servers.
          hookTimeout: 60_000,
          exclude: [...notUnitTests, ...isolatedTests],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'unit-isolated',
          include: isolatedTests,
          exclude: notUnitTests,
          testTimeout: patience(60_000),
        },
      },
      {
        resolve: {
          // Examples of the documentation are run unchanged.
          alias: [
            ...alias,
            { find: /^authwright$/, replacement: path.resolve('src/index.ts') },
            { find: /^authwright\/(.+)$/, replacement: path.resolve('src/$1.ts') },
          ],
        },
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          // These tests measure the time to recover, so they run alone.
          fileParallelism: false,
          testTimeout: patience(120_000),
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'properties',
          include: propertyTests,
          env: { FC_RUNS: process.env['FC_RUNS'] ?? '100000' },
          testTimeout: 3_600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'real providers',
          globalSetup: 'test/real-providers/providers.mjs',
          testTimeout: patience(5_000),
          include: ['test/real-providers/**/*.test.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'frameworks',
          globalSetup: 'test/frameworks/nginx.mjs',
          include: ['test/frameworks/*.test.ts'],
          fileParallelism: false,
          testTimeout: patience(60_000),
          // The application is built before its tests.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'accounts',
          globalSetup: ['test/frameworks/nginx.mjs', 'test/real-providers/providers.mjs'],
          include: ['test/frameworks/{accounts,passwords}/*.test.ts'],
          fileParallelism: false,
          testTimeout: patience(60_000),
          // The application is built before its tests.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'sveltekit-3',
          globalSetup: 'test/frameworks/nginx.mjs',
          include: ['test/frameworks/sveltekit/major*.test.ts'],
          // These files install the major version into the same folder.
          fileParallelism: false,
          testTimeout: patience(60_000),
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'solid-start',
          globalSetup: 'test/frameworks/nginx.mjs',
          include: ['test/frameworks/solid-start/major*.test.ts'],
          // These files install a major version into the same folder.
          fileParallelism: false,
          testTimeout: patience(60_000),
          // Each major version is installed and built before its tests.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'next-edge',
          globalSetup: 'test/frameworks/nginx.mjs',
          include: ['test/frameworks/next/major*.test.ts'],
          fileParallelism: false,
          testTimeout: patience(60_000),
          // The previous major version is installed, and both versions are built, before their tests.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'migration',
          include: ['test/migration/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          // Each application is installed and migrated before its tests.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'examples',
          globalSetup: 'test/examples/tools.ts',
          include: ['test/examples/*.test.ts'],
          testTimeout: 300_000,
          // Each example is installed before its tests.
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: { ...e2e, name: 'e2e', include: everydayEndToEnd },
      },
      {
        resolve: { alias },
        test: { ...e2e, name: 'e2e-slow', include: ['test/e2e/**/*.test.ts'], exclude: everydayEndToEnd },
      },
    ],
  },
})
