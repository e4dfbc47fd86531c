/** Runs the tests of the examples with the package as it would be published. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/lib/programs.mjs'
import { npm, runNode } from '../../scripts/lib/run.mjs'
import { freePorts } from '../e2e/support/processes.js'
import { installMajor, installOther, pathWith } from './support/install-major.js'
import { copyPackages, install, installPacked } from './support/packed-package.js'

const folder = path.resolve('temp/example-tests')
const vitest = path.resolve('node_modules/vitest/vitest.mjs')

const manifestOf = (name: string) => JSON.parse(readFileSync(`${name}/package.json`, 'utf8'))
const dependenciesOf = (name: string) => manifestOf(`examples/${name}`).dependencies

// Packages that the repository does not have.
beforeAll(async () => {
  await installPacked(folder, {
    '@playwright/test': '1.65.1',
    express: dependenciesOf('express').express,
    hono: dependenciesOf('hono-workers').hono,
  })
})

function copyExample(name: string, copy = path.join(folder, name)): string {
  cpSync(path.resolve('examples', name), copy, {
    recursive: true,
    filter: (file) =>
      !/[\\/](node_modules|dist|build|[.](astro|env|next|nuxt|output|react-router|svelte-kit|vinxi|wrangler))$/.test(
        file,
      ),
  })
  return copy
}

test.each(['express', 'hono-workers', 'next', 'solid-start', 'sveltekit'])(
  'the tests of the example %s pass',
  async (name) => {
    const copy = copyExample(name)
    const { code, output } = await runNode([vitest, 'run', '--no-color'], {
      cwd: copy,
      env: { NODE_ENV: 'test' },
    })
    expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
    expect(code).toBe(0)
  },
)

describe('with the packages of test/frameworks/other', () => {
  const examples = ['astro', 'nuxt', 'react-router', 'tanstack-start']
  let other = ''
  let env: NodeJS.ProcessEnv = { NODE_ENV: 'test' }

  beforeAll(async () => {
    const { folder: installed, node } = await installOther()
    other = installed
    env = { NODE_ENV: 'test', PATH: pathWith(node) }
    copyPackages(folder, other, ['authwright'])
  })

  test('the versions installed for the example tests satisfy the examples', () => {
    const installed: Record<string, string> = manifestOf('test/frameworks/other').dependencies
    const required = examples.flatMap((name) => {
      const { dependencies, devDependencies } = manifestOf(`examples/${name}`)
      return Object.entries({ ...dependencies, ...devDependencies })
    })
    const versions = required.filter(([name]) => name in installed)
    expect(new Set(versions.map(String))).toEqual(new Set(Object.entries(installed).map(String)))
  })

  test.each(examples)('the tests of the example %s pass', { timeout: 600_000 }, async (name) => {
    const copy = path.join(other, `tests-${name}`)
    rmSync(copy, { recursive: true, force: true })
    copyExample(name, copy)
    const { code, output } = await npm(['test', '--', '--no-color'], { cwd: copy, env })
    expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
    expect(code).toBe(0)
  })
})

test('the tests of the example next pass with Next.js 15', { timeout: 600_000 }, async () => {
  const { folder: next15 } = await installMajor('next', 15)
  const copy = path.join(next15, 'example-tests')
  rmSync(copy, { recursive: true, force: true })
  copyExample('next', copy)
  const { code, output } = await runNode([vitest, 'run', '--no-color'], {
    cwd: copy,
    env: { NODE_ENV: 'test' },
  })
  expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
  expect(code).toBe(0)
})

test('the tests of the examples pass in jsdom', { timeout: 600_000 }, async () => {
  // Vitest looks for jsdom in the folder in which Vitest is installed.
  const withEnvironment = path.join(folder, 'jsdom')
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  await install(withEnvironment, { vitest: devDependencies.vitest, jsdom: '26.1.0' })
  const own = path.join(withEnvironment, 'node_modules/vitest/vitest.mjs')
  for (const name of ['hono-workers', 'next', 'solid-start', 'sveltekit']) {
    const copy = copyExample(name, path.join(withEnvironment, name))
    writeFileSync(
      path.join(copy, 'tests/document.test.ts'),
      "import { expect, test } from 'vitest'\ntest('there is a document', () => expect(document.title).toBe(''))",
    )
    const { code, output } = await runNode([own, 'run', '--no-color', '--environment', 'jsdom'], {
      cwd: copy,
      env: { NODE_ENV: 'test' },
    })
    expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
    expect(code).toBe(0)
  }
})

test.each(['jwt', 'database'])(
  'Playwright tests start with a signed-in user: strategy %s',
  { timeout: 180_000 },
  async (strategy) => {
    const copy = path.join(folder, 'playwright')
    cpSync(path.resolve('test/frameworks/playwright'), copy, { recursive: true })
    const [port] = await freePorts(1)
    const env: NodeJS.ProcessEnv = {
      AUTH_SECRET: 'only for tests: thirty-two characters',
      CHROMIUM_PATH: findBrowser(),
      DATABASE: path.join(folder, `${strategy}.db`),
      NODE_ENV: 'test',
      SITE_URL: `http://localhost:${port}`,
      STRATEGY: strategy,
    }
    const playwright = path.join(folder, 'node_modules/@playwright/test/cli.js')
    const { code, output } = await runNode([playwright, 'test'], { cwd: copy, env })
    expect(output).toMatch(/ 6 passed/)
    expect(code).toBe(0)
  },
)
